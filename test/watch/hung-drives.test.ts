import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEngine, type EngineFixture, until } from '../support/engine-fixture.ts';
import { hasFuse } from '../support/drives.ts';
import { mountedShares, pretendedShares, type Share } from '../support/shares.ts';
import type { Core } from '../../src/core/create-core.ts';
import type { WatchFolder } from '../../src/shared/settings/watch-folder.ts';

/** Real FUSE mounts where this process may mount; the pretended ones always, since not everybody may. */
const ways = hasFuse() ? (['mounted', 'pretended'] as const) : (['pretended'] as const);
/** Real milliseconds until a drive counts as hung: nothing here is decided by how long that takes. */
const limit = 400;
const filesOnShare = 30;

interface WatchedShare extends Share {
  readonly folder: WatchFolder;
}

async function begin(how: (typeof ways)[number], count: number) {
  const base = mkdtempSync(join(tmpdir(), 'sluice-hung-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const { mountTable, startProgram, create } = (how === 'mounted' ? mountedShares : pretendedShares)(base);
  const watch = { rootCheckEvery: 50, missingFor: 50, pollEvery: 100, ...(mountTable && { mountTable }) };
  const engine = await createEngine({
    tuning: { watch, driveLimitMs: limit },
    ...(startProgram && { startProgram }),
  });
  const shares: WatchedShare[] = [];
  for (let index = 0; index < count; index++) {
    const share = await create(`share-${index}`);
    for (let file = 0; file < filesOnShare; file++)
      share.write(`s${index}-${file}.txt`, content(index, file));
    const folder = { ...engine.folder(`share-${index}`, { settleSeconds: 0 }), path: share.path };
    shares.push({ ...share, folder });
  }
  const local = engine.folder('local', { settleSeconds: 0 });
  const folders = [...shares.map(({ folder }) => folder), local];
  await engine.settings.update((settings) => ({ ...settings, folders }));
  return { engine, shares, first: shares[0] as WatchedShare };
}

const content = (share: number, file: number) => `share ${share} file ${file} `.repeat(20);
const contents = (shares: number) =>
  Array.from({ length: shares * filesOnShare }, (_, index) =>
    content(Math.floor(index / filesOnShare), index % filesOnShare),
  );

const isLive = (engine: EngineFixture, name: string) =>
  engine.live().some(({ file_name }) => file_name === name);

async function healthOf(core: Core, folder: WatchFolder) {
  const states = await core.calls['folders.list']({});
  return states.find((state) => state.folder.id === folder.id)?.health;
}

describe.each(ways)('hung drives (%s)', (how) => {
  test('W12: a share that hangs during its uploads holds up no other folder, and goes on when it is back', async () => {
    const { engine, first } = await begin(how, 1);
    const core = await engine.start('watch');
    await until('the share is at its uploads', () => engine.live().length > 0);
    first.hang();
    engine.file('local/second.txt', 'second');
    await until('the local file is in', () => isLive(engine, 'second.txt'));
    await until('the folder says so', async () => {
      const health = await healthOf(core, first.folder);
      return health?.said?.code === 'health.silent';
    });
    expect((await healthOf(core, first.folder))?.why).toMatch(
      /has not answered since \d{4}-\d\d-\d\d \d\d:\d\d/,
    );
    // A drive that hangs is no agent that hangs: its watchdog is fed.
    expect(await core.pulse()).toBe(true);
    first.goOn();
    await until('all of the share is in', () => engine.live().length === filesOnShare + 1);
    engine.expectExactlyOnce([...contents(1), 'second']);
  });

  test('W12: nor do two shares that hang while nothing is under way', async () => {
    const { engine, shares } = await begin(how, 2);
    const core = await engine.start('watch');
    await until('all is in', () => engine.live().length === 2 * filesOnShare);
    for (const share of shares) share.hang();
    for (const { folder } of shares) {
      await until(
        'the folder says so',
        async () => (await healthOf(core, folder))?.said?.code === 'health.silent',
      );
    }
    engine.file('local/second.txt', 'second');
    await until('the local file is in', () => isLive(engine, 'second.txt'));
    for (const share of shares) share.goOn();
    for (const { folder } of shares) {
      await until('the folder is well', async () => (await healthOf(core, folder))?.mode === 'polling');
    }
    expect((await core.calls['folders.list']({})).flatMap(({ vanished }) => vanished)).toEqual([]);
    engine.expectExactlyOnce([...contents(2), 'second']);
  });

  test('W12: Sluice ends although a share hangs', async () => {
    const { engine, first } = await begin(how, 1);
    const core = await engine.start('watch');
    await until('the share is at its uploads', () => engine.live().length > 0);
    first.hang();
    // What a person waits, ms on a machine that does nothing else.
    const before = engine.lived();
    await core.stop();
    expect(engine.lived() - before).toBeLessThan(2_000);
  });
});
