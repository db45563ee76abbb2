import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { UploadOptions, UploadState } from '#shared/uploads/upload.ts';
import { createClaims } from './claims.ts';
import type { Database } from './database.ts';
import { type LocalPlace, localPlaces, localStanding } from './local-standing.ts';
import { createUploadQueue } from './upload-queue.ts';
import { createVersions } from './versions.ts';
import { toUploadRow, type UploadPatch, type UploadRow } from './upload-row.ts';

/** Looks at a missing file before it is given up: a move may be under way, and the watcher tells the new path. */
export const looksForGoneFile = 3;

export interface NewUpload {
  readonly profileId: string;
  readonly folderId: string | null;
  readonly path: string;
  readonly fileName: string;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly lane: number;
  readonly replaces: number | null;
  readonly options: UploadOptions;
}

export interface UploadEventDraft {
  readonly kind: string;
  readonly detail?: Record<string, unknown>;
}

export interface Move {
  readonly id: number;
  readonly from: readonly UploadState[];
  readonly patch: UploadPatch;
  readonly event?: UploadEventDraft;
}

/** What is to be sent, as it was decided directly before, and by which local file. */
export interface Decided {
  readonly path: string;
  readonly fileName: string;
  readonly folderId: string | null;
  readonly options: UploadOptions;
  /** Null for what a person added by hand. */
  readonly place: Pick<LocalPlace, 'folderId' | 'directory' | 'name'> | null;
}

/** Where a file belongs that another profile is to upload. */
export interface Target {
  readonly profileId: string;
  readonly folderId: string;
  readonly directory: string;
  readonly name: string;
  readonly path: string;
  readonly options: UploadOptions;
}

export type Begun =
  | { readonly kind: 'ours' | 'moved' | 'changed' | 'superseded' }
  | { readonly kind: 'held'; readonly holder: UploadRow };

/** At rest or followed, and able to stand for a document. */
const withDocument: readonly UploadState[] = ['processing', 'completed', 'attention'];
/** What `touch` needs room for: several pages of SQLite. */
const touchedBytes = 64 * 1024;

const readyStates = `state IN ('queued', 'enriching', 'reserved', 'putting', 'verifying', 'cancelling')`;

/** The table of uploads: durable jobs and their history. All methods are one short transaction. */
export function createUploads(database: Database, now: () => number) {
  const statement = database.statement;
  const claims = createClaims(database, now);
  const queue = createUploadQueue(database);

  function record(uploadId: number, event: UploadEventDraft): void {
    statement('INSERT INTO upload_events (upload_id, at, kind, detail) VALUES (?, ?, ?, ?)').run(
      uploadId,
      Math.round(now()),
      event.kind,
      event.detail ? JSON.stringify(event.detail) : null,
    );
  }

  function get(id: number): UploadRow | undefined {
    const row = statement('SELECT * FROM uploads WHERE id = ?').get(id);
    return row ? toUploadRow(row) : undefined;
  }

  /**
   * Moves an upload on, if it is still in one of the states the caller believes it to be in.
   * False when somebody else (a cancel, another process) moved it first: then the caller stops.
   */
  function advance(
    id: number,
    from: readonly UploadState[],
    patch: UploadPatch,
    event?: UploadEventDraft,
  ): boolean {
    return database.transaction(() => {
      const columns = Object.keys(patch);
      const values = Object.values(patch).map((value) =>
        typeof value === 'number' ? Math.round(value) : value,
      );
      const { changes } = statement(
        `UPDATE uploads SET ${columns.map((column) => `${column} = ?`).join(', ')}, updated_at = ?
           WHERE id = ? AND state IN (${from.map(() => '?').join()})`,
      ).run(...values, Math.round(now()), id, ...from);
      if (Number(changes) === 0) return false;
      if (event) record(id, event);
      return true;
    });
  }

  /** Adds a job; call inside a transaction together with what it stands for. */
  function add(upload: NewUpload): number {
    const at = Math.round(now());
    const { lastInsertRowid } = statement(
      `INSERT INTO uploads (profile_id, folder_id, path, file_name, size, mtime_ns, state, lane, sort_key, replaces,
         options, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?)`,
    ).run(
      upload.profileId,
      upload.folderId,
      upload.path,
      upload.fileName,
      upload.size,
      String(upload.mtimeNs),
      upload.lane,
      at,
      upload.replaces,
      JSON.stringify(upload.options),
      at,
      at,
    );
    return Number(lastInsertRowid);
  }

  /** The bytes of a queued upload are gone, overwritten by those of a newer one, which takes its place in the line of versions. */
  function supersede(uploadId: number): boolean {
    const ended = advance(
      uploadId,
      ['queued'],
      { state: 'cancelled', code: null, detail: 'replaced by a newer version', finished_at: now() },
      { kind: 'superseded' },
    );
    if (!ended) return false;
    statement(
      'UPDATE uploads SET replaces = (SELECT replaces FROM uploads WHERE id = ?1) WHERE replaces = ?1',
    ).run(uploadId);
    return true;
  }

  const versions = createVersions(database, { get, advance, supersede });

  return {
    get,
    record,

    add,

    next: queue.next,
    nextWake: queue.nextWake,

    /** When anything that is not at its end was last changed, or undefined. */
    newestChange(): number | undefined {
      const row = statement(
        `SELECT max(updated_at) AS at FROM uploads WHERE ${readyStates} OR state = 'processing'`,
      ).get() as { at: number | null };
      return row.at ?? undefined;
    },

    /** Attempts that were counted for what turned out to be trouble of the whole profile: given back, and ready at once. */
    giveBackAttempts(uploadIds: readonly number[]): void {
      statement(
        `UPDATE uploads SET attempts = max(0, attempts - 1), not_before = 0, updated_at = ?
           WHERE id IN (SELECT value FROM json_each(?)) AND ${readyStates}`,
      ).run(Math.round(now()), JSON.stringify(uploadIds));
    },

    /**
     * Writes, to find out whether that is possible: the newest upload as it is, and as much more as a few steps of uploads need.
     * Throws what SQLite says.
     */
    touch(): void {
      const write = (value: string) =>
        database.transaction(() => {
          statement('UPDATE uploads SET polls = polls WHERE id = (SELECT max(id) FROM uploads)').run();
          statement(
            `INSERT INTO facts (key, value) VALUES ('touched', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
          ).run(JSON.stringify(value));
        });
      write(' '.repeat(touchedBytes));
      write('');
    },

    /** The clock was set back by so many ms: times that now lie ahead are moved with it. */
    setBack(now: number, by: number): void {
      const moved = (column: string) =>
        `${column} = CASE WHEN ${column} > ?1 THEN max(?1, ${column} - ?2) ELSE ${column} END`;
      const times = [Math.round(now), Math.round(by)] as const;
      database.transaction(() => {
        statement(
          `UPDATE uploads SET ${moved('not_before')}, ${moved('poll_at')},
             landed_at = CASE WHEN landed_at > ?1 THEN landed_at - ?2 ELSE landed_at END
             WHERE ${readyStates} OR state = 'processing' OR after_state IS NOT NULL`,
        ).run(...times);
        statement(`UPDATE abandoned_slots SET ${moved('not_before')} WHERE state = 'open'`).run(...times);
      });
    },

    advance,

    /** The local files that stand for an upload, what can be sent first. */
    places: (uploadId: number): LocalPlace[] => localPlaces(database, uploadId),

    /** Ends a queued upload that no local file stands for any more. */
    supersede: (uploadId: number): boolean => database.transaction(() => supersede(uploadId)),

    /**
     * Ends an upload that is not to be sent as things stand now; with a reason its local files say so too. False when it was moved
     * on or its file is elsewhere meanwhile.
     */
    leaveOut(
      row: UploadRow,
      code: ErrorCode,
      why: { detail: string | null; reason: string | null },
    ): boolean {
      return database.transaction(() => {
        const current = get(row.id);
        if (current?.path !== row.path || current.folderId !== row.folderId) return false;
        const { detail, reason } = why;
        const ended = { state: 'cancelled', code, detail, finished_at: now() } as const;
        if (!advance(row.id, ['queued'], ended, { kind: 'left-out', detail: { code, reason } })) return false;
        if (reason !== null) {
          statement(
            `UPDATE local_files SET disposition = 'ignored', reason = ?, changed_at = ?
               WHERE upload_id = ? AND disposition = 'taken'`,
          ).run(reason, Math.round(now()), row.id);
        }
        return true;
      });
    },

    /**
     * Ends a queued upload whose local file belongs to another profile now, and queues the file there. False when it was moved on
     * meanwhile.
     */
    giveTo(row: UploadRow, place: LocalPlace, target: Target): boolean {
      return database.transaction(() => {
        const code = 'OTHER_PROFILE';
        const ended = { state: 'cancelled', code, detail: null, finished_at: now() } as const;
        if (!advance(row.id, ['queued'], ended, { kind: 'left-out', detail: { code } })) return false;
        const { folderId, directory, name } = target;
        const same = folderId === place.folderId && directory === place.directory;
        // Where the other folder has seen the file itself, it hands it over itself.
        const { changes } = statement(
          `UPDATE OR IGNORE local_files SET folder_id = ?, directory = ?, changed_at = ? WHERE id = ?`,
        ).run(folderId, directory, Math.round(now()), place.id);
        if (!same && Number(changes) === 0) {
          statement('DELETE FROM local_files WHERE id = ?').run(place.id);
          return true;
        }
        const { profileId, path, options } = target;
        const { size, lane } = row;
        const mtimeNs = BigInt(row.mtimeNs);
        const id = add({
          ...{ profileId, folderId, path, fileName: name, size, mtimeNs, lane, replaces: null, options },
        });
        statement(
          `UPDATE local_files SET upload_id = ?, disposition = 'taken', reason = NULL WHERE id = ?`,
        ).run(id, place.id);
        return true;
      });
    },

    /**
     * Journals that the bytes are known and that a POST is about to be made, with what it says, and claims the bytes for this upload
     * (W6). One transaction: `ours` means go on, `held` that another upload has the claim, `moved` that this one or its local file was
     * changed and all is to be decided anew, `changed` that the local file is not what its folder handed over, `superseded` that a
     * newer upload stands for it and this one ended.
     */
    begin(
      row: UploadRow,
      decided: Decided,
      read: { sha256: string; size: number; mtimeNs: bigint },
      evenIfHeld: boolean,
    ): Begun {
      return database.transaction(() => {
        const { place } = decided;
        const standing = place === null ? 'current' : localStanding(database, row.id, read, place);
        if (standing === 'superseded') return { kind: supersede(row.id) ? 'superseded' : 'moved' };
        if (standing === 'elsewhere') return { kind: 'moved' };
        if (standing === 'changed') return { kind: 'changed' };
        if (row.sha256 !== null && row.sha256 !== read.sha256) claims.release(row.id);
        const holder = claims.take(row, read.sha256);
        statement('UPDATE local_files SET sha256 = ? WHERE upload_id = ?').run(read.sha256, row.id);
        const goesOn = holder === row.id || evenIfHeld;
        const { changes } = statement(
          `UPDATE uploads SET state = ?, sha256 = ?, size = ?, mtime_ns = ?, path = ?, file_name = ?, folder_id = ?, options = ?,
             attempts = ?, updated_at = ? WHERE id = ? AND state = 'queued'`,
        ).run(
          goesOn ? 'enriching' : 'queued',
          read.sha256,
          read.size,
          String(read.mtimeNs),
          decided.path,
          decided.fileName,
          decided.folderId,
          JSON.stringify(decided.options),
          row.attempts,
          Math.round(now()),
          row.id,
        );
        if (Number(changes) === 0) return { kind: 'moved' };
        record(row.id, { kind: 'fingerprinted', detail: { sha256: read.sha256, attempt: row.attempts + 1 } });
        if (goesOn) return { kind: 'ours' };
        return { kind: 'held', holder: get(holder) as UploadRow };
      });
    },

    /**
     * A person deleted the document: nobody holds its bytes, and files that stood for it as duplicates do not bring it back. False
     * when the upload stands for it no more.
     */
    endDeleted(uploadId: number, contentId: string, detail: string): boolean {
      return database.transaction(() => {
        const at = Math.round(now());
        const row = get(uploadId);
        if (row?.contentId !== contentId || !withDocument.includes(row.state)) return false;
        // Before the claim ends, or they would be queued again.
        statement(
          `UPDATE uploads SET state = 'cancelled', detail = ?, after_state = NULL, updated_at = ?
             WHERE duplicate_of = ? AND state = 'duplicate'`,
        ).run(detail, at, uploadId);
        return advance(
          uploadId,
          withDocument,
          { state: 'cancelled', content_id: null, code: null, detail, after_state: null, finished_at: at },
          { kind: 'deleted', detail: { contentId } },
        );
      });
    },

    /**
     * Ends a job of a folder whose file the watcher found to be deleted; it calls it back with `see` or `move` of local-files.ts.
     * False when the file was moved meanwhile, or is only out of sight, as with a drive that is away: the job is still to be done.
     */
    endGone(row: UploadRow, patch: UploadPatch, event: UploadEventDraft): boolean {
      return database.transaction(() => {
        if (get(row.id)?.path !== row.path) return false;
        const { waits } = statement(
          `SELECT EXISTS (SELECT 1 FROM local_files WHERE upload_id = ? AND disposition <> 'gone') AS waits`,
        ).get(row.id) as { waits: number };
        if (waits === 1) return false;
        return advance(
          row.id,
          ['queued', 'putting'],
          { ...patch, state: 'cancelled', finished_at: now() },
          event,
        );
      });
    },

    /** Whether a folder's uploads only wait for files that are out of sight, as with a drive that is away. */
    waitsForFilesOnly(folderId: string): boolean {
      const { others } = statement(
        `SELECT EXISTS (SELECT 1 FROM uploads WHERE folder_id = ?1
            AND state IN ('enriching', 'reserved', 'putting', 'verifying', 'cancelling'))
          OR EXISTS (SELECT 1 FROM uploads WHERE folder_id = ?1 AND state = 'queued'
            AND code IS NOT 'FOLDER_MISSING' AND (code IS NOT 'FILE_GONE' OR attempts <= ?2)) AS others`,
      ).get(folderId, looksForGoneFile) as { others: number };
      return others === 0;
    },

    /** Ends a job whose bytes `holder` has claimed. False when it has not any more: then the job is still to be done. */
    becomeDuplicate(uploadId: number, holder: number, patch: UploadPatch, event: UploadEventDraft): boolean {
      return database.transaction(
        () =>
          claims.holdsBytesOf(holder, uploadId) &&
          advance(uploadId, ['queued'], { ...patch, state: 'duplicate', duplicate_of: holder }, event),
      );
    },

    /**
     * Forgets a job that turned out to be none, as when a file was only touched. Its local files go back to `previous`, which
     * holds the bytes or is a duplicate of `holder`. False when that has changed meanwhile: then the job is still to be done.
     */
    dissolve(uploadId: number, previous: number, holder: number): boolean {
      return database.transaction(() => {
        const stands = get(previous);
        if (previous !== holder && (stands?.state !== 'duplicate' || stands.duplicateOf !== holder))
          return false;
        if (!claims.holdsBytesOf(holder, uploadId)) return false;
        statement('UPDATE local_files SET upload_id = ? WHERE upload_id = ?').run(previous, uploadId);
        statement('UPDATE uploads SET replaces = ? WHERE replaces = ?').run(previous, uploadId);
        statement('DELETE FROM uploads WHERE id = ?').run(uploadId);
        return true;
      });
    },

    /** Adds many jobs in one transaction; their ids. */
    addMany(added: readonly NewUpload[]): number[] {
      return database.transaction(() => added.map(add));
    },

    /** Many moves in one transaction; how many were made. */
    advanceMany(moves: readonly Move[]): number {
      return database.transaction(
        () => moves.filter((move) => advance(move.id, move.from, move.patch, move.event)).length,
      );
    },

    /** Documents to ask about: those whose time has come, the longest overdue first. */
    duePolls(profileId: string, now: number, limit: number): UploadRow[] {
      return statement(
        `SELECT * FROM uploads WHERE profile_id = ? AND state = 'processing' AND poll_at <= ? ORDER BY poll_at LIMIT ?`,
      )
        .all(profileId, Math.round(now), limit)
        .map(toUploadRow);
    },

    /** How many documents are being enriched, when the next is due, and since when the oldest has been there. */
    polling(profileId: string): { pending: number; nextAt: number | null; oldestLanding: number | null } {
      return statement(
        `SELECT count(*) AS pending, min(poll_at) AS nextAt, min(landed_at) AS oldestLanding FROM uploads
           WHERE profile_id = ? AND state = 'processing'`,
      ).get(profileId) as { pending: number; nextAt: number | null; oldestLanding: number | null };
    },

    /** How many landed at that time or later: so many documents may stand before it in the service's list. */
    landedSince(profileId: string, since: number): number {
      const row = statement('SELECT count(*) AS n FROM uploads WHERE profile_id = ? AND landed_at >= ?').get(
        profileId,
        Math.round(since),
      ) as { n: number };
      return row.n;
    },

    /** Sets the first look of documents nobody asked about yet to `afterMs` after they landed. */
    rescheduleFirstLooks(profileId: string, afterMs: number): void {
      statement(
        `UPDATE uploads SET poll_at = landed_at + ? WHERE profile_id = ? AND state = 'processing' AND polls = 0`,
      ).run(Math.round(afterMs), profileId);
    },

    /** The uploads being enriched that stand for these documents. */
    processingByContent(profileId: string, contentIds: readonly string[]): UploadRow[] {
      return statement(
        `SELECT * FROM uploads INDEXED BY uploads_content WHERE content_id IN (SELECT value FROM json_each(?)) AND profile_id = ? AND state = 'processing'`,
      )
        .all(JSON.stringify(contentIds), profileId)
        .map(toUploadRow);
    },

    /** Finished uploads with something left to do. */
    dueAfter(profileId: string, now: number, limit: number): UploadRow[] {
      return statement(
        `SELECT * FROM uploads INDEXED BY uploads_after WHERE profile_id = ? AND after_state IS NOT NULL AND state IN ('completed', 'duplicate', 'attention')
           AND not_before <= ? ORDER BY id LIMIT ?`,
      )
        .all(profileId, Math.round(now), limit)
        .map(toUploadRow);
    },

    settleVersion: versions.settle,
    isWanted: versions.isWanted,
    endReplaced: versions.endReplaced,

    /** What was left to do after an upload's end is done or waits; nothing is written where something else is left by now. */
    finished({ id, state, afterState }: UploadRow, patch: UploadPatch, event?: UploadEventDraft): boolean {
      return database.transaction(
        () => get(id)?.afterState === afterState && advance(id, [state], patch, event),
      );
    },

    /** True while anything of this profile is not at its end (attention and paused, and who waits for them, do not count). */
    isUnfinished(profileId: string, pausedFolders: readonly string[]): boolean {
      if (queue.hasMore(profileId, pausedFolders)) return true;
      const row = statement(
        `SELECT EXISTS (SELECT 1 FROM uploads WHERE profile_id = ?1 AND state = 'processing')
             OR EXISTS (SELECT 1 FROM uploads INDEXED BY uploads_after
                  WHERE profile_id = ?1 AND after_state IS NOT NULL AND NOT (state = 'duplicate' AND EXISTS (
                    SELECT 1 FROM uploads AS first WHERE first.id = uploads.duplicate_of
                      AND (first.state = 'attention' OR first.paused = 1)))) AS unfinished`,
      ).get(profileId) as { unfinished: number };
      return row.unfinished === 1;
    },
  };
}

export type Uploads = ReturnType<typeof createUploads>;
