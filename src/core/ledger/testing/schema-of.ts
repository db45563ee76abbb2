import type { Database } from '../database.ts';

/** What makes the tables, indexes, views and triggers of a ledger, in the order in which it was made. */
export function schemaOf({ statement }: Database): string[] {
  const rows = statement('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid').all();
  return rows.map(({ sql }) => String(sql));
}
