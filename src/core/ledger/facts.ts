import type { Database } from './database.ts';

/** Small durable facts: pauses, learned schedules, first scans. Values are JSON. */
export function createFacts(database: Database) {
  const { statement } = database;
  const facts = {
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
    /**
     * Reads and writes in one: what another process writes at the same time is not lost. `edit` gets
     * undefined where nothing is.
     */
    change(key: string, edit: (value: unknown) => unknown): void {
      database.transaction(() => facts.set(key, edit(facts.get(key))));
    },
    delete(key: string): void {
      statement('DELETE FROM facts WHERE key = ?').run(key);
    },
  };
  return facts;
}

export type Facts = ReturnType<typeof createFacts>;
