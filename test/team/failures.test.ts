import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Claim, ClaimAnswer } from '#core/ports/team.ts';
import { applyMigrations, writeTeamSettings } from '../../src/core/team/postgres/apply-migrations.ts';
import { readTeamAddress } from '../../src/core/team/postgres/team-address.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import { createLocalAuthority } from '../support/local-authority.ts';
import { until } from '../support/until.ts';
import {
  agentUser,
  type Cluster,
  createCluster,
  hasPostgres,
  migrationsFolder,
  type TeamDatabase,
} from './support/cluster.ts';
import { connectAgent, intent, scope, slot, type TestAgent } from './support/connect-agent.ts';

const never = new AbortController().signal;
const report = { ages: [], flying: 0, kept: 0, want: 5, priority: 5 };

describe.runIf(hasPostgres)('a team’s database that fails (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  /** Each call of the port, as the engine makes it; a claim is there to be written. */
  const calls: Record<string, (agent: TestAgent, claim: Claim) => Promise<unknown>> = {
    claim: (agent) => agent.claim(intent('b')),
    name: (agent, claim) => agent.name(claim, slot('A')),
    landed: (agent, claim) => agent.landed(claim, slot('A')),
    release: (agent, claim) => agent.release(claim),
    lead: async (agent) => 'lost' in Object(await agent.lead('stranded', scope)),
    place: async (agent) => (await agent.place(never)).lost.aborted,
    exchange: (agent) => agent.exchange(report, never),
    feed: (agent) => agent.feed(0n),
    recall: (agent) => agent.recall(scope, 'what is new?', 1_000, true, never),
    tell: (agent) => agent.tell(scope, 'what is new?', 'nothing', never),
  };
  const without = {
    claim: { kind: 'ours' },
    name: 'written',
    landed: 'written',
    release: 'written',
    lead: true,
    place: false,
    exchange: { granted: 5 },
    feed: { head: 0n },
    recall: { kind: 'ask' },
    tell: 'told',
  };

  async function withClaim(team: TeamDatabase, port: number) {
    const agent = connectAgent({ ...team.agent, port }, 'ANNA', { deadlineMs: 1_500, patienceMs: 20_000 });
    const claim = claimOf(await agent.claim(intent('a')));
    await agent.name(claim, slot('A'));
    return { agent, claim };
  }

  test('an answer that is lost on its way is asked for again, and is the same', async () => {
    for (const [name, call] of Object.entries(calls)) {
      const team = await cluster.createTeam();
      const proxy = await cluster.createProxy();
      const { agent, claim } = await withClaim(team, proxy.port);
      proxy.loseNextAnswer();
      expect(await call(agent, claim), name).toEqual(
        typeof without[name as keyof typeof without] === 'object'
          ? expect.objectContaining(without[name as keyof typeof without])
          : without[name as keyof typeof without],
      );
      const { rows } = await team.admin.query(
        `SELECT (SELECT count(*)::int FROM sluice.claims) AS claims,
          (SELECT count(*)::int FROM sluice.leases WHERE token IS NOT NULL) AS leases,
          (SELECT coalesce(sum(open), 0)::int FROM sluice.budget_lives) AS open`,
      );
      expect(rows[0], name).toEqual({
        claims: name === 'claim' ? 2 : name === 'release' ? 0 : 1,
        leases: name === 'lead' || name === 'place' ? 1 : 0,
        open: name === 'exchange' ? 5 : 0,
      });
      await agent.close();
    }
  });

  test('killed in the middle of each call and started again: each call ends as if nothing had been', async () => {
    const team = await cluster.createTeam();
    const started = Object.entries(calls).map(([name, call]) => ({ name, call }));
    for (const { name, call } of started) {
      const { agent, claim } = await withClaim(team, cluster.port);
      // Held up at the server, so that it is in the middle when it dies.
      const blocker = new Client({ ...team.agent, user: 'postgres' });
      blocker.on('error', () => undefined);
      await blocker.connect();
      await blocker.query(
        'BEGIN; LOCK sluice.agents, sluice.answers, sluice.budgets, sluice.scopes IN ACCESS EXCLUSIVE MODE',
      );
      const answer = call(agent, claim);
      await until(`${name} waits`, async () => {
        const { rowCount } = await cluster.watcher.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = $1 AND application_name = 'sluice'`,
          [team.name],
        );
        return rowCount === 1;
      });
      await cluster.kill();
      await cluster.start();
      const expected = without[name as keyof typeof without];
      expect(await answer, name).toEqual(
        typeof expected === 'object' && name !== 'feed'
          ? expect.objectContaining(expected)
          : name === 'feed'
            ? expect.anything()
            : expected,
      );
      expect(agent.standing()).toEqual({ kind: 'reachable' });
      await agent.close();
      await cluster.reconnect(team);
      await team.admin.query(
        'DELETE FROM sluice.claims; UPDATE sluice.leases SET token = NULL, agent = NULL',
      );
    }
  });

  test('away and back: since when is known, nothing is claimed, places are waited for, and all goes on by itself', async () => {
    const team = await cluster.createTeam();
    const proxy = await cluster.createProxy();
    const standings: string[] = [];
    const agent = connectAgent({ ...team.agent, port: proxy.port }, 'ANNA', {
      deadlineMs: 400,
      patienceMs: 500,
      onStanding: ({ kind }) => standings.push(kind),
    });
    const claim = claimOf(await agent.claim(intent('a')));
    proxy.stall();
    expect(await agent.claim(intent('b'))).toEqual({ kind: 'unreachable' });
    const { since } = agent.standing() as { since: number };
    expect(await agent.exchange({ ...report, ages: [100, 200] }, never)).toBe('unreachable');
    expect(await agent.feed(0n)).toBe('unreachable');
    expect(await agent.lead('stranded', scope)).toBe('unreachable');
    expect(agent.standing()).toMatchObject({ kind: 'unreachable', why: 'network', since });
    const place = agent.place(never);
    proxy.mend();
    expect((await place).lost.aborted).toBe(false);
    await until('claims go on', async () => (await agent.claim(intent('b'))).kind === 'ours');
    expect(await agent.name(claim, slot('A'))).toBe('written');
    expect(standings).toEqual(['reachable', 'unreachable', 'reachable']);
    // The report that got no answer counts once.
    expect(await agent.exchange({ ...report, ages: [50] }, never)).toMatchObject({ granted: 5 });
    const { rows } = await team.admin.query(
      'SELECT sum(n)::int AS used FROM sluice.budget_used WHERE silent IS NULL',
    );
    expect(rows).toEqual([{ used: 3 }]);
  });

  test('a database that takes no writes is out of reach until it takes them again, on any connection', async () => {
    const team = await cluster.createTeam();
    const standings: string[] = [];
    const agent = connectAgent(team.agent, 'ANNA', {
      deadlineMs: 1_500,
      patienceMs: 700,
      leaseMs: 3_000,
      onStanding: ({ kind }) => standings.push(kind),
    });
    const claim = claimOf(await agent.claim(intent('a')));
    await team.admin.query(`ALTER DATABASE ${team.name} SET default_transaction_read_only = on`);
    await team.admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = $1 AND application_name = 'sluice'`,
      [team.name],
    );
    expect(await agent.claim(intent('b'))).toEqual({ kind: 'unreachable' });
    // Reading works, and is no evidence that writing does.
    await until('it can be read', async () => (await agent.feed(0n)) !== 'unreachable');
    expect(agent.standing()).toMatchObject({ kind: 'unreachable' });
    await team.admin.query(`ALTER DATABASE ${team.name} RESET default_transaction_read_only`);
    // The setting of a connection that stands stays as it was.
    await until('claims go on', async () => (await agent.claim(intent('b'))).kind === 'ours');
    expect(await agent.name(claim, slot('A'))).toBe('written');
    expect(agent.standing()).toEqual({ kind: 'reachable' });
    expect(standings.filter((kind) => kind === 'reachable')).toHaveLength(2);
  });

  test('a database that is an older copy of itself is noticed: nobody claims, and the host is left alone for a minute', async () => {
    const team = await cluster.createTeam();
    const { agent, claim } = await withClaim(team, cluster.port);
    await team.admin.query('CHECKPOINT');
    await cluster.stop();
    const backup = join(cluster.folder, 'backup');
    cpSync(join(cluster.folder, 'data'), backup, { recursive: true, preserveTimestamps: true });
    await cluster.start();
    expect(await agent.landed(claim, slot('A'))).toBe('written');
    const second = claimOf(await agent.claim(intent('c')));
    await cluster.stop();
    cluster.putBack(backup);
    rmSync(backup, { recursive: true });
    await cluster.start();
    expect(await agent.name(second, slot('C'))).not.toBe('written');
    await until('it is noticed', async () => (await agent.claim(intent('d'))).kind === 'unreachable');
    expect(agent.standing()).toEqual({ kind: 'refused', why: 'restored' });
    const other = connectAgent(team.agent, 'FILESRV1');
    expect(await other.claim(intent('c'))).toEqual({ kind: 'unreachable' });
    expect(other.standing()).toEqual({ kind: 'refused', why: 'restored' });
    expect(await agent.exchange(report, never)).toMatchObject({ granted: 0 });
    expect((await agent.status()) as object).toMatchObject({ restored: true });
  });

  test('an agent may call Sluice’s functions and do nothing else', async () => {
    const team = await cluster.createTeam();
    const client = new Client(team.agent);
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname IN ('sluice', 'sluice_v1') AND has_function_privilege(p.oid, 'EXECUTE') ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name.replace(/\(.*/, ''))).toEqual(
      [
        'claim',
        'exchange',
        'feed',
        'forget_gone',
        'give_back',
        'join_team',
        'leave_team',
        'let_go',
        'named_by_others',
        'others_with',
        'pause',
        'pause_as',
        'recall',
        'record_landed',
        'release_agent',
        'renew',
        'replay',
        'status',
        'stranded',
        'take',
        'tell',
        'together',
        'told_by_others',
        'write_claim',
        'writes',
      ].map((name) => `sluice_v1.${name}`),
    );
    const denied = [
      'SELECT * FROM sluice.claims',
      'SELECT * FROM sluice.team',
      'SELECT sluice.now_()',
      `SELECT sluice.configure(1000, 100000, 0, 'key')`,
      'UPDATE sluice.agents SET writes = 0',
      'DELETE FROM sluice.claims',
      'TRUNCATE sluice.budget_used',
      'CREATE SCHEMA mine',
      'CREATE TABLE mine (a int)',
      'CREATE TEMP TABLE mine (a int)',
      'CREATE TABLE public.mine (a int)',
      'CREATE FUNCTION sluice_v1.mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
      'SET ROLE sluice_owner',
      'CREATE ROLE mine',
      `SELECT pg_read_file('/etc/passwd')`,
      `COPY (SELECT 1) TO PROGRAM 'true'`,
      `SELECT nextval('sluice.epochs')`,
    ];
    for (const text of denied) {
      await expect(client.query(text), text).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|3F000)$/),
      });
    }
    // Each function has a fixed path and an owner who cannot log in.
    const loose = await team.admin.query(
      `SELECT p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
          JOIN pg_roles r ON r.oid = p.proowner
        WHERE n.nspname = 'sluice_v1' AND NOT (p.prosecdef AND NOT r.rolcanlogin AND NOT r.rolsuper
          AND p.proconfig @> ARRAY['search_path=pg_catalog, pg_temp'])`,
    );
    expect(loose.rows).toEqual([]);
    await client.end();
  });

  test('a new database: migrated by two at once, then a second time to no effect; a newer one is left alone', async () => {
    // Who sets it up owns the database and may make roles; a superuser need not.
    await cluster.watcher.query('CREATE ROLE dba LOGIN CREATEROLE');
    await cluster.watcher.query('CREATE DATABASE fresh OWNER dba');
    const at = { host: '127.0.0.1', port: cluster.port, database: 'fresh' };
    const one = new Client({ ...at, user: 'dba' });
    const two = new Client({ ...at, user: 'dba' });
    await Promise.all([one.connect(), two.connect()]);
    const last = Math.max(...readdirSync(migrationsFolder).map((name) => Number(name.slice(0, 4))));
    const both = await Promise.all([one, two].map((client) => applyMigrations(client, migrationsFolder)));
    expect(both.map((done) => done.kind === 'migrated' && done.from).toSorted()).toEqual([0, last]);
    expect(both[0]).toMatchObject({ to: last, agentRole: 'fresh_agent' });
    await writeTeamSettings(one, { places: 4, perMinute: 100, reserve: 2, budgetOf: 'team' });
    await one.query(`CREATE ROLE ben LOGIN IN ROLE fresh_agent`);
    const ben = connectAgent({ ...at, user: 'ben' }, 'BEN');
    expect(await ben.status()).toMatchObject({ places: 4, perMinute: 100, reserve: 2, budgetOf: 'team' });
    await one.query(
      `SET ROLE fresh_owner; INSERT INTO sluice.migrations VALUES (999, 'later', now()); RESET ROLE`,
    );
    expect(await applyMigrations(two, migrationsFolder)).toEqual({ kind: 'newer', version: 999 });
    // One of the migrations that were taken back before the first release.
    await one.query(
      `SET ROLE fresh_owner; DELETE FROM sluice.migrations WHERE version = 999;
        UPDATE sluice.migrations SET name = '0003-words.sql' WHERE version = 3; RESET ROLE`,
    );
    expect(await applyMigrations(two, migrationsFolder)).toEqual({ kind: 'unreleased', version: last });
    await Promise.all([one.end(), two.end()]);
  });

  test('a password comes from whoever keeps it, or from the passfile of PostgreSQL', async () => {
    const team = await cluster.createTeam();
    await cluster.watcher.query("CREATE ROLE carla LOGIN PASSWORD 'open sesame' IN ROLE sluice_agent");
    await team.admin.query(`GRANT CONNECT ON DATABASE ${team.name} TO carla`);
    await cluster.demandPassword('carla');
    const as = async (password?: () => Promise<string | undefined>) => {
      const agent = connectAgent({ ...team.agent, user: 'carla' }, 'CARLA', {
        patienceMs: 300,
        ...(password ? { password } : {}),
      });
      await agent.feed(0n);
      return agent.standing();
    };
    expect(await as(async () => 'open sesame')).toEqual({ kind: 'reachable' });
    expect(await as(async () => 'wrong')).toMatchObject({ why: 'login', code: '28P01' });
    expect(
      await as(async () => {
        throw new Error('the keychain is locked');
      }),
    ).toMatchObject({ why: 'login', code: 'PASSWORD_UNREADABLE' });
    expect(await as()).toMatchObject({ why: 'login', code: 'NO_PASSWORD' });
    const passfile = join(mkdtempSync(join(tmpdir(), 'sluice-passfile-')), 'passfile');
    atTestEnd(() => rmSync(dirname(passfile), { recursive: true }));
    writeFileSync(passfile, `127.0.0.1:${cluster.port}:*:carla:open sesame\n`, { mode: 0o600 });
    // Where it lies is a variable, which only a process of its own may have otherwise.
    const program = fileURLToPath(new URL('support/with-passfile.ts', import.meta.url));
    const said = execFileSync(process.execPath, [program, String(cluster.port), team.name, 'carla'], {
      encoding: 'utf8',
      env: { ...process.env, PGPASSFILE: passfile },
    });
    expect(JSON.parse(said)).toEqual({ kind: 'reachable' });
  });

  test('beyond this machine only TLS with a certificate for that host; what fails names no host, user or password', async () => {
    const team = await cluster.createTeam();
    const said: unknown[] = [];
    const standingOf = async (
      more: Parameters<typeof connectAgent>[2] & { host?: string; port?: number; user?: string },
    ) => {
      const agent = connectAgent(
        {
          ...team.agent,
          ...(more.host ? { host: more.host } : {}),
          ...(more.port ? { port: more.port } : {}),
          ...(more.user ? { user: more.user } : {}),
        },
        'ANNA',
        { patienceMs: 300, deadlineMs: 2_000, ...more },
      );
      await agent.claim(intent('a'));
      said.push(agent.standing());
      return agent.standing();
    };
    const authority = createLocalAuthority();
    await cluster.serveTls(authority.issue({ hosts: ['db.acme.example', '127.0.0.1'] }));
    expect(await standingOf({ ca: async () => authority.certificate })).toEqual({ kind: 'reachable' });
    await cluster.serveTls(authority.issue({ hosts: ['other.acme.example'] }));
    expect(await standingOf({ ca: async () => authority.certificate })).toMatchObject({
      why: 'certificate',
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(await standingOf({ ca: async () => createLocalAuthority('Somebody').certificate })).toMatchObject({
      why: 'certificate',
    });
    expect(await standingOf({ user: 'nobody' })).toMatchObject({ why: 'login', code: '28000' });
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as { port: number };
    closed.close();
    await once(closed, 'close');
    expect(await standingOf({ port })).toMatchObject({ why: 'network' });
    await cluster.watcher.query('CREATE DATABASE plain');
    const lost = connectAgent({ ...team.agent, database: 'plain' }, 'ANNA', { patienceMs: 300 });
    await lost.claim(intent('a'));
    expect(lost.standing()).toMatchObject({ why: 'not-set-up' });
    said.push(lost.standing());
    expect(JSON.stringify(said)).not.toMatch(/127\.0|acme|nobody|filesrv|plain|team_/);
  });
});

test('an address says where the database is and who comes, and never a password or how little to check', () => {
  expect(readTeamAddress('postgres://anna@db.acme.example/team')).toEqual({
    kind: 'address',
    address: { host: 'db.acme.example', port: 5432, database: 'team', user: 'anna' },
  });
  expect(readTeamAddress('postgresql://a%40b@[::1]:6000/x')).toMatchObject({
    address: { host: '::1', port: 6000, user: 'a@b' },
  });
  const why = (text: string) => {
    const answer = readTeamAddress(text);
    return answer.kind === 'refused' ? answer.why : answer.kind;
  };
  expect(why(`postgres://${agentUser}:secret@db/team`)).toBe('password');
  expect(why('postgres://anna@db/team?sslmode=disable')).toBe('parameter');
  expect(why('postgres://db/team')).toBe('no-user');
  expect(why('postgres://anna@db')).toBe('not-an-address');
  expect(why('postgres://anna@db/%E0%A4%A')).toBe('not-an-address');
  expect(why('mysql://anna@db/team')).toBe('not-an-address');
  expect(why('db.acme.example')).toBe('not-an-address');
});

function claimOf(answer: ClaimAnswer): Claim {
  if (answer.kind !== 'ours' && answer.kind !== 'adopt') throw new Error(`no claim: ${answer.kind}`);
  return answer.claim;
}
