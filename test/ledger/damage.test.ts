import {
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Clock } from '#core/ports/clock.ts';
import type { EngineFixture } from '../support/engine-fixture.ts';
import { addUploads, allUploads, createEngine, idle, states, until } from '../support/engine-fixture.ts';

const ledgerOf = (engine: EngineFixture) => join(engine.dataDirectory, 'ledger.sqlite');

function damage(engine: EngineFixture, how: 'garbage' | 'truncated'): void {
  const path = ledgerOf(engine);
  if (how === 'garbage') writeFileSync(path, Buffer.alloc(50_000, 'no database at all '));
  else truncateSync(path, Math.floor(statSync(path).size / 2));
}

async function threeUploaded(engine: EngineFixture): Promise<string[]> {
  await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox')] }));
  const contents = ['one', 'two', 'three'].map((name) => `The text of ${name}.`);
  contents.forEach((content, index) => {
    engine.file(`inbox/${index}/report.txt`, content);
  });
  const core = await engine.start('watch');
  await until('all are in', () => engine.live().length === 3);
  await idle(core);
  await core.stop();
  return contents;
}

describe.each(['spec', 'field'] as const)('a damaged ledger (%s)', (profile) => {
  test.concurrent.each(['garbage', 'truncated'] as const)(
    '%s: set aside, said, rebuilt, and nothing is sent twice',
    async (how) => {
      const engine = await createEngine({ sandbox: { profile } });
      const contents = await threeUploaded(engine);
      damage(engine, how);
      engine.file('inbox/new/report.txt', 'The text of a file that came meanwhile.');
      const core = await engine.start('watch');
      await until('the new one is in', () => engine.live().length === 4);
      await idle(core);
      engine.expectExactlyOnce([...contents, 'The text of a file that came meanwhile.']);
      expect((await states(core)).sort()).toEqual(['completed', 'completed', 'completed', 'completed']);
      expect(
        readdirSync(engine.dataDirectory).some((name) => name.startsWith('ledger.sqlite.corrupt-')),
      ).toBe(true);
      expect(engine.log.find((line) => line.includes('LEDGER_CORRUPT'))).toContain('.corrupt-');
      const { health } = await core.calls['agent.status']({});
      expect(health.findings).toEqual([]);
      expect(engine.requests({ method: 'POST' })).toHaveLength(4);
    },
  );
});

test.concurrent('W10: documents still being enriched when the ledger was lost are recognised too', async () => {
  const engine = await createEngine({ sandbox: { enrichSeconds: [60, 60] } });
  const setup = await engine.start();
  const paths = ['a', 'b'].map((name) => engine.file(`${name}.txt`));
  await addUploads(setup, paths);
  await until('both landed', () => engine.live().length === 2);
  await setup.stop();
  damage(engine, 'garbage');
  const core = await engine.start();
  await addUploads(core, paths);
  await idle(core);
  expect(engine.live()).toHaveLength(2);
  expect(engine.sandbox.audit().duplicates).toEqual({});
  expect(await states(core)).toEqual(['completed', 'completed']);
});

test.concurrent('W10: bytes that landed a moment before the loss, and are not in the list yet, are recognised', async () => {
  const engine = await createEngine({ sandbox: { profile: 'field' }, speed: 3 });
  const setup = await engine.start();
  const path = engine.file('a.txt');
  await addUploads(setup, [path]);
  await until('it landed', () => engine.live().length === 1);
  await setup.stop();
  damage(engine, 'garbage');
  const core = await engine.start();
  await addUploads(core, [path]);
  await idle(core);
  expect(engine.live()).toHaveLength(1);
});

test.concurrent('a damaged ledger that the service cannot be asked about yet: nothing is sent before it answers', async () => {
  const engine = await createEngine();
  await threeUploaded(engine);
  damage(engine, 'garbage');
  const list = { method: 'GET', path: '^/contents/v1/documents$' };
  engine.sandbox.faults.replace([{ match: list, kind: 'status', status: 503 }]);
  const core = await engine.start('watch');
  await until('it was asked twice', () => engine.requests({ method: 'GET', status: 503 }).length >= 2);
  expect(engine.requests({ method: 'POST' })).toHaveLength(3);
  engine.sandbox.faults.replace([]);
  await idle(core);
  expect(engine.live()).toHaveLength(3);
  expect(engine.sandbox.audit().duplicates).toEqual({});
});

describe('without a list nobody can tell what is in', () => {
  async function held() {
    const engine = await createEngine({ sandbox: { listEndpoint: false } });
    const contents = await threeUploaded(engine);
    engine.file('inbox/copy/again.txt', contents[0]);
    damage(engine, 'garbage');
    const core = await engine.start('watch');
    await until('all are held', async () => (await states(core)).length === 4);
    await idle(core);
    expect(new Set(await states(core))).toEqual(new Set(['attention DUPLICATE_UNCERTAIN']));
    expect(engine.requests({ method: 'POST' })).toHaveLength(3);
    return { engine, core, contents };
  }

  test.concurrent('files from before are held; "already there" ends them, new ones go on', async () => {
    const { engine, core } = await held();
    await core.calls['uploads.resolve']({ filter: { code: 'DUPLICATE_UNCERTAIN' }, choice: 'already-there' });
    await idle(core);
    expect(engine.requests({ method: 'POST' })).toHaveLength(3);
    // Written by the clock of this test, which is ahead of the one files go by.
    const path = engine.file('later.txt', 'A file of today.');
    const now = new Date(engine.dependencies.clock.now());
    utimesSync(path, now, now);
    renameSync(path, join(engine.directory, 'files', 'inbox', 'later.txt'));
    await until('the new one is in', () => engine.live().length === 4);
  });

  test.concurrent('"upload" sends each of them, and the same bytes once', async () => {
    const { engine, core, contents } = await held();
    engine.sandbox.requests.clear();
    await core.calls['uploads.resolve']({ filter: { code: 'DUPLICATE_UNCERTAIN' }, choice: 'upload' });
    await idle(core);
    expect(engine.requests({ method: 'POST' })).toHaveLength(contents.length);
    expect((await states(core)).sort()).toEqual(['completed', 'completed', 'completed', 'duplicate']);
  });

  test.concurrent('a file that is only touched asks still', async () => {
    const { engine, core } = await held();
    const path = join(engine.directory, 'files', 'inbox', '0', 'report.txt');
    const [before] = (await allUploads(core)).filter((one) => one.path === path);
    const now = new Date(engine.dependencies.clock.now());
    utimesSync(path, now, now);
    await core.calls['folders.reconcile']({});
    await until('it was looked at anew', async () => {
      const [upload] = (await allUploads(core)).filter((one) => one.path === path);
      return upload?.state !== 'queued' && upload?.updatedAt !== before?.updatedAt;
    });
    await idle(core);
    expect(new Set(await states(core))).toEqual(new Set(['attention DUPLICATE_UNCERTAIN']));
    // Other bytes are new ones, whatever asked under that name before.
    engine.file('inbox/0/report.txt', 'The text of tomorrow.');
    utimesSync(path, now, now);
    await until('the new one is in', () => engine.live().length === 4);
  });

  test.concurrent('a file whose time lies ahead is no newer for that', async () => {
    const engine = await createEngine({ sandbox: { listEndpoint: false } });
    await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox')] }));
    const path = engine.file('inbox/a.txt');
    const ahead = new Date(engine.dependencies.clock.now() + 86_400_000);
    utimesSync(path, ahead, ahead);
    const setup = await engine.start('watch');
    await until('it is in', () => engine.live().length === 1);
    await idle(setup);
    await setup.stop();
    damage(engine, 'garbage');
    const core = await engine.start('watch');
    await until(
      'it was looked at',
      async () => (await states(core)).join() !== '' && !(await states(core)).join().startsWith('queued'),
    );
    await idle(core);
    expect(await states(core)).toEqual(['attention DUPLICATE_UNCERTAIN']);
    expect(engine.live()).toHaveLength(1);
  });

  test.concurrent('a mere retry asks again', async () => {
    const { engine, core } = await held();
    await core.calls['uploads.retry']({ filter: {} });
    await idle(core);
    expect(new Set(await states(core))).toEqual(new Set(['attention DUPLICATE_UNCERTAIN']));
    expect(engine.requests({ method: 'POST' })).toHaveLength(3);
  });
});

test.concurrent('a ledger of a newer version is refused and left as it is', async () => {
  const engine = await createEngine();
  await (await engine.start()).stop();
  engine.ledger((database) =>
    database.sqlite.exec('PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE);'),
  );
  const before = readFileSync(ledgerOf(engine));
  await expect(engine.start()).rejects.toMatchObject({
    code: 'LEDGER_NEWER',
    message: expect.stringContaining('999'),
  });
  expect(readFileSync(ledgerOf(engine)).equals(before)).toBe(true);
  expect(readdirSync(engine.dataDirectory).filter((name) => name.includes('corrupt'))).toEqual([]);
});

/** The clock of an engine from now on: its wall time can be set, as somebody sets the clock of a machine. */
function settableClock({ dependencies }: EngineFixture): Clock & { set(by: number): void } {
  const { clock } = dependencies;
  let offset = 0;
  return {
    ...clock,
    now: () => clock.now() + offset,
    set(by) {
      offset += by;
    },
  };
}

test.concurrent.each([true, false])(
  'the system clock set back an hour in the middle of everything (list: %s): it all completes',
  async (listEndpoint) => {
    const engine = await createEngine({ sandbox: { listEndpoint, enrichSeconds: [20, 40] } });
    const clock = settableClock(engine);
    Object.assign(engine.dependencies, { clock });
    const post = { method: 'POST', path: '^/contents/v1/documents$', nth: 4 };
    const resets = { match: { origin: 'storage' }, kind: 'reset-after', times: 2 } as const;
    engine.sandbox.faults.replace([{ match: post, kind: 'status', status: 500, times: 1_000 }, resets]);
    const goOn = engine.holdService();
    const core = await engine.start();
    await addUploads(
      core,
      Array.from({ length: 12 }, (_, index) => engine.file(`${index}.txt`)),
    );
    await until('some wait, some are enriched', async () => {
      const now = await states(core);
      return now.includes('processing') && now.some((state) => state.startsWith('queued'));
    });
    clock.set(-3_600_000);
    engine.sandbox.faults.replace([]);
    goOn();
    await idle(core);
    expect(new Set(await states(core))).toEqual(new Set(['completed']));
    expect(engine.live()).toHaveLength(12);
    expect(engine.sandbox.audit().duplicates).toEqual({});
  },
);

test.concurrent('the system clock set back an hour while nothing ran: what waited goes on at once', async () => {
  const engine = await createEngine({ sandbox: { enrichSeconds: [20, 20] } });
  const setup = await engine.start();
  await addUploads(setup, [engine.file('a.txt')]);
  await until('it landed', () => engine.live().length === 1);
  await setup.stop();
  const clock = settableClock(engine);
  clock.set(-3_600_000);
  Object.assign(engine.dependencies, { clock });
  const core = await engine.start();
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
});
