import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';

/** What an administrator decides for the team. */
export interface TeamSettings {
  /** Simultaneous uploads of all machines. */
  readonly places: number;
  /** Requests in any 60 s, of which `reserve` are for people. */
  readonly perMinute: number;
  readonly reserve: number;
  /** Whether the service counts requests by key, or of all keys of the organization together. */
  readonly budgetOf: 'key' | 'team';
}

export type Migrated =
  | { readonly kind: 'migrated'; readonly from: number; readonly to: number; readonly agentRole: string }
  /** A later Sluice set this database up, or one from before the first release; nothing was changed. */
  | { readonly kind: 'newer' | 'unreleased'; readonly version: number };

/**
 * Brings a team's database up to date in one transaction: roles, tables, functions and rights. Whoever asks
 * owns the database and may make roles. A role that owns everything and a role that may only call functions
 * are named after the database; nobody logs in as either. `folder` holds the numbered migrations.
 */
export async function applyMigrations(client: Client, folder: URL): Promise<Migrated> {
  const steps = readMigrations(folder);
  await client.query('BEGIN');
  try {
    const migrated = await migrate(client, steps);
    await client.query('COMMIT');
    return migrated;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Writes the team's settings; whoever asks is an administrator, as for `applyMigrations`. */
export async function writeTeamSettings(client: Client, settings: TeamSettings): Promise<void> {
  const { places, perMinute, reserve, budgetOf } = settings;
  const owner = await ownerOf(client);
  await client.query(`SET ROLE ${client.escapeIdentifier(owner)}`);
  try {
    await client.query('SELECT sluice.configure($1, $2, $3, $4)', [places, perMinute, reserve, budgetOf]);
  } finally {
    await client.query('RESET ROLE');
  }
}

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
}

function readMigrations(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}-.*\.sql$/.test(name));
  return names.sort().map((name) => ({
    version: Number(name.slice(0, 4)),
    name,
    text: readFileSync(new URL(name, folder), 'utf8'),
  }));
}

async function migrate(client: Client, steps: readonly Migration[]): Promise<Migrated> {
  // Two administrators at once: the second finds everything done.
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('sluice.migrations'))`);
  const owner = await ownerOf(client);
  const agentRole = owner.replace(/_owner$/, '_agent');
  const applied = await appliedTo(client);
  const from = applied.at(-1)?.version ?? 0;
  const to = steps.at(-1)?.version ?? 0;
  if (from > to) return { kind: 'newer', version: from };
  const isKnown = ({ name }: { readonly name: string }) => steps.some((step) => step.name === name);
  if (!applied.every(isKnown)) return { kind: 'unreleased', version: from };
  if (from === 0) await makeRoles(client, owner, agentRole);
  await client.query(`SET LOCAL ROLE ${client.escapeIdentifier(owner)}`);
  for (const { version, name, text } of steps.filter((step) => step.version > from)) {
    await client.query(text);
    if (version === 1) {
      await client.query(
        'CREATE TABLE sluice.migrations (version int PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())',
      );
    }
    await client.query('INSERT INTO sluice.migrations (version, name) VALUES ($1, $2)', [version, name]);
  }
  await grantRights(client, agentRole);
  return { kind: 'migrated', from, to, agentRole };
}

/** In their order. */
async function appliedTo(client: Client): Promise<readonly Pick<Migration, 'version' | 'name'>[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('sluice.migrations') IS NOT NULL AS there`,
  );
  if (!rows[0]?.there) return [];
  await client.query(`SET LOCAL ROLE ${client.escapeIdentifier(await ownerOf(client))}`);
  const found = await client.query<Migration>('SELECT version, name FROM sluice.migrations ORDER BY version');
  await client.query('RESET ROLE');
  return found.rows;
}

/** Who owns what is there already, else the role named after the database. */
async function ownerOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ owner: string }>(
    `SELECT coalesce((SELECT pg_get_userbyid(nspowner)::text FROM pg_namespace WHERE nspname = 'sluice'),
       current_database() || '_owner') AS owner`,
  );
  const [found] = rows;
  if (!found) throw new Error('PostgreSQL answered a question for one row with none.');
  return found.owner;
}

/** Roles belong to the whole server: they may be left over from a database of this name. */
async function makeRoles(client: Client, owner: string, agentRole: string): Promise<void> {
  for (const role of [owner, agentRole]) {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    if (rowCount === 0) {
      await client.query(
        `CREATE ROLE ${client.escapeIdentifier(role)} NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE`,
      );
    }
  }
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  const database = client.escapeIdentifier(rows[0]?.name ?? '');
  const [ownerName, agentName] = [client.escapeIdentifier(owner), client.escapeIdentifier(agentRole)];
  await client.query(`GRANT ${ownerName} TO CURRENT_USER`);
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
  await client.query(`GRANT CREATE ON DATABASE ${database} TO ${ownerName}`);
  await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${agentName}`);
}

/** After each migration the same: agents may call what lies in `sluice_v1`, and nothing else. */
async function grantRights(client: Client, agentRole: string): Promise<void> {
  const agents = client.escapeIdentifier(agentRole);
  await client.query('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sluice, sluice_v1 FROM PUBLIC');
  await client.query(`GRANT USAGE ON SCHEMA sluice_v1 TO ${agents}`);
  await client.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA sluice_v1 TO ${agents}`);
}
