import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** A stored workflow template. Times are sandbox milliseconds since 1970. */
export interface TemplateRow {
  id: string;
  user_id: string;
  /** JSON object. */
  body: string;
  created_at: number;
  updated_at: number;
}

export function createTemplateStore(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO templates (id, user_id, body, created_at, updated_at) VALUES (?, ?, ?, ?, ?) RETURNING *',
  );
  const select = database.prepare('SELECT * FROM templates WHERE id = ?');
  const selectOfUser = database.prepare(
    'SELECT * FROM templates WHERE user_id = ? ORDER BY created_at DESC, rowid DESC',
  );
  const update = database.prepare('UPDATE templates SET body = ?, updated_at = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM templates WHERE id = ?');
  return {
    add(userId: string, body: Record<string, unknown>, now: number): TemplateRow {
      const at = Math.round(now);
      return insert.get(randomUUID(), userId, JSON.stringify(body), at, at) as unknown as TemplateRow;
    },
    find: (id: string) => select.get(id) as unknown as TemplateRow | undefined,
    /** Newest first. */
    ofUser: (userId: string) => selectOfUser.all(userId) as unknown as TemplateRow[],
    replace(id: string, body: Record<string, unknown>, now: number): void {
      update.run(JSON.stringify(body), Math.round(now), id);
    },
    remove(id: string): void {
      remove.run(id);
    },
  };
}
