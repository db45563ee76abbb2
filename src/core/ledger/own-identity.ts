import type { Database } from './database.ts';
import { identitySchema, type LedgerIdentity, profileKey, type Repeated } from './identity-file.ts';
import { nameOfTeam } from './team-membership.ts';

const key = 'ledger';

/** The identity as it stands in the ledger itself; undefined in one from before there were identities. */
export function ownIdentity({ statement }: Pick<Database, 'statement'>): LedgerIdentity | undefined {
  const row = statement('SELECT value FROM facts WHERE key = ?').get(key) as { value: string } | undefined;
  if (!row) return undefined;
  try {
    return identitySchema.parse(JSON.parse(row.value));
  } catch {
    return undefined;
  }
}

/** Joins the caller's transaction. */
export function setOwnIdentity({ statement }: Pick<Database, 'statement'>, identity: LedgerIdentity): void {
  const value = JSON.stringify({ ledger: identity.ledger, mark: identity.mark });
  statement('INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)').run(key, value);
}

/** The mark as it is committed now, without the rest. */
export function ownMark({ statement }: Pick<Database, 'statement'>): number {
  const row = statement(`SELECT value ->> 'mark' AS mark FROM facts WHERE key = ?`).get(key);
  return Number(row?.mark ?? 0);
}

/** The next mark, committed when this returns. */
export function raiseOwnMark({ statement }: Pick<Database, 'statement'>): number {
  const row = statement(
    `UPDATE facts SET value = json_set(value, '$.mark', (value ->> 'mark') + 1) WHERE key = ?
      RETURNING value ->> 'mark' AS mark`,
  ).get(key) as { mark: number } | undefined;
  return row?.mark ?? 0;
}

/** What `ledger.json` repeats, so that it outlives the ledger. */
export function repeatedOutside(database: Pick<Database, 'statement'>): Repeated {
  return { documents: documentsOf(database), teams: teamsOf(database) };
}

/**
 * How many documents each profile has at the service. While a rebuild has not recognised them, those from
 * before the loss count.
 */
function documentsOf({ statement }: Pick<Database, 'statement'>): Record<string, number> {
  // Two plain statements are cheaper than one that merges: they run before everything that is sent.
  const landed = statement('SELECT profile_id AS profile, documents FROM landed_counts').all();
  const expected = statement(
    `SELECT substr(key, 9) AS profile, value ->> 'expected' AS documents FROM facts
      WHERE key >= 'rebuild:' AND key < 'rebuild;' AND value ->> 'state' <> 'known'`,
  ).all();
  const counts: Record<string, number> = {};
  for (const row of [...landed, ...expected] as { profile: string; documents: number | null }[]) {
    const key = profileKey(row.profile);
    const documents = Math.max(counts[key] ?? 0, row.documents ?? 0);
    if (documents > 0) counts[key] = documents;
  }
  return counts;
}

function teamsOf({ statement }: Pick<Database, 'statement'>): Record<string, string> {
  const teams = statement(
    `SELECT key, value ->> '$' AS team FROM facts WHERE key >= 'team-before:' AND key < 'team-before;'
      UNION ALL
      SELECT key, value ->> 'team' FROM facts WHERE key >= 'team-agent:' AND key < 'team-agent;'`,
  ).all() as { key: string; team: string }[];
  return Object.fromEntries(
    teams.map(({ key, team }) => [profileKey(key.slice(key.indexOf(':') + 1)), nameOfTeam(team)]),
  );
}
