import { folderIdSchema } from '#shared/ids/ids.ts';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Owners } from '../../src/core/watch/folder-owners.ts';
import { createClock } from '../../src/core/ports/clock.ts';
import { createFixture, folderOf, put, until } from './support.ts';

function tree(files: number): Record<string, string> {
  const before: Record<string, string> = {};
  for (let index = 0; index < files; index++) before[`d${index % 50}/${index}.txt`] = `content of ${index}`;
  return before;
}

test('W6: a hash stays with a file whose stat stays, and goes with its bytes', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'a', 'b.txt': 'b' } });
  await fixture.settle();
  fixture.database.statement('UPDATE local_files SET sha256 = name').run();
  renameSync(join(fixture.root, 'a.txt'), join(fixture.root, 'moved.txt'));
  await until('moved', () => fixture.row('moved.txt')?.disposition === 'taken');
  put(join(fixture.root, 'b.txt'), 'other');
  await until('changed', () => fixture.taken.length === 3);
  expect(fixture.row('moved.txt')?.sha256).toBe('a.txt');
  expect(fixture.row('b.txt')?.sha256).toBeNull();
});

test('W10: after a restart unchanged files are neither reported nor read', async () => {
  const fixture = await createFixture({ before: tree(500) });
  await fixture.settle();
  expect(fixture.taken).toHaveLength(500);
  const accessed = () => fixture.taken.map(({ path }) => statSync(path, { bigint: true }).atimeNs);
  const before = accessed();
  await fixture.restart();
  expect(await fixture.watch.reconcile()).toMatchObject({ seen: 550, differences: 0, skipped: [] });
  expect(fixture.taken).toHaveLength(500);
  expect(accessed()).toEqual(before);
});

test('W10: files that were still settling when it ended are taken after the restart, once', async () => {
  const fixture = await createFixture({ folder: { settleSeconds: 3_600 } });
  put(join(fixture.root, 'a.txt'));
  await until('seen', () => fixture.row('a.txt')?.disposition === 'settling');
  await fixture.restart();
  expect(fixture.taken).toEqual([]);
  await fixture.watch.setFolders([folderOf(fixture.root)]);
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt']);
});

test('W10: a hand-over that fails is repeated until it succeeds, and is one', async () => {
  let failures = 2;
  const fixture = await createFixture({
    before: { 'a.txt': 'a' },
    dependencies: {
      get intake() {
        return {
          take(): undefined {
            if (failures-- > 0) throw new Error('disk full');
          },
        };
      },
    },
  });
  await until('a third try', () => failures < 0);
  await fixture.watch.whenSettled();
  expect(failures).toBe(-1);
});

test('W11: the main thread is never held up for long while thousands of files are taken in', async () => {
  const fixture = await createFixture({ before: tree(3000) });
  let longest = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
  }, 2);
  await fixture.settle();
  clearInterval(timer);
  expect(fixture.taken).toHaveLength(3000);
  // By this thread's own work between two turns, in milliseconds: what other programs take is not counted.
  expect(longest).toBeLessThan(100);
});

test('W11: files are counted before they are compared', async () => {
  const fixture = await createFixture({ before: tree(300) });
  const counted: number[] = [];
  fixture.watch.events.on('progress', (progress) => counted.push(progress.counted));
  await fixture.settle();
  expect(counted.at(-1)).toBe(350);
  expect(fixture.watch.health('f1').counted).toBe(350);
});

test('W12: a folder that is polled finds new, changed and deleted files, and says how it is watched', async () => {
  const fixture = await createFixture({
    before: { 'a.txt': 'a' },
    options: { forcePolling: true, pollEvery: 50 },
  });
  await fixture.settle();
  expect(fixture.watch.health('f1')).toMatchObject({ mode: 'polling' });
  expect(fixture.watch.health('f1').why).toContain('instead of watching');
  put(join(fixture.root, 'new/b.txt'));
  put(join(fixture.root, 'a.txt'), 'changed');
  await until('both', () => fixture.taken.length === 3);
  rmSync(join(fixture.root, 'new'), { recursive: true });
  await until('gone', () => fixture.row('new/b.txt')?.disposition === 'gone');
});

test.each([false, true])(
  'W20: folders that chokidar cannot name are looked through as polled ones are (whole: %s)',
  async (watchWhole) => {
    const fixture = await createFixture({
      before: { 'plain/a.txt': 'a', 'back\\slash/b.txt': 'b' },
      options: { watchWhole, reconcileEvery: 3_600_000, pollEvery: 50 },
    });
    await fixture.settle();
    expect(fixture.watch.health('f1').mode).toBe('native');
    put(join(fixture.root, 'back\\slash/new.txt'));
    put(join(fixture.root, 'plain/new.txt'));
    await until('both', () => fixture.taken.length === 4);
  },
);

test('W20: with every event lost, the regular passes alone find everything', async () => {
  const fixture = await createFixture({
    before: { 'a.txt': 'a' },
    options: { dropAllEvents: true, reconcileEvery: 100 },
  });
  await fixture.settle();
  put(join(fixture.root, 'b.txt'));
  put(join(fixture.root, 'sub/deep/c.txt'));
  put(join(fixture.root, 'a.txt'), 'changed');
  await until('all three', () => fixture.taken.length === 4);
  renameSync(join(fixture.root, 'sub'), join(fixture.root, 'renamed'));
  await until('the move', () => fixture.row('renamed/deep/c.txt')?.disposition === 'taken');
  rmSync(join(fixture.root, 'b.txt'));
  await until('the delete', () => fixture.row('b.txt')?.disposition === 'gone');
  expect(fixture.taken).toHaveLength(4);
});

test('W20: more events at once than are remembered lose nothing: a pass looks at everything', async () => {
  const fixture = await createFixture({ options: { maxHints: 3 } });
  await fixture.settle();
  for (let index = 0; index < 50; index++) put(join(fixture.root, `${index}.txt`), `content of ${index}`);
  await until('all of them', () => fixture.taken.length >= 50);
  await fixture.settle();
  expect(new Set(fixture.names()).size).toBe(50);
});

test('W20: a pass that is asked for finds what no event told of', async () => {
  const fixture = await createFixture({ options: { dropAllEvents: true } });
  put(join(fixture.root, 'a.txt'));
  await fixture.watch.reconcile('f1', 'wake');
  await fixture.watch.whenSettled();
  expect(fixture.names()).toEqual(['a.txt']);
});

test.each([
  ['ENOSPC', 'fs.inotify.max_user_watches'],
  ['EMFILE', 'fs.inotify.max_user_instances'],
] as const)('W22: %s makes a folder polled, said with the remedy %s', async (code, setting) => {
  const fixture = await createFixture({ options: { failWatchingWith: code, pollEvery: 50 } });
  await fixture.settle();
  expect(fixture.watch.health('f1').mode).toBe('polling');
  expect(fixture.watch.health('f1').why).toContain(setting);
  put(join(fixture.root, 'a.txt'));
  await until('the file', () => fixture.taken.length === 1);
});

test('W22: more directories than are watched one by one are polled', async () => {
  const fixture = await createFixture({
    before: tree(100),
    options: { maxWatchedDirectories: 10, pollEvery: 50 },
  });
  await fixture.settle();
  expect(fixture.watch.health('f1').why).toContain('51 subfolders');
  put(join(fixture.root, 'd1/new.txt'));
  await until('the file', () => fixture.names().includes('d1/new.txt'));
});

test('folders are added, paused and removed while it runs', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'a' } });
  await fixture.settle();
  const other = `${fixture.root}-other`;
  mkdirSync(other);
  put(join(other, 'b.txt'));
  await fixture.watch.setFolders([
    folderOf(fixture.root),
    folderOf(other, { id: folderIdSchema.parse('f2') }),
  ]);
  await until('the file of the new folder', () => fixture.taken.length === 2);
  await fixture.watch.setFolders([
    folderOf(fixture.root, { paused: true }),
    folderOf(other, { id: folderIdSchema.parse('f2') }),
  ]);
  expect(fixture.watch.health('f1').mode).toBe('paused');
  put(join(fixture.root, 'c.txt'));
  put(join(other, 'd.txt'));
  await until('the file of the folder that goes on', () => fixture.taken.length === 3);
  await fixture.watch.setFolders([folderOf(fixture.root)]);
  expect(fixture.watch.health('f2').mode).toBe('off');
  await until('the file that waited', () => fixture.taken.length === 4);
  put(join(other, 'e.txt'));
  await fixture.settle();
  expect(fixture.names().filter((name) => name.endsWith('e.txt'))).toEqual([]);
});

test('folders that change while it ends ask nothing of a ledger that is closed', async () => {
  let looked: Promise<void> | undefined;
  const nesting = { inside: new Map(), realPaths: new Map() };
  const owners = async () => {
    await looked;
    return { nesting, folder: () => undefined } as unknown as Owners;
  };
  const fixture = await createFixture({ dependencies: { owners } });
  const { promise, resolve } = Promise.withResolvers<void>();
  looked = promise;
  const changed = fixture.watch.setFolders([folderOf(fixture.root, { settleSeconds: 2 })]);
  await fixture.watch.stop();
  fixture.database.close();
  vi.spyOn(fixture.database, 'close').mockReturnValue(undefined);
  resolve();
  await expect(changed).resolves.toBeUndefined();
});

test('W20: no file is missed where directories are made and filled in the same moment', async () => {
  const fixture = await createFixture();
  await fixture.settle();
  const paths: string[] = [];
  for (let index = 0; index < 40; index++) {
    for (let file = 0; file < 20; file++) {
      paths.push(
        put(join(fixture.root, `big/d${index}`, file % 2 ? 'e/f' : '', `${file}.txt`), `${index} ${file}`),
      );
    }
    if (index % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await until('every file', () => new Set(fixture.names()).size === paths.length);
  await fixture.watch.whenSettled();
  expect(fixture.taken).toHaveLength(paths.length);
  expect(fixture.rows().every(({ disposition }) => disposition === 'taken')).toBe(true);
});

/** The watches of this process, as the kernel numbers them: one that is set up anew gets a new number. */
function watchNumbers(): string[] {
  return readdirSync('/proc/self/fdinfo')
    .flatMap((descriptor) => {
      try {
        return (
          readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8').match(/^inotify wd:\S+ ino:\S+/gm) ?? []
        );
      } catch {
        return [];
      }
    })
    .sort();
}

test('W11: a pass over a folder that is watched sets up no watch anew', async () => {
  const fixture = await createFixture({ before: tree(100) });
  await fixture.settle();
  const before = watchNumbers();
  expect(before.length).toBeGreaterThanOrEqual(51);
  await fixture.watch.reconcile();
  expect(watchNumbers()).toEqual(before);
});

test('changes of a folder are told together, when the time for it has come', async () => {
  // Time on the side that tells does not pass by itself.
  const due: (() => void)[] = [];
  const setTimer = (_milliseconds: number, callback: () => void) => {
    due.push(callback);
    return () => undefined;
  };
  const clock = { ...createClock(), setTimer };
  const turn = () => {
    for (const callback of due.splice(0)) callback();
  };
  const fixture = await createFixture({ dependencies: { clock } });
  let told = 0;
  fixture.watch.events.on('changed', ({ folderId }) => {
    if (folderId === 'f1') told++;
  });
  for (let index = 0; index < 200; index++) put(join(fixture.root, `${index}.txt`));
  await until('all', () => fixture.taken.length === 200);
  await fixture.watch.whenSettled();
  expect(told).toBe(0);
  turn();
  expect(told).toBe(1);
  put(join(fixture.root, 'later.txt'));
  await until('another', () => fixture.taken.length === 201);
  await fixture.watch.whenSettled();
  turn();
  expect(told).toBe(2);
});

test('a folder with many directories that come and go is still watched', async () => {
  const fixture = await createFixture();
  await fixture.settle();
  for (let round = 0; round < 30; round++) {
    put(join(fixture.root, `d${round}/x/a.txt`), String(round));
    if (round > 0) rmSync(join(fixture.root, `d${round - 1}`), { recursive: true });
  }
  await until('the last', () => fixture.names().includes('d29/x/a.txt'));
  put(join(fixture.root, 'd29/x/b.txt'));
  await until('a file in the last', () => fixture.names().includes('d29/x/b.txt'));
  put(join(fixture.root, 'd0/x/again.txt'));
  await until('a directory that was there before', () => fixture.names().includes('d0/x/again.txt'));
});
