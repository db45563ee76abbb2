import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** How many uploads landed according to an agent's ledger, and when the last did, ms since the epoch. */
export function lastLanding(dataDirectory: string): { count: number; at: number } {
  const database = new DatabaseSync(join(dataDirectory, 'ledger.sqlite'), { readOnly: true });
  try {
    return database
      .prepare('SELECT count(landed_at) AS count, coalesce(max(landed_at), 0) AS at FROM uploads')
      .get() as { count: number; at: number };
  } finally {
    database.close();
  }
}
