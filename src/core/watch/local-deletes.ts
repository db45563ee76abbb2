import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Database } from '../ledger/database.ts';
import type { RemoteDeletion } from './watch-api.ts';

interface PendingRow {
  readonly localFileId: number;
  readonly uploadId: number;
  readonly path: string;
  readonly at: number;
}

export interface DeletesDue {
  /** To be deleted at the service now. */
  readonly deletions: RemoteDeletion[];
  /** Their rows; mark them once the deletions are queued. */
  readonly localFileIds: number[];
  /** More than the folder allows at once: they wait for a person (`DELETE_CAP`). */
  readonly held: number;
}

/** Deletes within this long of each other count together against the cap. Milliseconds. */
const capWindow = 10 * 60_000;

const pending = `
  SELECT gone.id AS localFileId, gone.upload_id AS uploadId, uploads.path AS path, gone.changed_at AS at
    FROM local_files gone JOIN uploads ON uploads.id = gone.upload_id
   WHERE gone.folder_id = ? AND gone.disposition = 'gone' AND gone.reason IS NULL AND uploads.state = 'completed'
     AND NOT EXISTS (
       SELECT 1 FROM local_files other JOIN uploads same ON same.id = other.upload_id
        WHERE other.disposition = 'taken' AND (same.id = uploads.id OR same.duplicate_of = uploads.id))`;

const recent = `
  SELECT count(*) AS count FROM local_files
   WHERE folder_id = ? AND disposition = 'gone' AND reason = 'deleted' AND changed_at > ?`;

/**
 * Local deletes of a folder that are due to be passed on to the service (W9): at rest for the grace time, not moved, not
 * put back, and no other local file stands for the same document. More than the cap, together with those of the last
 * minutes, are held, all of them: a slow delete of a whole folder is still one.
 */
export function deletesDue(database: Database, folder: WatchFolder, grace: number, now: number): DeletesDue {
  const none = { deletions: [], localFileIds: [], held: 0 };
  if (folder.localDelete !== 'delete' || folder.afterUpload !== 'leave') return none;
  const rows = database.statement(pending).all(folder.id) as unknown as PendingRow[];
  if (rows.length === 0) return none;
  const ids = rows.map(({ localFileId }) => localFileId);
  const before = database.statement(recent).get(folder.id, Math.round(now - capWindow)) as { count: number };
  if (rows.length + before.count > folder.deleteCap) {
    markDeletes(database, ids, 'DELETE_CAP', now);
    return { ...none, held: rows.length };
  }
  if (rows.some(({ at }) => at > now - grace)) return none;
  return {
    deletions: rows.map(({ uploadId, path }) => ({ uploadId, folderId: folder.id, path })),
    localFileIds: ids,
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
