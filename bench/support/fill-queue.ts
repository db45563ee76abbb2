import type { Database } from '#core/ledger/database.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';

export const profileId = 'bench';
export const folderId = 'folder';

export const queueShapes = ['paused-rows', 'paused-folder', 'all-in-backoff'] as const;
export type QueueShape = (typeof queueShapes)[number];

/**
 * Writes `count` files of one watch folder and their queued uploads, none of which can be sent at `now` (ms
 * since the epoch): each paused, ready in a folder that is paused, or waiting for its next try.
 */
export function fillQueue(database: Database, count: number, shape: QueueShape, now: number): void {
  database.transaction(() => {
    database
      .statement(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         INSERT INTO uploads (id, profile_id, folder_id, path, file_name, size, mtime_ns, state, lane,
           sort_key, paused, attempts, not_before, options, created_at, updated_at)
         SELECT i, ?2, ?3, '/research/' || i || '.pdf', i || '.pdf', 10240, '0', 'queued', 2, i,
           ?4, ?5 > 0, CASE WHEN ?5 > 0 THEN ?5 + i ELSE 0 END, ?6, ?7 - i, ?7 - i FROM n`,
      )
      .run(
        count,
        profileId,
        folderId,
        shape === 'paused-rows' ? 1 : 0,
        shape === 'all-in-backoff' ? now + 60_000 : 0,
        JSON.stringify(uploadOptionsSchema.parse({})),
        now,
      );
    database
      .statement(
        `INSERT INTO local_files (folder_id, directory, name, name_key, device, inode, size, mtime_ns,
           disposition, upload_id, first_seen_at, changed_at)
         SELECT folder_id, 'batch-' || (id / 100), file_name, file_name, '1', id, size, '0', 'taken', id, ?, ?
           FROM uploads`,
      )
      .run(now, now);
    database
      .statement(
        `INSERT INTO upload_events (upload_id, at, kind) SELECT id, created_at, 'queued' FROM uploads`,
      )
      .run();
  });
  database.statement('ANALYZE').run();
}
