import { reasonSentence } from '#shared/uploads/reason-sentence.ts';
import type { Database } from './database.ts';
import {
  type Disposition,
  firstRunReasons,
  isDecided,
  isYounger,
  bytesSince,
  type LocalFileRow,
  type MovedFile,
  type RowPlace,
  type SeenFile,
  sameBytes,
  unclearDevice,
} from './local-file-row.ts';
import { isOfItsUpload } from './local-standing.ts';
import { callBack, takenAway } from './own-files.ts';

/**
 * Rows of files that a person deleted, whose documents may have to follow: not decided yet, or decided by a
 * person.
 */
export const pendingDelete = `disposition = 'gone' AND (reason IS NULL OR reason = 'DELETE_APPROVED')`;

/** `due_at` of a file that a person wants now. */
const askedFor = 0;
/**
 * `due_at` of one that a person chose: it goes the way of every file, and its folder is looked through for
 * it.
 */
const chosen = 1;

const columns = `id, folder_id AS folderId, directory, name, name_key AS nameKey, device, inode, size,
  mtime_ns AS mtimeNs, ctime_ns AS ctimeNs, sha256, disposition, reason, due_at AS dueAt,
  upload_id AS uploadId, first_seen_at AS firstSeenAt,
  changed_at AS changedAt`;

/**
 * The table of local files: what was last seen under each watch folder. Every method is one short
 * transaction.
 */
export function createLocalFiles(database: Database, now: () => number) {
  const statement = database.statement;

  function get(id: number): LocalFileRow | undefined {
    return statement(`SELECT ${columns} FROM local_files WHERE id = ?`).get(id) as LocalFileRow | undefined;
  }

  function find(folderId: string, directory: string, nameKey: string): LocalFileRow | undefined {
    return statement(
      `SELECT ${columns} FROM local_files WHERE folder_id = ? AND directory = ? AND name_key = ?`,
    ).get(folderId, directory, nameKey) as LocalFileRow | undefined;
  }

  /** The row, if it still stands for the place it was found at. */
  function at({ id, folderId, directory, name }: RowPlace): LocalFileRow | undefined {
    const row = get(id);
    return row?.folderId === folderId && row.directory === directory && row.name === name ? row : undefined;
  }

  function takenAt(uploadId: number): number | null {
    const row = statement(`SELECT ${bytesSince} AS at FROM uploads WHERE id = ?`).get(uploadId);
    return (row?.at as number | undefined) ?? null;
  }

  function isOfUpload(row: LocalFileRow): row is LocalFileRow & { readonly uploadId: number } {
    return statement(`SELECT 1 FROM local_files WHERE id = ? AND ${isOfItsUpload}`).get(row.id) !== undefined;
  }

  function forget(id: number): boolean {
    const { changes } = statement('DELETE FROM local_files WHERE id = ? AND upload_id IS NULL').run(id);
    return Number(changes) > 0;
  }

  /**
   * Forgets a row without an upload. If a first run decided about its file, the row stays as `gone`, so that
   * the decision still holds when the file is found again. False for a row with an upload.
   */
  function drop(id: number): boolean {
    const { changes } = statement(
      `UPDATE local_files SET disposition = 'gone', changed_at = ? WHERE id = ? AND ${isDecided}`,
    ).run(Math.round(now()), id);
    return Number(changes) > 0 || forget(id);
  }

  /**
   * Another file takes the name of one that a first run decided about. The old file may have a new name that
   * the watch has not looked at yet. Until then the decision is kept under a name that no file can have.
   */
  function keepDecision({ id, uploadId, reason, inode }: LocalFileRow, seen: Pick<SeenFile, 'inode'>): void {
    if (uploadId !== null || inode === seen.inode || !firstRunReasons.has(reason)) return;
    statement(
      `INSERT INTO local_files (folder_id, directory, name, name_key, device, inode, size, mtime_ns,
        ctime_ns, disposition, reason, first_seen_at, changed_at)
        SELECT folder_id, directory, name || stamp, name_key || stamp, device, inode, size, mtime_ns,
          ctime_ns, 'gone', reason, first_seen_at, ?2
          FROM (SELECT *, '/' || inode || '-' || size || '-' || mtime_ns AS stamp
            FROM local_files WHERE id = ?1) WHERE true ON CONFLICT DO NOTHING`,
    ).run(id, Math.round(now()));
  }

  /** The file whose change was asked about is gone: the question ends, until the file is back. */
  function endQuestion(uploadId: number | null): void {
    const at = Math.round(now());
    statement(
      `UPDATE uploads SET state = 'cancelled', code = 'FILE_GONE', detail = NULL, finished_at = ?1,
        updated_at = ?1 WHERE id = ?2 AND state = 'attention' AND code = 'CHANGED_FILE_ASKS'
         AND NOT EXISTS (SELECT 1 FROM local_files WHERE upload_id = ?2 AND disposition <> 'gone')`,
    ).run(at, uploadId);
  }

  /**
   * A rule leaves the file out now: what was not sent yet is not to be, unless another local file stands for
   * it too.
   */
  function leaveOut(uploadId: number, reason: string): void {
    const at = Math.round(now());
    const { changes } = statement(
      `UPDATE uploads SET state = 'cancelled', code = 'LEFT_OUT', detail = ?1, finished_at = ?2,
        updated_at = ?2
         WHERE id = ?3 AND content_id IS NULL AND state IN ('queued', 'attention')
           AND NOT EXISTS (SELECT 1 FROM local_files WHERE upload_id = ?3 AND disposition = 'taken')`,
    ).run(reasonSentence(reason), at, uploadId);
    if (Number(changes) === 0) return;
    statement(`INSERT INTO upload_events (upload_id, at, kind, detail) VALUES (?, ?, 'left-out', ?)`).run(
      uploadId,
      at,
      JSON.stringify({ code: 'LEFT_OUT', reason }),
    );
  }

  /**
   * Whether nothing of an upload was ever sent or asked for: only then a rule may still take its file back.
   */
  function isUnsent(uploadId: number | null): boolean {
    if (uploadId === null) return false;
    const row = statement('SELECT state, content_id FROM uploads WHERE id = ?').get(uploadId);
    return (
      row !== undefined && row.content_id === null && (row.state === 'queued' || row.state === 'attention')
    );
  }

  return {
    get,
    find,

    /** The row of a name as it is spelt. */
    idOf(folderId: string, directory: string, name: string): number | undefined {
      const row = statement(
        'SELECT id FROM local_files WHERE folder_id = ? AND directory = ? AND name = ?',
      ).get(folderId, directory, name);
      return row?.id as number | undefined;
    },

    /**
     * Writes down what was seen and answers the row. A file that is `taken` with the very same stat stays as
     * it is: the report was overtaken; unless a rule leaves it out and nothing of it was sent yet. New bytes
     * under the name forget the hash and keep the upload for W7.
     *
     * @param isTaken whether it is to be handed over now: until then the row says where its upload's file was
     */
    upsert(seen: SeenFile, isTaken = true): LocalFileRow {
      const at = Math.round(now());
      const known = find(seen.folderId, seen.directory, seen.nameKey);
      const isLeftOut = seen.disposition === 'ignored' && isUnsent(known?.uploadId ?? null);
      if (known && known.disposition === 'taken' && sameBytes(known, seen) && !isLeftOut) return known;
      if (known) {
        keepDecision(known, seen);
        // Whoever put it back renamed it, which changes the ctime: it tells nothing here.
        const restored =
          known.disposition === 'gone' &&
          sameBytes({ ...known, ctimeNs: null }, seen) &&
          isOfUpload(known) &&
          !isYounger(seen.bornMs, takenAt(known.uploadId));
        const disposition = restored ? 'taken' : seen.disposition;
        const reason = restored ? null : seen.reason;
        const dueAt = restored ? null : (seen.dueAt ?? null);
        if (restored) callBack(database, known.uploadId, now());
        const sha256 = restored || sameBytes(known, seen) ? known.sha256 : null;
        const isOfUploaded = !isTaken && !restored && known.uploadId !== null;
        const device = isOfUploaded && seen.device !== unclearDevice ? known.device : seen.device;
        statement(
          `UPDATE local_files SET name = ?, device = ?, inode = ?, size = ?, mtime_ns = ?, ctime_ns = ?,
            sha256 = ?, disposition = ?,
             reason = ?, due_at = ?, changed_at = ? WHERE id = ?`,
        ).run(
          ...([seen.name, device, seen.inode, seen.size, seen.mtimeNs, seen.ctimeNs ?? null] as const),
          ...([sha256, disposition, reason, dueAt, at, known.id] as const),
        );
        if (isLeftOut && known.uploadId !== null) leaveOut(known.uploadId, seen.reason ?? 'UNEXPECTED');
        return {
          ...known,
          ...seen,
          device,
          ctimeNs: seen.ctimeNs ?? null,
          sha256,
          disposition,
          reason,
          dueAt,
          changedAt: at,
        };
      }
      const { lastInsertRowid } = statement(
        `INSERT INTO local_files (folder_id, directory, name, name_key, device, inode, size, mtime_ns,
          ctime_ns, disposition,
           reason, due_at, first_seen_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        ...([seen.folderId, seen.directory, seen.name, seen.nameKey, seen.device, seen.inode] as const),
        ...([seen.size, seen.mtimeNs, seen.ctimeNs ?? null, seen.disposition, seen.reason] as const),
        ...([seen.dueAt ?? null, at, at] as const),
      );
      return {
        ...seen,
        ctimeNs: seen.ctimeNs ?? null,
        dueAt: seen.dueAt ?? null,
        id: Number(lastInsertRowid),
        sha256: null,
        uploadId: null,
        firstSeenAt: at,
        changedAt: at,
      };
    },

    /**
     * The intake's side of a hand-over: call in the transaction that makes the upload. False when the row is
     * gone.
     */
    markTaken(id: number, uploadId: number, size: number, mtimeNs: bigint): boolean {
      const { changes } = statement(
        `UPDATE local_files SET disposition = 'taken', reason = NULL, due_at = NULL, upload_id = ?, size = ?,
          mtime_ns = ?,
           sha256 = CASE WHEN size = ? AND mtime_ns = ? THEN sha256 END, changed_at = ? WHERE id = ?`,
      ).run(uploadId, size, String(mtimeNs), size, String(mtimeNs), Math.round(now()), id);
      return Number(changes) > 0;
    },

    /**
     * The same file under another name: the row moves, its upload gets the new path, no byte is read (W8).
     * False when the row is not what it was when the move was noticed, when Sluice took its file away, and
     * when another file was uploaded under the new name: then the file is new content of that name (W7).
     */
    move(moved: MovedFile): boolean {
      const row = at(moved.from);
      // Renaming changes the ctime: it tells nothing here.
      if (!row || !sameBytes({ ...row, ctimeNs: null }, moved) || !isOfUpload(row)) return false;
      if (statement(`SELECT 1 FROM local_files WHERE id = ? AND ${takenAway}`).get(row.id)) return false;
      const inTheWay = find(moved.folderId, moved.directory, moved.nameKey);
      // Without an upload it was written when the file was first seen at its new place: for the same bytes.
      if (inTheWay) keepDecision(inTheWay, moved);
      if (inTheWay && inTheWay.id !== row.id && !forget(inTheWay.id)) return false;
      statement(
        `UPDATE local_files SET folder_id = ?, directory = ?, name = ?, name_key = ?, ctime_ns = ?,
          disposition = 'taken', reason = NULL,
           due_at = NULL, changed_at = ? WHERE id = ?`,
      ).run(
        ...([moved.folderId, moved.directory, moved.name, moved.nameKey] as const),
        ...([moved.ctimeNs ?? null, Math.round(now()), row.id] as const),
      );
      statement('UPDATE uploads SET path = ?, folder_id = ? WHERE id = ?').run(
        moved.path,
        moved.folderId,
        row.uploadId,
      );
      callBack(database, row.uploadId, now());
      return true;
    },

    /**
     * A name that is not there any more: kept for its history when something was uploaded, else dropped.
     * `reason` null means that the delete may still be passed on to the service (W9).
     *
     * @param isDoubtful whether another drive may lie at its path
     */
    markGone(place: RowPlace, reason: string | null, isDoubtful = false): void {
      const row = at(place);
      if (row === undefined || drop(row.id)) return;
      statement(
        `UPDATE local_files SET disposition = 'gone', reason = ?, device = ?, changed_at = ?, confirmed = 0,
          confirmed_at = NULL
           WHERE id = ? AND disposition <> 'gone'`,
      ).run(reason, isDoubtful ? unclearDevice : row.device, Math.round(now()), row.id);
      endQuestion(row.uploadId);
    },

    /**
     * The ctime of a file that was taken before it was taken down; nothing else is known to be the same but
     * what was compared.
     */
    setMissingCtime(id: number, ctimeNs: string): void {
      statement('UPDATE local_files SET ctime_ns = ? WHERE id = ? AND ctime_ns IS NULL').run(ctimeNs, id);
    },

    drop,
    /** Forgets the row of a file that now has another name and a row there, if it is still that file's. */
    follow(id: number, { inode, size, mtimeNs }: SeenFile): void {
      statement(
        `DELETE FROM local_files WHERE id = ? AND upload_id IS NULL AND inode = ? AND size = ?
          AND mtime_ns = ?`,
      ).run(id, inode, size, mtimeNs);
    },

    /** The file lies on a volume with another number than its row says; everything else is as it was. */
    setDevice(id: number, device: string): void {
      statement('UPDATE local_files SET device = ? WHERE id = ?').run(device, id);
    },

    /**
     * A complete pass goes through no link: whose file it found is behind none any more, and what waits for a
     * person because of one is queued again. How many it were.
     */
    liftBehindLink(folderId: string): number {
      const { changes } = statement(
        `UPDATE uploads SET state = 'queued', code = NULL, detail = NULL, attempts = 0, not_before = 0,
          updated_at = ?1
           WHERE folder_id = ?2 AND state = 'attention' AND code = 'FILE_BEHIND_LINK' AND content_id IS NULL
             AND EXISTS (SELECT 1 FROM local_files WHERE upload_id = uploads.id AND disposition = 'taken')`,
      ).run(Math.round(now()), folderId);
      return Number(changes);
    },

    /**
     * The folder is watched again, or these files belong to it now: uploads that ended because no folder had
     * their files are queued again. How many it were.
     */
    takeBackRemoved(folderId: string): number {
      const { changes } = statement(
        `UPDATE uploads SET state = 'queued', code = NULL, detail = NULL, attempts = 0, not_before = 0,
          finished_at = NULL, updated_at = ?1
           WHERE folder_id = ?2 AND state = 'cancelled' AND code = 'FOLDER_REMOVED' AND content_id IS NULL
             AND EXISTS (SELECT 1 FROM local_files WHERE upload_id = uploads.id AND folder_id = ?2
               AND disposition = 'taken')`,
      ).run(Math.round(now()), folderId);
      return Number(changes);
    },

    /**
     * Uploads that wait for their files, as for a drive that was away: they are looked for at once. How many
     * it were.
     */
    wakeWaiting(folderId: string): number {
      const { changes } = statement(
        `UPDATE uploads SET not_before = 0, attempts = 0, code = NULL, detail = NULL, updated_at = ?
           WHERE folder_id = ? AND state = 'queued' AND code = 'FILE_GONE'`,
      ).run(Math.round(now()), folderId);
      return Number(changes);
    },

    /**
     * A person wants a file that waits, and another process watches its folder: `asked` is where that one
     * finds it.
     */
    request(id: number): boolean {
      const { changes } = statement(
        `UPDATE local_files SET due_at = ? WHERE id = ? AND disposition = 'settling'`,
      ).run(askedFor, id);
      return Number(changes) > 0;
    },

    /** Files of a folder that were asked for; each is told once. */
    takeRequested(folderId: string): number[] {
      const rows = statement(
        `UPDATE local_files SET due_at = NULL WHERE folder_id = ? AND disposition = 'settling' AND due_at = ?
          RETURNING id`,
      ).all(folderId, askedFor);
      return rows.map(({ id }) => id as number);
    },

    setDisposition(id: number, disposition: Disposition, reason: string | null): void {
      statement('UPDATE local_files SET disposition = ?, reason = ?, changed_at = ? WHERE id = ?').run(
        disposition,
        reason,
        Math.round(now()),
        id,
      );
    },

    /** Whether files of a folder were chosen since it was last asked. */
    takeChosen(folderId: string): boolean {
      const { changes } = statement(
        `UPDATE local_files SET due_at = NULL WHERE folder_id = ? AND disposition = 'settling'
          AND due_at = ?`,
      ).run(folderId, chosen);
      return Number(changes) > 0;
    },

    /** First-run mode `choose`: releases one held file to be uploaded. */
    release(id: number, folderId: string): boolean {
      const { changes } = statement(
        `UPDATE local_files SET disposition = 'settling', reason = NULL, due_at = ?, changed_at = ?
           WHERE id = ? AND folder_id = ? AND disposition = 'held'`,
      ).run(chosen, Math.round(now()), id, folderId);
      return Number(changes) > 0;
    },

    /**
     * Releases or gives up the files that wait for the folder's choice, at most `limit` a call; how many it
     * were.
     */
    decideHeld(folderId: string, wanted: boolean, limit: number): number {
      const { changes } = statement(
        `UPDATE local_files SET disposition = ?2, reason = ?3, changed_at = ?4, due_at = ?6
           WHERE id IN (SELECT id FROM local_files
             WHERE folder_id = ?1 AND disposition = 'held' AND reason = 'CHOICE_PENDING' LIMIT ?5)`,
      ).run(
        folderId,
        wanted ? 'settling' : 'ignored',
        wanted ? null : 'not-chosen',
        Math.round(now()),
        limit,
        wanted ? chosen : null,
      );
      return Number(changes);
    },

    /** Rows of one disposition, in order of id, for lists and for `choose`. */
    list(folderId: string, { disposition, reason, after = 0, limit = 500 }: ListQuery = {}): LocalFileRow[] {
      return statement(
        `SELECT ${columns} FROM local_files WHERE folder_id = ? AND (?2 IS NULL OR disposition = ?2)
           AND (?3 IS NULL OR reason = ?3) AND id > ?4 ORDER BY id LIMIT ?5`,
      ).all(folderId, disposition ?? null, reason ?? null, after, limit) as unknown as LocalFileRow[];
    },
  };
}

interface ListQuery {
  readonly disposition?: Disposition;
  readonly reason?: string;
  /** The last id of the page before. */
  readonly after?: number;
  readonly limit?: number;
}

export type LocalFiles = ReturnType<typeof createLocalFiles>;
