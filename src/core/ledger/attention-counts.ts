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

/** Counts for the one health: cheap, because it is asked about after every change. */
export function createAttentionCounts({ statement }: Database) {
  return {
    countFiles: (folderId: string) =>
      statement(
        `SELECT disposition, reason, count(*) AS count FROM local_files
          WHERE folder_id = ? AND disposition IN ('settling', 'held', 'unreadable', 'gone') GROUP BY 1, 2`,
      ).all(folderId) as unknown as FileCount[],
    countUploads: () =>
      statement(
        `SELECT code, count(*) AS count,
                CASE WHEN count(DISTINCT coalesce(folder_id, '')) = 1 THEN max(folder_id) END AS folderId
           FROM uploads WHERE state = 'attention' GROUP BY 1`,
      ).all() as unknown as UploadCount[],
  };
}
