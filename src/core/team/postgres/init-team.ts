import { isDeepStrictEqual } from 'node:util';
import { places } from '../../places/places.ts';
import { applyMigrations, type Migrated, type TeamSettings, writeTeamSettings } from './apply-migrations.ts';
import type { TeamOptions } from './options-of.ts';
import { statements } from './statements.ts';
import { createTeamClient } from './team-client.ts';
import { troubleOf } from './trouble.ts';

/** For connecting; a migration may wait for what others have locked. */
const deadlineMs = 10_000;

type Initialized =
  | (Extract<Migrated, { kind: 'migrated' }> & {
      readonly settings: TeamSettings;
      /** Whether they are others than before. */
      readonly areChanged: boolean;
    })
  | Exclude<Migrated, { kind: 'migrated' }>;

/**
 * Sets a database up for a team, or brings it up to date, as its administrator. What is not to change of the
 * team's limits stays as it is there.
 *
 * @throws TeamTrouble, and AppError where the certificate cannot be read
 */
export async function initTeam(options: TeamOptions, changes: Partial<TeamSettings>): Promise<Initialized> {
  const config = { application_name: 'sluice team init', connectionTimeoutMillis: deadlineMs };
  const client = createTeamClient({ ...options, ca: await options.ca?.() }, config);
  // A server that ends the connection is told by the question that fails.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const migrated = await applyMigrations(client, places.teamMigrations);
    if (migrated.kind !== 'migrated') return migrated;
    const { rows } = await client.query({ text: statements.status.text, rowMode: 'array' });
    const { places: atOnce, perMinute, reserve, budgetOf } = statements.status.answer.parse(rows[0]?.[0]);
    const before = { places: atOnce, perMinute, reserve, budgetOf };
    const settings = { ...before, ...changes };
    await writeTeamSettings(client, settings);
    return { ...migrated, settings, areChanged: !isDeepStrictEqual(before, settings) };
  } catch (error) {
    throw troubleOf(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
