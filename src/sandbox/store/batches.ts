import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { User } from './users.ts';

/** A batch search as it is kept; times are sandbox milliseconds since 1970. */
export interface BatchRow {
  batch_id: string;
  user_id: string;
  org_id: string;
  created_at: number;
  /** The file of queries, one JSON object a line. */
  queries: string | null;
  landed_at: number | null;
  due_at: number | null;
  /** JSON array. */
  results: string | null;
}

export function createBatchStore(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO batches (batch_id, user_id, org_id, created_at) VALUES (?, ?, ?, ?)',
  );
  const select = database.prepare('SELECT * FROM batches WHERE batch_id = ?');
  const land = database.prepare(
    'UPDATE batches SET queries = ?, landed_at = ?, due_at = ? WHERE batch_id = ? AND landed_at IS NULL',
  );
  const finish = database.prepare('UPDATE batches SET results = ? WHERE batch_id = ?');
  return {
    add({ userId, orgId }: User, now: number): string {
      const id = randomUUID();
      insert.run(id, userId, orgId, Math.round(now));
      return id;
    },
    find: (id: string) => select.get(id) as unknown as BatchRow | undefined,
    /** Stores the file and when its work ends. False when the batch is unknown or has its file. */
    land: (id: string, queries: string, { now, dueAt }: { now: number; dueAt: number }) =>
      land.run(queries, Math.round(now), Math.round(dueAt), id).changes === 1,
    finish(id: string, results: string): void {
      finish.run(results, id);
    },
  };
}
