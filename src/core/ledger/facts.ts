import type { Database } from './database.ts';

/** Small durable facts: pauses, learned schedules, first scans. Values are JSON. */
export function createFacts(database: Database) {
  const { statement } = database;
  return {
    get(key: string): unknown {
      const row = statement('SELECT value FROM facts WHERE key = ?').get(key) as
        | { value: string }
        | undefined;
      return row ? JSON.parse(row.value) : undefined;
    },
    set(key: string, value: unknown): void {
      statement(
        'INSERT INTO facts (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      ).run(key, JSON.stringify(value));
    },
    delete(key: string): void {
      statement('DELETE FROM facts WHERE key = ?').run(key);
    },
  };
}

export type Facts = ReturnType<typeof createFacts>;
