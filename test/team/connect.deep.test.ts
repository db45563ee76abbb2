import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Core, createCore } from '#core/create-core.ts';
import type { Health } from '#shared/bridge/health.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import {
  addUploads,
  createEngine,
  type EngineFixture,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';
import { type Cluster, createCluster, hasPostgres, type TeamDatabase } from './support/cluster.ts';

/** What someone waits for at most when they close Sluice (docs/adr/0037), ms. */
const bound = 1_200;

/** What is loaded of the driver by a core that has started, in a process of its own. */
function driverOf(address: string | undefined): string {
  const program = fileURLToPath(new URL('./support/loaded-driver.ts', import.meta.url));
  return execFileSync(process.execPath, [program, ...(address === undefined ? [] : [address])], {
    encoding: 'utf8',
  }).trim();
}

test('without a team nothing of PostgreSQL is loaded', () => {
  expect(driverOf(undefined)).toBe('none');
  expect(driverOf('postgres://anna@127.0.0.1:1/team')).toBe('pg');
});

describe.runIf(hasPostgres)('an agent in a team (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  const addressOf = ({ name, agent }: TeamDatabase, port = cluster.port) =>
    `postgres://${agent.user}@127.0.0.1:${port}/${name}`;

  /** Time passes not much faster than for the database, whose answers are waited for by it. */
  const inTeam = (address: string) =>
    createEngine({ speed: 4, profile: { team: { address, machine: 'ANNA' } } });

  /** Another machine with the same subscription. */
  function other(engine: EngineFixture, machine: string): Core {
    const settings = engine.settings.get();
    const profiles = settings.profiles.map((one) => ({
      ...one,
      ...(one.team && { team: { ...one.team, machine } }),
    }));
    const core = createCore({
      ...engine.dependencies,
      dataDirectory: join(engine.directory, machine),
      settings: { ...engine.settings, get: () => ({ ...settings, profiles }) },
    });
    atTestEnd(() => core.stop());
    return core;
  }

  const healthOf = async (core: Core): Promise<Health> => (await core.calls['agent.status']({})).health;
  const stateOf = async (core: Core) => (await healthOf(core)).teams.test?.state;
  const agents = async ({ admin }: TeamDatabase) =>
    (
      await admin.query(
        `SELECT agent, incarnation, name, writes::int, lease_until > sluice.now_() AS alive
           FROM sluice.agents ORDER BY name`,
      )
    ).rows;

  test('two machines send the same file once, and each knows the other', async () => {
    const team = await cluster.createTeam();
    const engine = await inTeam(addressOf(team));
    const [anna, ben] = [await engine.start(), other(engine, 'BEN')];
    await ben.start('uploads');
    const file = engine.file('report.txt');
    await Promise.all([anna, ben].map((core) => addUploads(core, [file])));
    await Promise.all([anna, ben].map((core) => core.whenIdle()));
    expect((await Promise.all([anna, ben].map(states))).flat().toSorted()).toEqual([
      'completed',
      'duplicate',
    ]);
    engine.expectExactlyOnce(['This is report.txt, which says something of its own.']);
    // Who ends by itself has told it: nobody waits for its lease to end.
    const { rows } = await team.admin.query('SELECT seq IS NOT NULL AS landed FROM sluice.claims');
    expect(rows).toEqual([{ landed: true }]);
    expect(await agents(team)).toMatchObject([
      { name: 'ANNA', alive: true },
      { name: 'BEN', alive: true },
    ]);
    expect(await healthOf(anna)).toMatchObject({ teams: { test: { state: 'reachable', why: null } } });
    await anna.stop();
    expect(await agents(team)).toMatchObject([{ alive: false }, { alive: true }]);
  });

  test('a data folder is the same member after a restart, and knows what it wrote', async () => {
    const team = await cluster.createTeam();
    const engine = await inTeam(addressOf(team));
    const first = await engine.start();
    await until('it is a member', async () => (await agents(team)).length === 1);
    await until('it has told what it has', async () => (await stateOf(first)) === 'reachable');
    await first.stop();
    const [before] = await agents(team);
    const noted = () =>
      engine.ledger(
        ({ statement }) =>
          statement(`SELECT value ->> 'writes' AS writes FROM facts WHERE key = 'team-agent:test'`).get()
            ?.writes,
      );
    expect(noted()).toBe(before.writes);
    const second = await engine.start();
    await until(
      'it is a member again',
      async () => (await agents(team))[0].incarnation !== before.incarnation,
    );
    const [after, ...more] = await agents(team);
    expect([after.agent, more]).toEqual([before.agent, []]);
    await second.stop();
    // An older copy of the database is noticed by what is written down here.
    await team.admin.query('UPDATE sluice.agents SET writes = 0, answer = NULL');
    const third = await engine.start();
    await until('it noticed', async () => (await stateOf(third)) === 'refused');
    expect((await healthOf(third)).findings).toMatchObject([
      { about: 'team', level: 'held', code: 'TEAM_UNREACHABLE', said: { code: 'team.restored' } },
    ]);
    // The others need nobody for it, so whatever waits for the team goes on waiting.
    await team.turn(80_000);
    await until('it goes on', async () => (await stateOf(third)) === 'reachable');
    expect((await healthOf(third)).findings).toEqual([]);
    const { rows } = await team.admin.query(`SELECT sluice_v1.status() -> 'restored' AS restored`);
    expect(rows).toEqual([{ restored: false }]);
  });

  test('while the database is away nothing is sent, that is told, and it goes on by itself', async () => {
    const team = await cluster.createTeam();
    const proxy = await cluster.createProxy();
    proxy.cut();
    const engine = await inTeam(addressOf(team, proxy.port));
    const core = await engine.start();
    await until('that is known', async () => (await stateOf(core)) === 'unreachable');
    const [id = 0] = await addUploads(core, [engine.file('a.txt')]);
    await until('it waits', async () => (await uploadOf(core, id)).code === 'TEAM_UNREACHABLE');
    const { state, findings } = await healthOf(core);
    expect(state).toBe('held');
    expect(findings).toMatchObject([
      {
        about: 'team',
        level: 'held',
        code: 'TEAM_UNREACHABLE',
        since: expect.any(Number),
        profileId: 'test',
      },
    ]);
    expect(engine.requests({ method: 'POST' })).toEqual([]);
    proxy.mend();
    await core.whenIdle();
    expect(await states(core)).toEqual(['completed']);
    expect((await healthOf(core)).findings).toEqual([]);
  });

  test('what waits for the team is sent as soon as the team is there', async () => {
    const team = await cluster.createTeam();
    const proxy = await cluster.createProxy();
    proxy.cut();
    const engine = await inTeam(addressOf(team, proxy.port));
    const first = await engine.start();
    const [id = 0] = await addUploads(first, [engine.file('a.txt')]);
    await until('it waits', async () => (await uploadOf(first, id)).code === 'TEAM_UNREACHABLE');
    await first.stop();
    engine.ledger(({ statement }) =>
      statement('UPDATE uploads SET not_before = not_before + 3600000 WHERE id = ?').run(id),
    );
    const second = await engine.start();
    proxy.mend();
    await until('it is sent', async () => (await states(second))[0] === 'completed');
  });

  test('a login that is refused needs a person', async () => {
    const team = await cluster.createTeam();
    await team.admin.query('CREATE ROLE secretive LOGIN IN ROLE sluice_agent');
    await team.admin.query(`GRANT CONNECT ON DATABASE ${team.name} TO secretive`);
    await cluster.demandPassword('secretive');
    const engine = await inTeam(addressOf({ ...team, agent: { ...team.agent, user: 'secretive' } }));
    const core = await engine.start();
    await until('that is known', async () => (await stateOf(core)) === 'unreachable');
    expect(await healthOf(core)).toMatchObject({
      state: 'trouble',
      findings: [
        {
          about: 'team',
          code: 'TEAM_REFUSED',
          said: { code: 'team.login', values: { code: 'NO_PASSWORD' } },
        },
      ],
    });
  });

  test.each(['connects', 'is connected'])(
    'stopping does not wait for a database that hangs while it %s',
    async (when) => {
      const team = await cluster.createTeam();
      const proxy = await cluster.createProxy();
      if (when === 'connects') proxy.stall();
      const engine = await inTeam(addressOf(team, proxy.port));
      const core = await engine.start();
      if (when === 'is connected') {
        await until('it is a member', async () => (await stateOf(core)) === 'reachable');
        proxy.stall();
      }
      const [id = 0] = await addUploads(core, [engine.file('a.txt')]);
      await until('it asks', async () => (await uploadOf(core, id)).state === 'claiming');
      const before = engine.lived();
      await core.stop();
      expect(engine.lived() - before).toBeLessThan(bound);
    },
  );

  test('a machine that slept gives up what it held, and joins again', async () => {
    const team = await cluster.createTeam();
    const engine = await inTeam(addressOf(team));
    const { clock } = engine.dependencies;
    let slept = 0;
    const core = createCore({ ...engine.dependencies, clock: { ...clock, now: () => clock.now() + slept } });
    atTestEnd(() => core.stop());
    await core.start('uploads');
    await until('it is a member', async () => (await agents(team)).length === 1);
    const joinedAt = async () =>
      (await team.admin.query('SELECT joined_at FROM sluice.agents')).rows[0].joined_at;
    const before = await joinedAt();
    slept = 3_600_000;
    await until('it joined again', async () => (await joinedAt()) > before);
  });
});
