import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Database } from '../ledger/database.ts';
import type { RemoteDeletion } from './watch-api.ts';

interface PendingRow {
  readonly localFileId: number;
  readonly uploadId: number;
  readonly path: string;
}

export interface DeletesDue {
  /** To be deleted at the service now. */
  readonly deletions: RemoteDeletion[];
  /** Their rows; mark them once the deletions are queued. */
  readonly localFileIds: number[];
  /** More than the folder allows at once: they wait for a person (`DELETE_CAP`). */
  readonly held: number;
}

/**
 * Local deletes of a folder that are due to be passed on to the service (W9): older than the grace time, not moved, not
 * put back, and no other local file stands for the same document. More than the cap at once are held, all of them.
 */
export function deletesDue(database: Database, folder: WatchFolder, before: number, now: number): DeletesDue {
  const none = { deletions: [], localFileIds: [], held: 0 };
  if (folder.localDelete !== 'delete' || folder.afterUpload !== 'leave') return none;
  const rows = database
    .statement(
      `SELECT gone.id AS localFileId, gone.upload_id AS uploadId, uploads.path AS path
         FROM local_files gone JOIN uploads ON uploads.id = gone.upload_id
        WHERE gone.folder_id = ? AND gone.disposition = 'gone' AND gone.reason IS NULL AND gone.changed_at <= ?
          AND uploads.state = 'completed' AND NOT EXISTS (
            SELECT 1 FROM local_files other JOIN uploads same ON same.id = other.upload_id
             WHERE other.disposition = 'taken' AND (same.id = uploads.id OR same.duplicate_of = uploads.id))`,
    )
    .all(folder.id, Math.round(before)) as unknown as PendingRow[];
  if (rows.length === 0) return none;
  if (rows.length > folder.deleteCap) {
    markDeletes(
      database,
      rows.map(({ localFileId }) => localFileId),
      'DELETE_CAP',
      now,
    );
    return { ...none, held: rows.length };
  }
  return {
    deletions: rows.map(({ uploadId, path }) => ({ uploadId, folderId: folder.id, path })),
    localFileIds: rows.map(({ localFileId }) => localFileId),
    held: 0,
  };
}

/** Notes on rows of deleted files what became of their documents. */
export function markDeletes(
  database: Database,
  ids: readonly number[],
  reason: string | null,
  now: number,
): void {
  database.transaction(() => {
    const mark = database.statement(
      `UPDATE local_files SET reason = ?, changed_at = ? WHERE id = ? AND disposition = 'gone'`,
    );
    for (const id of ids) mark.run(reason, Math.round(now), id);
  });
}
