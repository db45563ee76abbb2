import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Core, createCore } from '#core/create-core.ts';
import type { SettingsPort } from '#core/ports/settings.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import { memorySettings } from '../support/core-fixture.ts';
import { createEngine, type EngineFixture, idle, until } from '../support/engine-fixture.ts';
import { type Cluster, createCluster, hasPostgres, type TeamDatabase } from './support/cluster.ts';

describe.runIf(hasPostgres)('a shared folder (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  const watchedBy = (machine: string) => ({
    mode: 'standby',
    said: { code: 'health.watchedBy', values: { machine } },
  });
  const healthOf = async (core: Core) => (await core.calls['folders.list']({}))[0]?.health;
  const isActive = async (core: Core) => ['native', 'polling'].includes((await healthOf(core))?.mode ?? '');
  const isStandby = async (core: Core) => (await healthOf(core))?.mode === 'standby';
  const uploads = async (core: Core) => (await core.calls['uploads.list']({ limit: 1000 })).rows;

  const settingsOf = new Map<Core, SettingsPort>();

  /** A machine with its own data folder, the same service and key, and a watch folder on the same share. */
  async function start(
    engine: EngineFixture,
    team: TeamDatabase,
    name: string,
    { port = cluster.port, ...changes }: Partial<WatchFolder> & { readonly port?: number } = {},
  ): Promise<Core> {
    const settings = engine.settings.get();
    const address = `postgres://${team.agent.user}@127.0.0.1:${port}/${team.name}`;
    const own = memorySettings({
      ...settings,
      profiles: settings.profiles.map((one) => ({
        ...one,
        team: { address, machine: name, certificates: null },
      })),
      folders: [engine.folder('share', { sharedAs: 'share', ...changes })],
    });
    const dataDirectory = join(engine.directory, name);
    const core = createCore({ ...engine.dependencies, dataDirectory, settings: own });
    settingsOf.set(core, own);
    atTestEnd(() => core.stop());
    await core.start('watch');
    return core;
  }

  const fast = { pollEvery: 500, reconcileEvery: 1_000, missingFor: 50, deleteGrace: 500 };
  const world = async () => ({
    team: await cluster.createTeam(),
    engine: await createEngine({ speed: 4, tuning: { watch: fast } }),
  });
  const textOf = (name: string) => `This is share/${name}, which says something of its own.`;

  test('one machine watches, the other names it; when it is cut off, the other takes over and uploads only what is new', async () => {
    const { team, engine } = await world();
    engine.file('share/a.txt');
    const proxy = await cluster.createProxy();
    const anna = await start(engine, team, 'ANNA', { port: proxy.port });
    await until('ANNA watches', () => isActive(anna));
    await idle(anna);
    const ben = await start(engine, team, 'BEN');
    await until('BEN stands by', () => isStandby(ben));
    expect(await healthOf(ben)).toMatchObject(watchedBy('ANNA'));
    await until('BEN is at rest', async () => (await ben.calls['agent.status']({})).health.state === 'idle');
    expect((await ben.calls['agent.status']({})).health).toMatchObject({
      findings: [{ about: 'folder', level: 'note', said: { code: 'health.watchedBy' } }],
    });
    engine.file('share/b.txt');
    await until('ANNA has both', async () => (await uploads(anna)).length === 2);
    await idle(anna);
    await idle(ben);
    expect(await uploads(ben)).toEqual([]);

    proxy.stall();
    await team.turn(20_000);
    engine.file('share/c.txt');
    await until('BEN watches', () => isActive(ben));
    await until('BEN has all', async () => (await uploads(ben)).length === 3);
    await idle(ben);
    expect((await uploads(ben)).map(({ state }) => state).toSorted()).toEqual([
      'completed',
      'duplicate',
      'duplicate',
    ]);
    await until('ANNA does not know who watches', () => isStandby(anna));
    expect(await healthOf(anna)).toMatchObject({ said: { code: 'health.sharedUnknown' } });
    proxy.mend();
    await until('ANNA names BEN', async () => (await healthOf(anna))?.why.includes('BEN') === true);
    await idle(anna);
    engine.expectExactlyOnce(['a.txt', 'b.txt', 'c.txt'].map(textOf));
  });

  test('a machine whose folder is paused, or that is, gives it to the other, and stands by when it goes on', async () => {
    const { team, engine } = await world();
    const anna = await start(engine, team, 'ANNA');
    await until('ANNA watches', () => isActive(anna));
    const ben = await start(engine, team, 'BEN');
    await until('BEN stands by', () => isStandby(ben));
    const edit = (core: Core, paused: boolean) =>
      core.calls['folders.edit']({ folderId: engine.folder('share').id, changes: { paused } });
    await edit(anna, true);
    await until('BEN watches', () => isActive(ben));
    await edit(anna, false);
    await until('ANNA stands by', () => isStandby(anna));
    expect(await healthOf(anna)).toMatchObject(watchedBy('BEN'));
    await ben.calls['agent.pause']({});
    await until('ANNA watches again', () => isActive(anna));
    expect(await healthOf(ben)).toMatchObject({ mode: 'paused', said: { code: 'health.sharedPaused' } });
    await ben.calls['agent.resume']({});
    await until('BEN stands by again', () => isStandby(ben));
    // A machine that leaves the team watches for itself, and one that joins again asks.
    const { profiles } = settingsOf.get(ben)?.get() ?? { profiles: [] };
    await ben.calls['team.leave']({});
    await until('BEN watches alone', () => isActive(ben));
    await settingsOf.get(ben)?.update((settings) => ({ ...settings, profiles }));
    await until('BEN stands by after joining', () => isStandby(ben));
    // Without the name each machine watches for itself.
    await ben.calls['folders.edit']({ folderId: engine.folder('share').id, changes: { sharedAs: null } });
    await until('both watch', async () => (await isActive(ben)) && (await isActive(anna)));
    engine.file('share/a.txt');
    await until('both have it', async () => (await uploads(anna)).length + (await uploads(ben)).length === 2);
    await idle(anna);
    await idle(ben);
    engine.expectExactlyOnce([textOf('a.txt')]);
  });

  test('a machine on standby uploads what it has queued, and does not look without end for what was moved meanwhile', async () => {
    const { team, engine } = await world();
    const anna = await start(engine, team, 'ANNA', { sharedAs: null });
    await anna.calls['agent.pause']({});
    const renamed = engine.file('share/a.txt');
    engine.file('share/b.txt');
    await until('ANNA has both in its queue', async () => (await uploads(anna)).length === 2);
    await anna.calls['folders.edit']({
      folderId: engine.folder('share').id,
      changes: { sharedAs: 'share' },
    });
    const ben = await start(engine, team, 'BEN');
    await until('both are there', () => engine.live().length === 2);
    await idle(ben);
    renameSync(renamed, join(engine.folder('share').path, 'c.txt'));
    await anna.calls['agent.resume']({});
    await until('ANNA leaves what is gone to BEN', async () =>
      (await uploads(anna)).some(({ path, code }) => path === renamed && code === 'LEFT_OUT'),
    );
    await idle(anna);
    expect(await healthOf(anna)).toMatchObject(watchedBy('BEN'));
    await ben.stop();
    await until('ANNA has both files of now', async () => {
      const [{ coverage } = { coverage: null }] = await anna.calls['folders.list']({});
      return coverage?.seen === 2 && coverage.searchable === 2;
    });
    await idle(anna);
    engine.expectExactlyOnce(['a.txt', 'b.txt'].map(textOf));
  });

  test('a machine that cannot read the folder leaves it to one that can', async () => {
    const { team, engine } = await world();
    const { path } = engine.folder('share');
    const mount = join(engine.directory, 'mount');
    symlinkSync(path, mount);
    const anna = await start(engine, team, 'ANNA', { path: mount });
    await until('ANNA watches', () => isActive(anna));
    const ben = await start(engine, team, 'BEN');
    await until('BEN stands by', () => isStandby(ben));
    rmSync(mount);
    engine.file('share/a.txt');
    await until('BEN watches', () => isActive(ben));
    await until('ANNA stands by', () => isStandby(anna));
    expect(await healthOf(anna)).toMatchObject(watchedBy('BEN'));
    await until('it is there', () => engine.live().length === 1);
    await idle(ben);
    engine.expectExactlyOnce([textOf('a.txt')]);
  });

  test('a file deleted while another machine watches loses no document that a machine on standby needs', async () => {
    const { team, engine } = await world();
    const [a = ''] = ['a.txt', 'b.txt', 'c.txt'].map((name) => engine.file(`share/${name}`));
    const anna = await start(engine, team, 'ANNA', { localDelete: 'delete' });
    await until('ANNA watches', () => isActive(anna));
    await until('all are there', () => engine.live().length === 3);
    await idle(anna);
    await anna.stop();
    const ben = await start(engine, team, 'BEN', { localDelete: 'delete' });
    await until('BEN watches', () => isActive(ben));
    await until('BEN knows them', async () => (await uploads(ben)).length === 3);
    await idle(ben);
    const again = await start(engine, team, 'ANNA', { localDelete: 'delete' });
    await until('ANNA stands by', () => isStandby(again));
    rmSync(a);
    const holdings = async () =>
      (await team.admin.query('SELECT count(*)::int AS n FROM sluice.holdings')).rows[0].n;
    await until('BEN let go', async () => (await holdings()) === 2);
    // ANNA never saw that it is gone, so its document stays.
    expect(engine.live()).toHaveLength(3);
    expect(engine.requests({ method: 'DELETE' })).toEqual([]);
    await ben.stop();
    await until('ANNA watches', () => isActive(again));
    await until('the document goes with the last machine', () => engine.live().length === 2);
    await idle(again);
    engine.expectExactlyOnce(['b.txt', 'c.txt'].map(textOf));
  });
});
