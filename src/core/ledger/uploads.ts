import type { UploadOptions, UploadState } from '#shared/uploads/upload.ts';
import { createClaims } from './claims.ts';
import type { Database } from './database.ts';
import { localStanding } from './local-standing.ts';
import { toUploadRow, type UploadPatch, type UploadRow } from './upload-row.ts';

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

export interface NextQuery {
  readonly profileId: string;
  readonly now: number;
  readonly limit: number;
  /** Uploads already under way in this process. */
  readonly exclude: ReadonlySet<number>;
  readonly pausedFolders: readonly string[];
  /** Everything is paused: only what was cancelled is still cleaned up. */
  readonly onlyCancelling?: boolean;
  /** Bytes; leaves larger files for later when the slots for them are taken (U14). */
  readonly maxSize?: number;
}

export type Begun =
  | { readonly kind: 'ours' | 'moved' | 'changed' | 'superseded' }
  | { readonly kind: 'held'; readonly holder: UploadRow };

const readyStates = `state IN ('queued', 'enriching', 'reserved', 'putting', 'verifying', 'cancelling')`;

/** The table of uploads: durable jobs and their history. All methods are one short transaction. */
export function createUploads(database: Database, now: () => number) {
  const statement = database.statement;
  const claims = createClaims(database, now);

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
    claims.release(uploadId);
    statement(
      'UPDATE uploads SET replaces = (SELECT replaces FROM uploads WHERE id = ?1) WHERE replaces = ?1',
    ).run(uploadId);
    return true;
  }

  return {
    get,
    record,

    add,

    /** What to do next, in order: manual, fresh, backlog; within a lane by sort key (U14). */
    next(query: NextQuery): UploadRow[] {
      const rows = statement(
        `SELECT * FROM uploads WHERE profile_id = ? AND ${readyStates} AND paused = 0 AND not_before <= ? AND size <= ?
           AND (state = 'cancelling' OR
             NOT ? AND (folder_id IS NULL OR folder_id NOT IN (SELECT value FROM json_each(?))))
           ORDER BY lane, sort_key LIMIT ?`,
      ).all(
        query.profileId,
        Math.round(query.now),
        query.maxSize ?? Number.MAX_SAFE_INTEGER,
        query.onlyCancelling ? 1 : 0,
        JSON.stringify(query.pausedFolders),
        query.limit + query.exclude.size,
      );
      return rows
        .map(toUploadRow)
        .filter((row) => !query.exclude.has(row.id))
        .slice(0, query.limit);
    },

    /** When anything that is not at its end was last changed, or undefined. */
    newestChange(): number | undefined {
      const row = statement(
        `SELECT max(updated_at) AS at FROM uploads WHERE ${readyStates} OR state = 'processing'`,
      ).get() as { at: number | null };
      return row.at ?? undefined;
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

    /** The earliest time after `now` at which something becomes ready, or undefined. */
    nextWake(profileId: string, now: number): number | undefined {
      const row = statement(
        `SELECT min(not_before) AS at FROM uploads WHERE profile_id = ? AND ${readyStates} AND paused = 0 AND not_before > ?`,
      ).get(profileId, Math.round(now)) as { at: number | null };
      return row.at ?? undefined;
    },

    advance,

    /**
     * Journals that the bytes are known and that a POST is about to be made, and claims the bytes for this upload (W6).
     * One transaction: `ours` means go on, `held` that another upload has the claim, `moved` that this one was changed, `changed`
     * that the local file is not what its folder handed over, `superseded` that a newer upload stands for it and this one ended.
     */
    begin(
      row: UploadRow,
      read: { sha256: string; size: number; mtimeNs: bigint },
      evenIfHeld: boolean,
    ): Begun {
      return database.transaction(() => {
        const standing = row.folderId === null ? 'current' : localStanding(database, row.id, read);
        if (standing === 'superseded') return { kind: supersede(row.id) ? 'superseded' : 'moved' };
        if (standing === 'changed') return { kind: 'changed' };
        if (row.sha256 !== null && row.sha256 !== read.sha256) claims.release(row.id);
        const holder = claims.take(row, read.sha256);
        statement('UPDATE local_files SET sha256 = ? WHERE upload_id = ?').run(read.sha256, row.id);
        const goesOn = holder === row.id || evenIfHeld;
        const { changes } = statement(
          `UPDATE uploads SET state = ?, sha256 = ?, size = ?, mtime_ns = ?, updated_at = ? WHERE id = ? AND state = 'queued'`,
        ).run(
          goesOn ? 'enriching' : 'queued',
          read.sha256,
          read.size,
          String(read.mtimeNs),
          Math.round(now()),
          row.id,
        );
        if (Number(changes) === 0) return { kind: 'moved' };
        record(row.id, { kind: 'fingerprinted', detail: { sha256: read.sha256, attempt: row.attempts + 1 } });
        if (goesOn) return { kind: 'ours' };
        return { kind: 'held', holder: get(holder) as UploadRow };
      });
    },

    /** Gives up a claim; whoever waited as its duplicate is queued again, so that the bytes still get there once. */
    release(uploadId: number): void {
      database.transaction(() => claims.release(uploadId));
    },

    /** A person deleted the document: nobody holds its bytes, and files that stood for it as duplicates do not bring it back. */
    forget(uploadId: number, detail: string): void {
      database.transaction(() => {
        claims.drop(uploadId);
        statement(
          `UPDATE uploads SET state = 'cancelled', detail = ?, after_state = NULL, updated_at = ?
             WHERE duplicate_of = ? AND state = 'duplicate'`,
        ).run(detail, Math.round(now()), uploadId);
      });
    },

    /**
     * Ends a job of a folder whose file is gone: also the watcher counts it as gone now, and calls it back with `see` or `move`
     * of local-files.ts. False when the file was moved meanwhile: then the job is still to be done.
     */
    endGone(row: UploadRow, patch: UploadPatch, event: UploadEventDraft): boolean {
      return database.transaction(() => {
        if (get(row.id)?.path !== row.path) return false;
        if (
          !advance(row.id, ['queued', 'putting'], { ...patch, state: 'cancelled', finished_at: now() }, event)
        )
          return false;
        claims.release(row.id);
        statement(
          `UPDATE local_files SET disposition = 'gone', reason = 'kept', changed_at = ? WHERE upload_id = ? AND disposition = 'taken'`,
        ).run(Math.round(now()), row.id);
        return true;
      });
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
     * Forgets a job that turned out to be none, as when a file was only touched. Its local files go back to `previous`. False
     * when `previous` has given up its claim to the bytes meanwhile: then the job is still to be done.
     */
    dissolve(uploadId: number, previous: number): boolean {
      return database.transaction(() => {
        if (!claims.holdsBytesOf(previous, uploadId)) return false;
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

    /** Whether other local files rely on this upload's document as their duplicate. */
    hasDuplicates(uploadId: number): boolean {
      return (
        statement(`SELECT 1 FROM uploads WHERE duplicate_of = ? AND state = 'duplicate'`).get(uploadId) !==
        undefined
      );
    },

    /** True while anything of this profile is not at its end (attention and paused, and who waits for them, do not count). */
    isUnfinished(profileId: string, pausedFolders: readonly string[]): boolean {
      const row = statement(
        `SELECT EXISTS (SELECT 1 FROM uploads WHERE profile_id = ?1 AND ${readyStates} AND paused = 0
                  AND (folder_id IS NULL OR folder_id NOT IN (SELECT value FROM json_each(?2))))
             OR EXISTS (SELECT 1 FROM uploads WHERE profile_id = ?1 AND state = 'processing')
             OR EXISTS (SELECT 1 FROM uploads INDEXED BY uploads_after
                  WHERE profile_id = ?1 AND after_state IS NOT NULL AND NOT (state = 'duplicate' AND EXISTS (
                    SELECT 1 FROM uploads AS first WHERE first.id = uploads.duplicate_of
                      AND (first.state = 'attention' OR first.paused = 1)))) AS unfinished`,
      ).get(profileId, JSON.stringify(pausedFolders)) as { unfinished: number };
      return row.unfinished === 1;
    },
  };
}

export type Uploads = ReturnType<typeof createUploads>;
