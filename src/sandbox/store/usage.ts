import type { DatabaseSync } from 'node:sqlite';

/** What is counted against a subscription. */
export type UsageUnit = 'pages' | 'search' | 'tokens';

export interface UsageStore {
  add(orgId: string, unit: UsageUnit, amount: number): void;
  used(orgId: string, unit: UsageUnit): number;
}

/** Counts what organizations use up: pages of enriched documents, search queries, knowledge graph tokens. */
export function createUsageStore(database: DatabaseSync): UsageStore {
  const upsert = database.prepare(
    `INSERT INTO usage (org_id, unit, used) VALUES (?, ?, ?) ON CONFLICT (org_id, unit) DO UPDATE
      SET used = used + excluded.used`,
  );
  const select = database.prepare('SELECT used FROM usage WHERE org_id = ? AND unit = ?');
  return {
    add(orgId, unit, amount) {
      upsert.run(orgId, unit, amount);
    },
    used: (orgId, unit) => Number(select.get(orgId, unit)?.used ?? 0),
  };
}
