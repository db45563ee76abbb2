import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Core, createCore } from '#core/create-core.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import {
  addUploads,
  allUploads,
  createEngine,
  type EngineFixture,
  idle,
  until,
} from '../support/engine-fixture.ts';
import { type Cluster, createCluster, hasPostgres, type TeamDatabase } from './support/cluster.ts';

/** Machines that sent documents alone, and then become a team. */
describe.runIf(hasPostgres)('joining a team (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  const names = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `${from + index}.txt`);
  const files = (engine: EngineFixture, from: number, to: number) =>
    names(from, to).map((name) => engine.file(name));

  /** Another data folder with the same service, key and files. */
  function machine(
    engine: EngineFixture,
    name: string,
    team?: TeamDatabase,
    folders: readonly WatchFolder[] = [],
  ): Core {
    const settings = engine.settings.get();
    const address = team && `postgres://${team.agent.user}@127.0.0.1:${cluster.port}/${team.name}`;
    const profiles = settings.profiles.map((one) => ({
      ...one,
      ...(address && { team: { address, machine: name, certificates: null } }),
    }));
    const core = createCore({
      ...engine.dependencies,
      dataDirectory: join(engine.directory, name),
      settings: { ...engine.settings, get: () => ({ ...settings, profiles, folders: [...folders] }) },
    });
    atTestEnd(() => core.stop());
    return core;
  }

  /** What a machine sends before there is a team. */
  async function sendsAlone(engine: EngineFixture, name: string, paths: readonly string[]): Promise<void> {
    const core = machine(engine, name);
    await core.start('uploads');
    await addUploads(core, [...paths]);
    await idle(core);
    await core.stop();
  }

  async function inTeam(engine: EngineFixture, team: TeamDatabase, name: string): Promise<Core> {
    const core = machine(engine, name, team);
    await core.start('uploads');
    return core;
  }

  /** For machines with another key of the same account. */
  function withNewKey(engine: EngineFixture): EngineFixture {
    const { apiKey } = engine.sandbox;
    const { secrets } = engine.dependencies;
    const key = engine.sandbox.addUser({ userId: 'sandbox-owner' });
    const getKey: typeof secrets.getKey = async (id, origin) => {
      const found = await secrets.getKey(id, origin);
      return found === apiKey ? key : found;
    };
    return { ...engine, dependencies: { ...engine.dependencies, secrets: { ...secrets, getKey } } };
  }

  const claims = async ({ admin }: TeamDatabase) =>
    (await admin.query('SELECT count(*)::int AS n FROM sluice.claims WHERE seq IS NOT NULL')).rows[0].n;
  const expectOnce = (engine: EngineFixture, documents: number) => {
    expect(engine.live()).toHaveLength(documents);
    expect(engine.sandbox.audit().duplicates).toEqual({});
  };
  const statesOf = async (core: Core) => (await allUploads(core)).map(({ state }) => state);

  test('a member that sent 50 documents alone tells them, and a second one sends none of them again', async () => {
    const engine = await createEngine({ speed: 4 });
    const paths = files(engine, 0, 50);
    await sendsAlone(engine, 'FIRST', paths);
    const team = await cluster.createTeam();
    await inTeam(engine, team, 'FIRST');
    await until('it has told all', async () => (await claims(team)) === 50);
    const second = await inTeam(engine, team, 'SECOND');
    await addUploads(second, paths);
    await idle(second);
    expect(new Set(await statesOf(second))).toEqual(new Set(['duplicate']));
    expectOnce(engine, 50);
  });

  test('a new member recognises what a machine sent that has not joined yet', async () => {
    const engine = await createEngine({ speed: 4 });
    const paths = files(engine, 0, 12);
    await sendsAlone(engine, 'FIRST', paths);
    const team = await cluster.createTeam();
    const second = await inTeam(engine, team, 'SECOND');
    await addUploads(second, paths);
    await idle(second);
    expectOnce(engine, 12);
    // The first comes later, and finds its own documents.
    const first = await inTeam(engine, team, 'FIRST');
    await addUploads(first, [...files(engine, 0, 12), engine.file('new.txt')]);
    await idle(first);
    expectOnce(engine, 13);
  });

  test('of two that sent alone and join together, each sends only what neither had', async () => {
    const engine = await createEngine({ speed: 4 });
    const paths = files(engine, 0, 9);
    await sendsAlone(engine, 'FIRST', paths.slice(0, 4));
    await sendsAlone(engine, 'SECOND', paths.slice(4, 8));
    const team = await cluster.createTeam();
    const both = await Promise.all([inTeam(engine, team, 'FIRST'), inTeam(engine, team, 'SECOND')]);
    await Promise.all(both.map((core) => addUploads(core, paths)));
    await Promise.all(both.map((core) => idle(core)));
    expectOnce(engine, 9);
    await until('the team knows all', async () => (await claims(team)) === 9);
  });

  test('machines that get a new key of the same account upload no file again', async () => {
    const engine = await createEngine({ speed: 4 });
    const team = await cluster.createTeam();
    const { apiKey } = engine.sandbox;
    let key = apiKey;
    const { getKey } = engine.dependencies.secrets;
    engine.dependencies.secrets.getKey = async (id, origin) => {
      const found = await getKey(id, origin);
      return found === apiKey ? key : found;
    };
    const paths = names(0, 4).map((name) => engine.file(name));
    let first = await inTeam(engine, team, 'FIRST');
    let second = await inTeam(engine, team, 'SECOND');
    await addUploads(first, paths);
    await idle(first);
    await addUploads(second, paths.slice(0, 2));
    await idle(second);
    key = engine.sandbox.addUser({ userId: 'sandbox-owner' });
    await Promise.all([first.stop(), second.stop()]);
    second = await inTeam(engine, team, 'SECOND');
    await addUploads(second, [...paths.slice(2), engine.file('new.txt')]);
    await idle(second);
    first = await inTeam(engine, team, 'FIRST');
    await addUploads(first, [engine.file('new.txt')]);
    await idle(first);
    await idle(second);
    expectOnce(engine, 5);
  });

  test('W9: a document stays while a machine that still has the former key stands for it', async () => {
    const engine = await createEngine({ speed: 4, tuning: { watch: { deleteGrace: 20 } } });
    const team = await cluster.createTeam();
    const drop = engine.folder('drop', { localDelete: 'delete', changed: 'replace' });
    const paths = ['drop/1.txt', 'drop/2.txt'].map((name) => engine.file(name));
    const before = machine(engine, 'FIRST', team, [drop]);
    await before.start('watch');
    await until('the team knows both', async () => (await claims(team)) === 2);
    await idle(before);
    const second = await inTeam(engine, team, 'SECOND');
    await addUploads(second, paths);
    await idle(second);
    expect(await statesOf(second)).toEqual(['duplicate', 'duplicate']);
    await before.stop();
    const first = machine(withNewKey(engine), 'FIRST', team, [drop]);
    await first.start('watch');
    await addUploads(first, [engine.file('new.txt')]);
    await idle(first);
    rmSync(paths[0] ?? '');
    engine.file('drop/2.txt', 'A newer version.');
    await until('all are at rest', async () => {
      await first.calls['folders.reconcile']({});
      return (await statesOf(first)).sort().join() === 'cancelled,cancelled,completed,completed';
    });
    expectOnce(engine, 4);
  });

  test('W9: a document of a machine with another key of the account stays if a new machine recognised it', async () => {
    const engine = await createEngine({ speed: 4, tuning: { watch: { deleteGrace: 20 } } });
    const team = await cluster.createTeam();
    const second = await inTeam(engine, team, 'SECOND');
    await addUploads(second, files(engine, 0, 2));
    await idle(second);
    await until('the team knows both', async () => (await claims(team)) === 2);
    const drop = engine.folder('drop', { localDelete: 'delete', changed: 'replace' });
    const paths = names(0, 2).map((name) =>
      engine.file(`drop/${name}`, `This is ${name}, which says something of its own.`),
    );
    const first = machine(withNewKey(engine), 'FIRST', team, [drop]);
    await first.start('watch');
    await idle(first);
    expect(await statesOf(first)).toEqual(['completed', 'completed']);
    expectOnce(engine, 2);
    rmSync(paths[0] ?? '');
    engine.file('drop/1.txt', 'A newer version.');
    await until('all are at rest', async () => {
      await first.calls['folders.reconcile']({});
      return (await statesOf(first)).sort().join() === 'cancelled,cancelled,completed';
    });
    expectOnce(engine, 3);
  });

  test.each(['left', 'changed to another'])(
    'W9: what a machine uploaded for a team stays after it %s',
    async (how) => {
      const engine = await createEngine({ speed: 4, tuning: { watch: { deleteGrace: 20 } } });
      const team = await cluster.createTeam();
      const drop = engine.folder('drop', { localDelete: 'delete', changed: 'replace' });
      const paths = ['drop/1.txt', 'drop/2.txt'].map((name) => engine.file(name));
      const first = machine(engine, 'FIRST', team, [drop]);
      await first.start('watch');
      await until('the team knows both', async () => (await claims(team)) === 2);
      await idle(first);
      const second = await inTeam(engine, team, 'SECOND');
      await addUploads(second, paths);
      await idle(second);
      expect(await statesOf(second)).toEqual(['duplicate', 'duplicate']);
      await Promise.all([first.stop(), second.stop()]);
      const next = how === 'left' ? undefined : await cluster.createTeam();
      const after = machine(engine, 'FIRST', next, [drop]);
      await after.start('watch');
      await idle(after);
      rmSync(paths[0] ?? '');
      engine.file('drop/2.txt', 'A newer version.');
      await until('both are at rest', async () => {
        await after.calls['folders.reconcile']({});
        return (await statesOf(after)).join() === 'cancelled,cancelled,completed';
      });
      expectOnce(engine, 3);
    },
  );

  test('W9: a machine that joins again tells what it uploaded alone, and leaves documents to those that need them', async () => {
    const engine = await createEngine({ speed: 4, tuning: { watch: { deleteGrace: 20 } } });
    const team = await cluster.createTeam();
    const drop = engine.folder('drop', { localDelete: 'delete' });
    const path = engine.file('drop/1.txt', 'What both have.');
    engine.file('drop/0.txt', 'What stays.');
    const member = () => machine(engine, 'FIRST', team, [drop]);
    const before = member();
    await before.start('watch');
    await until('the team knows both', async () => (await claims(team)) === 2);
    const second = await inTeam(engine, team, 'SECOND');
    const third = await inTeam(engine, team, 'THIRD');
    const copy = engine.file('copy.txt', 'What both have.');
    await addUploads(second, [copy]);
    await Promise.all([idle(second), idle(third)]);
    await before.stop();
    const alone = machine(engine, 'FIRST', undefined, [drop]);
    await alone.start('watch');
    rmSync(path);
    engine.file('drop/2.txt', 'Uploaded alone.');
    await until('all are at rest', async () => {
      await alone.calls['folders.reconcile']({});
      return (await statesOf(alone)).sort().join() === 'cancelled,completed,completed';
    });
    await alone.stop();
    await member().start('watch');
    await until('the team knows all', async () => (await claims(team)) === 3);
    await addUploads(third, [copy, engine.file('2.txt', 'Uploaded alone.')]);
    await idle(third);
    expect(await statesOf(third)).toEqual(['duplicate', 'duplicate']);
    expectOnce(engine, 3);
  });

  test.each(['left', 'left, with a lost ledger', 'left, with an older ledger'])(
    'W9: documents that others may need stay while a machine is outside its team: %s',
    async (how) => {
      const engine = await createEngine({ speed: 4, tuning: { watch: { deleteGrace: 20 } } });
      const team = await cluster.createTeam();
      const drop = engine.folder('drop', { localDelete: 'delete', changed: 'replace' });
      const [deleted, changed] = ['1.txt', '2.txt'].map((name) =>
        engine.file(`drop/${name}`, `Both have ${name}.`),
      );
      engine.file('drop/3.txt', 'What stays.');
      const ledger = join(engine.directory, 'FIRST/ledger.sqlite');
      const before = machine(engine, 'FIRST', how === 'left' ? team : undefined, [drop]);
      await before.start('watch');
      await until('all are in', () => engine.live().length === 3);
      await idle(before);
      await before.stop();
      copyFileSync(ledger, `${ledger}.copy`);
      const member = machine(engine, 'FIRST', team, [drop]);
      await member.start('watch');
      await until('the team knows all', async () => (await claims(team)) === 3);
      const second = await inTeam(engine, team, 'SECOND');
      await addUploads(second, [
        engine.file('a.txt', 'Both have 1.txt.'),
        engine.file('b.txt', 'Both have 2.txt.'),
      ]);
      await idle(second);
      expect(await statesOf(second)).toEqual(['duplicate', 'duplicate']);
      await member.stop();
      for (const end of ['', '-wal', '-shm']) if (how !== 'left') rmSync(`${ledger}${end}`, { force: true });
      if (how.endsWith('older ledger')) renameSync(`${ledger}.copy`, ledger);
      const needed = engine.live().map(({ id }) => id);
      const alone = machine(engine, 'FIRST', undefined, [drop]);
      await alone.start('watch');
      await until('all are known again', async () => (await statesOf(alone)).length >= 3);
      await idle(alone);
      rmSync(deleted ?? '');
      writeFileSync(changed ?? '', 'Changed alone.');
      await until('all are at rest', async () => {
        await alone.calls['folders.reconcile']({});
        return (await statesOf(alone)).filter((state) => state === 'cancelled').length === 2;
      });
      await idle(alone);
      expect(engine.live().map(({ id }) => id)).toEqual(expect.arrayContaining(needed));
      // What came since is its own.
      rmSync(changed ?? '');
      await until('its document is deleted', async () => {
        await alone.calls['folders.reconcile']({});
        return engine.live().length === 3;
      });
    },
  );

  test('a file stays while another machine’s document may be one of a day that it recognised', async () => {
    const engine = await createEngine({ speed: 4 });
    const first = machine(engine, 'FIRST');
    await first.start('uploads');
    await addUploads(first, [engine.file('1.txt')], { noStore: true });
    await idle(first);
    await first.stop();
    const team = await cluster.createTeam();
    const second = await inTeam(engine, team, 'SECOND');
    await addUploads(second, [engine.file('1.txt')]);
    await idle(second);
    expectOnce(engine, 1);
    const drop = engine.folder('drop', { afterUpload: 'delete' });
    const path = engine.file('drop/1.txt', 'This is 1.txt, which says something of its own.');
    const third = machine(engine, 'THIRD', team, [drop]);
    await third.start('watch');
    const isDecided = async () => {
      const [upload] = await allUploads(third);
      return upload?.state === 'duplicate' && (upload.notBefore > 0 || !existsSync(path));
    };
    await until('it was decided about the file', isDecided);
    expect(existsSync(path)).toBe(true);
    expectOnce(engine, 1);
  });

  test('what two machines had both sent is kept, and said', async () => {
    const engine = await createEngine({ speed: 4 });
    const paths = files(engine, 0, 2);
    await sendsAlone(engine, 'FIRST', paths);
    await sendsAlone(engine, 'SECOND', paths);
    expect(engine.live()).toHaveLength(4);
    const team = await cluster.createTeam();
    await inTeam(engine, team, 'FIRST');
    await until('it has told all', async () => (await claims(team)) === 2);
    const second = await inTeam(engine, team, 'SECOND');
    await until('it is said', async () => {
      const { health } = await second.calls['agent.status']({});
      return health.findings.some(({ said }) => said.code === 'team.twice' && said.values.count === 2);
    });
    expect(await statesOf(second)).toEqual(['completed', 'completed']);
    expect(engine.live()).toHaveLength(4);
  });

  test.each([true, false])(
    'a machine that changes to another team uploads no file again (a service with a list: %s)',
    async (listEndpoint) => {
      const engine = await createEngine({ speed: 4, sandbox: { listEndpoint } });
      const former = await cluster.createTeam();
      const paths = files(engine, 0, 3);
      const first = await inTeam(engine, former, 'FIRST');
      await addUploads(first, paths);
      await until('the team knows the documents', async () => (await claims(former)) === 3);
      const second = await inTeam(engine, former, 'SECOND');
      await addUploads(second, paths);
      await idle(second);
      expect(new Set(await statesOf(second))).toEqual(new Set(['duplicate']));
      await second.stop();
      const changed = await inTeam(engine, await cluster.createTeam(), 'SECOND');
      await until('it recognised the documents', async () =>
        (await statesOf(changed)).every((state) => state === 'completed'),
      );
      expectOnce(engine, 3);
    },
  );
});
