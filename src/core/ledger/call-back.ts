import type { Database } from './database.ts';

/**
 * Queues an upload again that ended because its file was gone, or because no folder of the profile accepted
 * the file in its old place. If no folder accepts it in the new place either, the queue cancels the upload. If
 * a person had its failed document sent again while the file was away, that document is deleted first.
 */
export function callBack({ statement }: Pick<Database, 'statement'>, uploadId: number, now: number): void {
  statement(
    `UPDATE uploads SET state = iif(content_id IS NULL, 'queued', 'cancelling'),
      after_state = iif(content_id IS NULL, after_state, 'requeue'),
      landed_at = iif(content_id IS NULL, NULL, landed_at),
      code = NULL, detail = NULL, attempts = 0, not_before = 0, finished_at = NULL, updated_at = ?
       WHERE id = ? AND (state = 'attention' AND code = 'FILE_GONE' OR state = 'cancelled'
         AND code IN ('FILE_GONE', 'LEFT_OUT', 'FOLDER_REMOVED', 'OTHER_PROFILE'))`,
  ).run(Math.round(now), uploadId);
}
