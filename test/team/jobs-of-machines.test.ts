import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Core, createCore } from '#core/create-core.ts';
import type { DocumentJob } from '#shared/bridge/documents.ts';
import { ended, rowsOf, uploaded } from '../core/documents-support.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import { createEngine, type EngineFixture, until } from '../support/engine-fixture.ts';
import { agentUser, type Cluster, createCluster, hasPostgres, type TeamDatabase } from './support/cluster.ts';
import { backup } from './support/put-back.ts';

/** Beyond its lease and what was on its way a machine is gone, ms. */
const goneMs = 15_000 + 10_000;
const count = 12;

describe.runIf(hasPostgres)('jobs over documents on several machines (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  const addressOf = ({ name }: TeamDatabase, port = cluster.port) =>
    `postgres://${agentUser}@127.0.0.1:${port}/${name}`;

  /** Anna's laptop with documents of hers, in a team; her way to its database can be cut. */
  async function anna() {
    const team = await cluster.createTeam();
    const proxy = await cluster.createProxy();
    const engine = await createEngine({
      speed: 4,
      profile: { team: { address: addressOf(team, proxy.port), machine: 'ANNA' } },
    });
    const names = Array.from({ length: count }, (_, index) => `${index}.txt`);
    const { core } = await uploaded(engine, names);
    return { team, proxy, engine, core };
  }

  /** Another machine with the same key, or with another one. */
  async function start(
    engine: EngineFixture,
    team: TeamDatabase,
    machine: string,
    key?: string,
  ): Promise<Core> {
    const settings = engine.settings.get();
    const own = { address: addressOf(team), machine, certificates: null };
    const profiles = settings.profiles.map((one) => ({ ...one, team: own }));
    const core = createCore({
      ...engine.dependencies,
      dataDirectory: join(engine.directory, machine),
      settings: { ...engine.settings, get: () => ({ ...settings, profiles }) },
      ...(key === undefined ? {} : { secrets: { ...engine.dependencies.secrets, getKey: async () => key } }),
    });
    atTestEnd(() => core.stop());
    await core.start('watch');
    return core;
  }

  /** From the third on, each change waits long enough for the test to come in between. */
  const slow = (engine: EngineFixture) =>
    engine.sandbox.faults.replace([
      { match: { method: 'PATCH', nth: 3 }, kind: 'slow', delayMs: 20_000, times: 100 },
    ]);
  const jobsOf = (core: Core) => core.calls['documents.jobs']({});
  const jobOf = async (core: Core) => (await jobsOf(core))[0];
  const isShared = (engine: EngineFixture) => engine.live().filter(({ shared }) => shared).length;
  const rowOfJob = async ({ admin }: TeamDatabase) =>
    (await admin.query('SELECT state, head::int, is_whole AS "isWhole" FROM sluice.jobs')).rows[0];
  const outcomes = async ({ admin }: TeamDatabase) =>
    (
      await admin.query(
        `SELECT a.name, count(*)::int AS n FROM sluice.job_items i JOIN sluice.agents a ON a.id = i.agent
           WHERE i.outcome = 'done' GROUP BY 1 ORDER BY 1`,
      )
    ).rows as { name: string; n: number }[];

  const isGone = (engine: EngineFixture) =>
    engine.ledger((database) => database.statement('SELECT * FROM document_jobs').all().length === 0);

  async function begun(engine: EngineFixture, core: Core, team: TeamDatabase): Promise<DocumentJob> {
    slow(engine);
    const job = await core.calls['documents.change']({ kind: 'share' });
    await until('two are done and told', async () => ((await outcomes(team))[0]?.n ?? 0) >= 2);
    return job;
  }

  test('a job goes on at another machine when the laptop is closed, and the laptop hears by whom', async () => {
    const { team, proxy, engine, core } = await anna();
    const server = await start(engine, team, 'FILESRV1');
    const job = await begun(engine, core, team);
    // As a kill leaves it: nobody is told that it ends, and nothing is written of that.
    proxy.cut();
    const killed = join(engine.directory, 'killed');
    cpSync(engine.dataDirectory, killed, { recursive: true });
    await core.stop();
    rmSync(engine.dataDirectory, { recursive: true });
    renameSync(killed, engine.dataDirectory);
    proxy.mend();
    engine.sandbox.faults.replace([]);
    await team.turn(goneMs);
    await until('FILESRV1 has it', async () => (await jobOf(server)) !== undefined);
    expect(await jobOf(server)).toMatchObject({ kind: 'share', askedBy: 'ANNA', total: count });
    const done = await ended(server, (await jobOf(server))?.id ?? 0);
    expect(done).toMatchObject({ state: 'done', done: count, failed: 0 });
    expect(isShared(engine)).toBe(count);
    await until('it is told', async () => (await rowOfJob(team))?.state === 'done');

    const back = await engine.start('watch');
    await until('she hears of it', async () => (await jobOf(back))?.state === 'done');
    expect(await jobOf(back)).toMatchObject({ id: job.id, done: count, failed: 0 });
    const { items } = await back.calls['documents.jobItems']({ jobId: job.id });
    const byServer = items.filter(({ machine }) => machine === 'FILESRV1');
    expect(byServer.length).toBeGreaterThan(0);
    const told = await outcomes(team);
    expect(told.reduce((sum, { n }) => sum + n, 0)).toBe(count);
    expect(told.find(({ name }) => name === 'FILESRV1')?.n).toBe(byServer.length);
    expect((await rowsOf(back, { shared: true })).length).toBe(count);
  });

  test('one that comes back while another is at it leaves it there, and can stop it', async () => {
    const { team, engine, core } = await anna();
    const server = await start(engine, team, 'FILESRV1');
    await begun(engine, core, team);
    await core.stop();
    await team.turn(goneMs);
    await until('FILESRV1 is at it', async () => (await jobOf(server))?.state === 'running');
    const back = await engine.start('watch');
    await until('she hears of it', async () => (await jobOf(back))?.machine === 'FILESRV1');
    expect(await jobOf(back)).toMatchObject({ state: 'running' });
    await back.calls['documents.cancelJob']({ jobId: (await jobOf(back))?.id ?? 0 });
    engine.sandbox.faults.replace([]);
    await until('FILESRV1 stopped', async () => (await jobOf(server))?.state === 'cancelled');
    await until('she knows', async () => (await jobOf(back))?.state === 'cancelled');
    expect(isShared(engine)).toBeLessThan(count);
  });

  test('cut off from the team it stops before another may have it, and goes on where nobody took it', async () => {
    const { team, proxy, engine, core } = await anna();
    const job = await begun(engine, core, team);
    proxy.cut();
    await until('it waits for the team', async () => (await jobOf(core))?.waitsForTeam === true);
    engine.sandbox.faults.replace([]);
    expect(isShared(engine)).toBeLessThan(count);
    proxy.mend();
    expect(await ended(core, job.id)).toMatchObject({ state: 'done', done: count });
    expect(await outcomes(team)).toEqual([{ name: 'ANNA', n: expect.any(Number) }]);
  });

  test('who was overtaken while cut off does nothing more of it, and hears what became of each', async () => {
    const { team, proxy, engine, core } = await anna();
    const server = await start(engine, team, 'FILESRV1');
    const job = await begun(engine, core, team);
    proxy.cut();
    await until('it waits for the team', async () => (await jobOf(core))?.waitsForTeam === true);
    engine.sandbox.faults.replace([]);
    await team.turn(goneMs);
    await until('FILESRV1 ended it', async () => (await jobOf(server))?.state === 'done');
    const writes = engine.requests({ method: 'PATCH' }).length;
    proxy.mend();
    expect(await ended(core, job.id)).toMatchObject({ state: 'done', done: count });
    const { items } = await core.calls['documents.jobItems']({ jobId: job.id });
    expect(items.some(({ machine }) => machine === 'FILESRV1')).toBe(true);
    // Four were on their way when she was cut off, which the service wrote down when it got to them.
    expect(engine.requests({ method: 'PATCH' }).length).toBeLessThanOrEqual(writes + 4);
  });

  test('a machine that has nothing to do with it shows it with the team, and can stop it', async () => {
    const { team, engine, core } = await anna();
    const job = await begun(engine, core, team);
    const desk = await start(engine, team, 'ANNA-DESK');
    const shown = async () => (await desk.calls['team.show']({})).team?.jobs ?? [];
    await until('it is shown', async () => (await shown()).length === 1);
    expect(await shown()).toMatchObject([
      { kind: 'share', askedBy: 'ANNA', by: { name: 'ANNA' }, isStopped: false, total: count, failed: 0 },
    ]);
    expect(await jobsOf(desk)).toEqual([]);
    await desk.calls['team.cancelJob']({ job: (await shown())[0]?.job ?? '' });
    engine.sandbox.faults.replace([]);
    expect(await ended(core, job.id)).toMatchObject({ state: 'cancelled' });
    expect(await shown()).toEqual([]);
  });

  test('a machine with another key takes nothing, and sees nothing', async () => {
    const { team, engine, core } = await anna();
    const otherKey = engine.sandbox.addUser({ userId: 'carla' });
    const carla = await start(engine, team, 'CARLA', otherKey);
    await begun(engine, core, team);
    await core.stop();
    engine.sandbox.faults.replace([]);
    await team.turn(goneMs);
    const server = await start(engine, team, 'FILESRV1');
    await until('FILESRV1 ended it', async () => (await jobOf(server))?.state === 'done');
    expect(await jobsOf(carla)).toEqual([]);
  });

  test('a job that an older copy of the database does not know is told again, whole', async () => {
    const { team, engine, core } = await anna();
    const putBack = await backup(cluster, team);
    const job = await begun(engine, core, team);
    await putBack();
    expect(await rowOfJob(team)).toBeUndefined();
    engine.sandbox.faults.replace([]);
    await until('the team goes on', async () => {
      await team.turn(5_000);
      return (await rowOfJob(team))?.isWhole === true;
    });
    expect(await ended(core, job.id)).toMatchObject({ state: 'done', done: count });
    await until('it is told', async () => (await rowOfJob(team))?.state === 'done');
    expect(await outcomes(team)).toEqual([{ name: 'ANNA', n: count }]);
  });

  test('what every machine would meet waits for a person, and is gone on with by nobody', async () => {
    const { team, engine, core } = await anna();
    const server = await start(engine, team, 'FILESRV1');
    const job = await begun(engine, core, team);
    engine.sandbox.faults.replace([
      { match: { method: 'PATCH' }, kind: 'status', status: 401, times: 1_000 },
    ]);
    expect(await ended(core, job.id)).toMatchObject({ state: 'interrupted' });
    await until('it is told', async () => (await rowOfJob(team))?.state === 'stopped');
    await team.turn(goneMs);
    expect(await jobsOf(server)).toEqual([]);
  });

  test('one that a restart interrupted goes on where a person says so, and once', async () => {
    const { team, engine, core } = await anna();
    const job = await begun(engine, core, team);
    await core.stop();
    engine.sandbox.faults.replace([]);
    // A process that does not stay takes nothing by itself.
    const again = await engine.start('uploads');
    expect(await jobOf(again)).toMatchObject({ id: job.id, state: 'interrupted' });
    await again.calls['documents.repeatJob']({ jobId: job.id });
    await until('it goes on', async () => (await jobOf(again))?.state === 'done');
    await until('it is told', async () => (await rowOfJob(team))?.state === 'done');
    expect(await outcomes(team)).toEqual([{ name: 'ANNA', n: count }]);
  });

  test('one that waits for a machine can be put away here, and nothing of it clings to the next one', async () => {
    const { team, engine, core } = await anna();
    const job = await begun(engine, core, team);
    await core.stop();
    engine.sandbox.faults.replace([]);
    const again = await engine.start('uploads');
    const isFree = async () =>
      (await team.admin.query('SELECT incarnation IS NULL AS free FROM sluice.jobs')).rows[0].free;
    await until('it is told', isFree);
    await until('it is not ours', () =>
      engine.ledger(
        (database) =>
          database.statement(`SELECT 1 FROM team_jobs WHERE stands = 'elsewhere'`).get() !== undefined,
      ),
    );
    expect(await again.calls['documents.dismissJob']({ jobId: job.id })).toEqual({ dismissed: true });
    expect(await jobsOf(again)).toEqual([]);
    await until(
      'no other machine goes on with it',
      async () => (await rowOfJob(team))?.state === 'cancelled',
    );
    await until('it is gone here', () => isGone(engine));
    const next = await again.calls['documents.change']({ kind: 'share' });
    expect(next.id).toBe(job.id);
    expect(await ended(again, next.id)).toMatchObject({ state: 'done', done: count });
  });

  test('what is cancelled is so for every machine at once: in the line, and with requests under way', async () => {
    const { team, engine, core } = await anna();
    const first = await begun(engine, core, team);
    const second = await core.calls['documents.change']({ kind: 'delete' });
    const states = async () =>
      (await team.admin.query('SELECT state FROM sluice.jobs WHERE is_whole ORDER BY asked_at')).rows;
    await until('both are known', async () => (await states()).length === 2);
    const cancel = (jobId: number) => core.calls['documents.cancelJob']({ jobId });
    expect(await cancel(second.id)).toMatchObject({ state: 'cancelled' });
    expect(await cancel(first.id)).toMatchObject({ state: 'cancelled' });
    await until('it is told', async () => (await states()).every(({ state }) => state === 'cancelled'));
    await core.stop();
    engine.sandbox.faults.replace([]);
    await team.turn(goneMs);
    const back = await engine.start('watch');
    await until('all is told', () =>
      engine.ledger(
        (database) =>
          database.statement(`SELECT 1 FROM team_jobs WHERE stands <> 'over'`).get() === undefined,
      ),
    );
    expect(await jobsOf(back)).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }]);
    expect(engine.live().length).toBe(count);
  });

  test('one that is cancelled and put away while cut off is stopped at whoever took it', async () => {
    const { team, proxy, engine, core } = await anna();
    const server = await start(engine, team, 'FILESRV1');
    const job = await begun(engine, core, team);
    proxy.cut();
    await until('it waits for the team', async () => (await jobOf(core))?.waitsForTeam === true);
    await team.turn(goneMs);
    await until('FILESRV1 is at it', async () => (await jobOf(server))?.state === 'running');
    await core.calls['documents.cancelJob']({ jobId: job.id });
    await ended(core, job.id);
    expect(await core.calls['documents.dismissJob']({ jobId: job.id })).toEqual({ dismissed: true });
    expect(await jobsOf(core)).toEqual([]);
    proxy.mend();
    await until('it is told', async () => (await rowOfJob(team))?.state === 'cancelled');
    engine.sandbox.faults.replace([]);
    await until('FILESRV1 stopped', async () => (await jobOf(server))?.state === 'cancelled');
    await until('it is gone here', () => isGone(engine));
  });
});
