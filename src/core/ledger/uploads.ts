import type { UploadState } from '#shared/uploads/upload.ts';
import type { Database } from './database.ts';
import { createFollowedUploads } from './followed-uploads.ts';
import { createQueuedUploads } from './queued-uploads.ts';
import { createTeamClaims } from './team-claims.ts';
import { createUploadMoves, type NewUpload, type UploadEventDraft } from './upload-moves.ts';
import { createUploadQueue } from './upload-queue.ts';
import { toUploadRow, type UploadPatch, type UploadRow } from './upload-row.ts';
import { createVersions } from './versions.ts';

/**
 * Looks at a missing file before it is given up: a move may be under way, and the watcher tells the new path.
 */
export const looksForGoneFile = 3;

/** At rest or followed, and able to stand for a document. */
const withDocument: readonly UploadState[] = ['processing', 'completed', 'attention'];
/** Bytes may be on their way to the document, or be sent again once it is gone. */
const underWay: readonly UploadState[] = ['reserved', 'putting', 'verifying', 'cancelling'];
/** What `touch` needs room for: several pages of SQLite. */
const touchedBytes = 64 * 1024;

const readyStates = `state IN ('queued', 'claiming', 'enriching', 'reserved', 'putting', 'verifying',
  'cancelling')`;

/** The table of uploads: durable jobs and their history. All methods are one short transaction. */
export function createUploads(database: Database, now: () => number) {
  const { statement } = database;
  const moves = createUploadMoves(database, now);
  const { get, advance } = moves;
  const queue = createUploadQueue(database);
  const versions = createVersions(database, moves);

  /**
   * True while a finished upload of this profile has something left to do, unless it waits for a person. A duplicate of
   * a document that the service could not process waits for nobody: its file goes to the failed folder.
   *
   * @param pausedFolders ids of watch folders: nothing happens to their files
   */
  function hasMoreToDo(profileId: string, pausedFolders: readonly string[]): boolean {
    const row = statement(
      `SELECT 1 FROM uploads INDEXED BY uploads_after
         WHERE profile_id = ? AND after_state IS NOT NULL
           AND (folder_id IS NULL OR folder_id NOT IN (SELECT value FROM json_each(?))) AND NOT (state = 'duplicate' AND EXISTS (
           SELECT 1 FROM uploads AS first WHERE first.id = uploads.duplicate_of
             AND (first.state = 'attention' AND first.remote_status IS NOT 'failed'
               OR first.paused = 1 AND first.state <> 'completed'))) LIMIT 1`,
    ).get(profileId, JSON.stringify(pausedFolders));
    return row !== undefined;
  }

  return {
    ...moves,
    ...createQueuedUploads(database, now, moves, createTeamClaims(database, now, moves)),
    ...createFollowedUploads(database),

    /**
     * Adds files that a person named, in one transaction; their ids. Where the person said what is to be done
     * with a changed file, each names the newest upload of its path that has a document or is to make one
     * (W7).
     */
    addManual(added: readonly NewUpload[]): number[] {
      const newest = statement(
        `SELECT id FROM uploads WHERE path = ? AND profile_id = ? AND state <> 'cancelled'
          AND NOT (state = 'attention' AND content_id IS NULL) ORDER BY id DESC LIMIT 1`,
      );
      return database.transaction(() =>
        added.map((upload) => {
          const isVersion = upload.options.changed !== 'new-document';
          const older = isVersion ? newest.get(upload.path, upload.profileId) : undefined;
          return moves.add({ ...upload, replaces: (older?.id as number | undefined) ?? null });
        }),
      );
    },

    next: queue.next,
    nextWake: queue.nextWake,
    hasMore: queue.hasMore,

    /** When the latest event of any upload was written down, or undefined: one seek, however many. */
    newestChange(): number | undefined {
      const row = statement('SELECT at FROM upload_events ORDER BY id DESC LIMIT 1').get();
      return row?.at as number | undefined;
    },

    /**
     * Attempts, by upload, that were counted for what turned out to be trouble of the whole profile: given
     * back, and ready at once.
     */
    giveBackAttempts(counts: ReadonlyMap<number, number>): void {
      database.transaction(() => {
        for (const [id, count] of counts) {
          statement(
            `UPDATE uploads SET attempts = max(0, attempts - ?), not_before = 0, updated_at = ? WHERE id = ?
              AND ${readyStates}`,
          ).run(count, Math.round(now()), id);
        }
      });
    },

    /**
     * Writes, to find out whether that is possible: the newest upload as it is, and as much more as a few
     * steps of uploads need. Throws what SQLite says.
     */
    touch(): void {
      const write = (value: string) =>
        database.transaction(() => {
          statement('UPDATE uploads SET polls = polls WHERE id = (SELECT max(id) FROM uploads)').run();
          statement(
            `INSERT INTO facts (key, value) VALUES ('touched', ?) ON CONFLICT (key) DO UPDATE
              SET value = excluded.value`,
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
        // A deleted file holds back the deletes of its folder until a grace time has passed.
        statement(
          `UPDATE local_files SET changed_at = ?1 WHERE disposition = 'gone'
             AND folder_id IN (SELECT folder_id FROM file_counts) AND changed_at > ?1`,
        ).run(times[0]);
      });
    },

    /**
     * A user deleted the document: its duplicates do not upload it again. If another upload has a document of
     * the same bytes, they become duplicates of that one (trigger `uploads_claims`). An upload in progress is
     * cancelled. False if the document is not this upload's any more.
     */
    endDeleted(uploadId: number, contentId: string, detail: string): boolean {
      return database.transaction(() => {
        const at = Math.round(now());
        const row = get(uploadId);
        const isUnderWay = row !== undefined && underWay.includes(row.state);
        if (row?.contentId !== contentId || !(isUnderWay || withDocument.includes(row.state))) return false;
        // Before the claim ends, or they would be queued again.
        statement(
          `UPDATE uploads SET state = 'cancelled', detail = ?1, after_state = NULL, updated_at = ?2
             WHERE duplicate_of = ?3 AND state = 'duplicate' AND NOT EXISTS (SELECT 1 FROM claim_heirs
             WHERE holder = ?3)`,
        ).run(detail, at, uploadId);
        if (isUnderWay) {
          const after = row.afterState === 'vanished' ? row.afterState : null;
          const patch = { state: 'cancelling', afterState: after, notBefore: 0, paused: false } as const;
          return advance(row, underWay, patch, { kind: 'deleted', detail: { contentId } });
        }
        return advance(
          row,
          withDocument,
          { state: 'cancelled', contentId: null, code: null, detail, afterState: null, finishedAt: at },
          { kind: 'deleted', detail: { contentId } },
        );
      });
    },

    /** Uploads whose files had the same bytes, and may have them still. */
    listDuplicates(uploadId: number): UploadRow[] {
      return statement(`SELECT * FROM uploads WHERE duplicate_of = ? AND state = 'duplicate'`)
        .all(uploadId)
        .map(toUploadRow);
    },

    /** Whether a folder's uploads only wait for files that are out of sight, as with a drive that is away. */
    waitsForFilesOnly(folderId: string): boolean {
      const { others } = statement(
        `SELECT EXISTS (SELECT 1 FROM uploads WHERE folder_id = ?1
            AND state IN ('claiming', 'enriching', 'reserved', 'putting', 'verifying', 'cancelling'))
          OR EXISTS (SELECT 1 FROM uploads WHERE folder_id = ?1 AND state = 'queued'
            AND code IS NOT 'FOLDER_MISSING' AND (code IS NOT 'FILE_GONE' OR attempts <= ?2)) AS others`,
      ).get(folderId, looksForGoneFile) as { others: number };
      return others === 0;
    },

    /** Finished uploads with something left to do. */
    listWithMoreToDo(profileId: string, now: number, limit: number): UploadRow[] {
      return statement(
        `SELECT * FROM uploads INDEXED BY uploads_after WHERE profile_id = ? AND after_state IS NOT NULL
          AND state IN ('completed', 'duplicate', 'attention')
           AND not_before <= ? ORDER BY id LIMIT ?`,
      )
        .all(profileId, Math.round(now), limit)
        .map(toUploadRow);
    },

    settleVersion: versions.settle,
    hasOtherBefore: versions.hasOtherBefore,
    beginRemoval: versions.beginRemoval,
    unreadCopies: versions.unreadCopies,
    endReplaced: versions.endReplaced,

    /**
     * What was left to do after an upload's end is done or waits; nothing is written where something else is
     * left by now.
     */
    recordAfterwork(row: UploadRow, patch: UploadPatch, event?: UploadEventDraft): boolean {
      return database.transaction(
        () => get(row.id)?.afterState === row.afterState && advance(row, [row.state], patch, event),
      );
    },

    /**
     * Whether the watch may still move the row of an upload's file to a new name: it has not noticed yet that
     * the file changed, or missed it only since `since`, ms since the epoch.
     */
    mayFileBeRenamed(id: number, since: number): boolean {
      const row = statement(
        `SELECT 1 FROM local_files
           WHERE upload_id = ? AND (disposition = 'taken' OR disposition = 'gone' AND changed_at > ?)`,
      ).get(id, Math.round(since));
      return row !== undefined;
    },

    /** How many uploads of a profile are still to be taken back from the service. */
    countTakenBack(profileId: string): number {
      const row = statement(
        `SELECT count(*) AS n FROM uploads WHERE profile_id = ? AND state = 'cancelling'
          AND content_id IS NOT NULL`,
      ).get(profileId) as { n: number };
      return row.n;
    },

    /**
     * True while anything of this profile is not at its end (attention and paused, and who waits for them, do
     * not count).
     *
     * @param restingFolders ids of watch folders whose queued uploads do not count
     */
    isUnfinished(
      profileId: string,
      pausedFolders: readonly string[],
      restingFolders: readonly string[] = pausedFolders,
    ): boolean {
      if (queue.hasMore(profileId, restingFolders) || hasMoreToDo(profileId, pausedFolders)) return true;
      const processing = statement(
        `SELECT 1 FROM uploads WHERE profile_id = ? AND state = 'processing' LIMIT 1`,
      );
      return processing.get(profileId) !== undefined;
    },

    hasMoreToDo,
  };
}

export type Uploads = ReturnType<typeof createUploads>;
