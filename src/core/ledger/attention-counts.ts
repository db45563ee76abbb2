import type { FailedStep } from '#shared/uploads/bulk-commands.ts';
import { unsentStates } from '#shared/uploads/open-states.ts';
import type { Database } from './database.ts';
import type { Disposition } from './local-file-row.ts';

/** How many local files of a folder stand so, of those that are no uploads. */
interface FileCount {
  readonly disposition: Disposition;
  readonly reason: string | null;
  readonly count: number;
}

/** How many uploads need a person for one reason; `folderId` where all of them come from one watch folder. */
interface UploadCount {
  readonly code: string | null;
  readonly count: number;
  readonly folderId: string | null;
}

/** Documents that the service says nothing new about for one reason, and since when the first; wall ms. */
export interface StuckCount {
  readonly code: string;
  readonly count: number;
  readonly since: number;
}

/** Uploads of one folder that ended well, and of which the last step failed for one reason. */
export interface FailedStepCount {
  readonly code: FailedStep;
  readonly count: number;
  /** Null for files that came from no watch folder. */
  readonly folderId: string | null;
}

/**
 * Counts for the one health, which is asked about after every change: from what triggers counted
 * (docs/adr/0019).
 */
export function createAttentionCounts({ statement }: Database) {
  return {
    countFiles: (folderId: string) =>
      statement(
        `SELECT disposition, nullif(reason, '') AS reason, sum(files) AS count FROM file_counts
          WHERE folder_id = ? AND disposition IN ('settling', 'held', 'unreadable', 'gone') AND files > 0
          GROUP BY 1, 2`,
      ).all(folderId) as unknown as FileCount[],
    /** Of these profiles: what a removed one had needs nobody. */
    countUploads: (profileIds: readonly string[]) =>
      statement(
        `SELECT nullif(problem, '') AS code, sum(files) AS count,
                CASE WHEN count(DISTINCT folder_id) = 1 THEN nullif(max(folder_id), '') END AS folderId
           FROM upload_counts WHERE standing = 'attention' AND files > 0 AND profile_id IN (SELECT value FROM json_each(?))
           GROUP BY 1`,
      ).all(JSON.stringify(profileIds)) as unknown as UploadCount[],
    /**
     * @param before those that are stuck since then, or longer; wall ms
     * @param waiting the same for those that wait for another machine, whose upload may be large
     */
    countStuck: (profileId: string, before: number, waiting: number) =>
      statement(
        `SELECT code, count(*) AS count, min(stuck_since) AS since FROM uploads
          WHERE profile_id = ? AND code IS NOT NULL AND (stuck_since <= ? AND state = 'processing'
            OR stuck_since <= ? AND state = 'claiming' AND code = 'WAITS_FOR_MACHINE')
          GROUP BY code`,
      ).all(profileId, before, waiting) as unknown as StuckCount[],
    /** Files outside paused folders that wait for the same bytes of an upload that is paused, or whose folder is. */
    countWaitingForPaused: (profileId: string, pausedFolders: readonly string[]) => {
      const isPaused = (upload: string) =>
        `(${upload}.paused = 1 OR ${upload}.folder_id IN (SELECT value FROM json_each(?2)))`;
      const { count } = statement(
        `SELECT count(*) AS count FROM uploads twin JOIN uploads first ON first.id = twin.duplicate_of
          WHERE (json_array_length(?2) > 0 OR EXISTS (SELECT 1 FROM upload_counts
              WHERE profile_id = ?1 AND standing = 'paused' AND files > 0))
            AND twin.profile_id = ?1 AND twin.state = 'duplicate' AND twin.remote_content_id IS NULL
            AND ${isPaused('first')} IS TRUE AND ${isPaused('twin')} IS NOT TRUE
            AND first.state IN (${unsentStates.map((state) => `'${state}'`).join()})`,
      ).get(profileId, JSON.stringify(pausedFolders)) as { count: number };
      return count;
    },
    /** The condition is that of the index `uploads_steps_failed`, word for word: SQLite uses it only then. */
    countFailedSteps: (profileId: string) =>
      statement(
        `SELECT code, count(*) AS count, folder_id AS folderId FROM uploads
          WHERE (code = 'AFTER_UPLOAD_FAILED' OR code = 'ANNOTATED_NOT_SAVED' OR code = 'OLD_VERSION_KEPT')
            AND (state = 'completed' OR state = 'duplicate') AND profile_id = ?
          GROUP BY folder_id, code`,
      ).all(profileId) as unknown as FailedStepCount[],
  };
}
