import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** A workflow template as it is kept; times are sandbox milliseconds since 1970. */
export interface TemplateRow {
  id: string;
  user_id: string;
  /** JSON object, as it was given. */
  body: string;
  created_at: number;
  updated_at: number;
}

export interface TemplateStore {
  add(userId: string, body: Record<string, unknown>, now: number): TemplateRow;
  find(id: string): TemplateRow | undefined;
  /** Newest first. */
  ofUser(userId: string): TemplateRow[];
  replace(id: string, body: Record<string, unknown>, now: number): void;
  remove(id: string): void;
}

export function createTemplateStore(database: DatabaseSync): TemplateStore {
  const insert = database.prepare(
    'INSERT INTO templates (id, user_id, body, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  );
  const select = database.prepare('SELECT * FROM templates WHERE id = ?');
  const selectOfUser = database.prepare(
    'SELECT * FROM templates WHERE user_id = ? ORDER BY created_at DESC, rowid DESC',
  );
  const update = database.prepare('UPDATE templates SET body = ?, updated_at = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM templates WHERE id = ?');
  return {
    add(userId, body, now) {
      const at = Math.round(now);
      const row = {
        id: randomUUID(),
        user_id: userId,
        body: JSON.stringify(body),
        created_at: at,
        updated_at: at,
      };
      insert.run(row.id, row.user_id, row.body, at, at);
      return row;
    },
    find: (id) => select.get(id) as unknown as TemplateRow | undefined,
    ofUser: (userId) => selectOfUser.all(userId) as unknown as TemplateRow[],
    replace(id, body, now) {
      update.run(JSON.stringify(body), Math.round(now), id);
    },
    remove(id) {
      remove.run(id);
    },
  };
}
