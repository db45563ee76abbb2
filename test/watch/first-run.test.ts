import { chmodSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderIdSchema } from '../../src/shared/ids/ids.ts';
import { createFacts } from '../../src/core/ledger/facts.ts';
import { openDatabase } from '../../src/core/ledger/database.ts';
import { coverageOf } from '../../src/core/watch/coverage.ts';
import { createFolderFacts } from '../../src/core/watch/folder-facts.ts';
import { createFixture, folderOf, put, temporaryDirectory, until } from './support.ts';

test('first run "only new": what was there stays out for good, what comes is taken', async () => {
  const fixture = await createFixture({
    before: { 'old.txt': 'old', 'sub/old.txt': 'old' },
    folder: { firstRun: 'only-new' },
  });
  await fixture.settle();
  expect(coverageOf(fixture.database, 'f1').ignoredBy).toEqual({ 'existed-before': 2 });
  put(join(fixture.root, 'sub/new.txt'));
  await until('the new file', () => fixture.taken.length === 1);
  await fixture.restart();
  await fixture.settle();
  expect(fixture.names()).toEqual(['sub/new.txt']);
  put(join(fixture.root, 'old.txt'), 'with new bytes');
  await until('the old file, changed', () => fixture.names().includes('old.txt'));
  await fixture.watch.setFolders([folderOf(fixture.root, { firstRun: 'upload-all' })]);
  await fixture.settle();
  expect(fixture.names()).toEqual(['old.txt', 'sub/new.txt', 'sub/old.txt']);
});

test('first run "only new": a kill in the first scan makes no old file new and loses no new one', async () => {
  const base = temporaryDirectory();
  const path = join(base, 'ledger.db');
  const fixture = await createFixture({
    database: path,
    async folders(root) {
      // What a killed first scan leaves behind: when the folder was added, and no completed pass.
      put(join(root, 'old.txt'));
      const written = Date.now();
      await until('the next tick', () => Date.now() > written + 20);
      const folder = folderOf(root, { firstRun: 'only-new' });
      const database = openDatabase(path);
      createFolderFacts(createFacts(database), Date.now).begin(folder);
      database.close();
      const later = put(join(base, 'came-while-down.txt'));
      renameSync(later, join(root, 'came-while-down.txt'));
      return [folder];
    },
  });
  await fixture.settle();
  expect(fixture.names()).toEqual(['came-while-down.txt']);
  expect(fixture.row('old.txt')?.reason).toBe('existed-before');
});

test('first run "choose": files are held until chosen, new ones are not', async () => {
  const fixture = await createFixture({
    before: { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'd.tmp': 'd' },
    folder: { firstRun: 'choose' },
  });
  await fixture.settle();
  expect(coverageOf(fixture.database, 'f1')).toMatchObject({
    attentionBy: { CHOICE_PENDING: 3 },
    ignored: 1,
  });
  put(join(fixture.root, 'new.txt'));
  await until('the new file', () => fixture.names().includes('new.txt'));
  const chosen = fixture.row('b.txt')?.id ?? 0;
  expect(await fixture.watch.choose('f1', [chosen, 999])).toBe(1);
  await until('the chosen file', () => fixture.names().includes('b.txt'));
  await fixture.restart();
  await fixture.settle();
  expect(fixture.names()).toEqual(['b.txt', 'new.txt']);
  expect(await fixture.watch.choose('f1', 'none')).toBe(2);
  await fixture.settle();
  expect(coverageOf(fixture.database, 'f1')).toMatchObject({ attention: 0, ignoredBy: { 'not-chosen': 2 } });
});

test('first run "choose": all', async () => {
  const fixture = await createFixture({
    before: { 'a.txt': 'a', 'b.txt': 'b' },
    folder: { firstRun: 'choose' },
  });
  await fixture.settle();
  expect(await fixture.watch.choose('f1', 'all')).toBe(2);
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt', 'b.txt']);
});

// FAT and exFAT have no inode numbers on disk: the system makes them up at each mount.
test.each(['only-new', 'choose'] as const)(
  'first run "%s": other inode numbers take nothing',
  async (mode) => {
    const fixture = await createFixture({ before: { 'old.txt': 'old' }, folder: { firstRun: mode } });
    await fixture.settle();
    fixture.database.statement(`UPDATE local_files SET inode = inode || '0'`).run();
    const before = fixture.row('old.txt');
    await fixture.restart();
    await fixture.settle();
    put(join(fixture.root, 'new.txt'));
    await until('the new file', () => fixture.names().includes('new.txt'));
    expect(fixture.names()).toEqual(['new.txt']);
    expect(fixture.row('old.txt')).toMatchObject({
      reason: before?.reason,
      disposition: before?.disposition,
    });
  },
);

test.each(['only-new', 'choose'] as const)(
  'first run "%s": what was decided about a file also holds under another name',
  async (mode) => {
    const before = { 'a.txt': 'a', 'b.txt': 'b', 'sub/c.txt': 'c', 'sub/d.txt': 'd' };
    const fixture = await createFixture({ before, folder: { firstRun: mode } });
    const rename = (from: string, to: string) => renameSync(join(fixture.root, from), join(fixture.root, to));
    const decided = () => fixture.rows().filter(({ disposition }) => disposition !== 'gone');
    const found = (...names: string[]) =>
      until('the new names', () => names.every((name) => fixture.row(name)?.disposition !== undefined));
    await fixture.settle();
    rename('a.txt', 'a2.txt');
    rename('sub', 'sub2');
    await found('a2.txt', 'sub2/c.txt', 'sub2/d.txt');
    await fixture.settle();
    if (mode === 'choose') expect(await fixture.watch.choose('f1', 'none')).toBe(4);
    await fixture.watch.stop();
    rename('b.txt', 'b2.txt');
    rename('sub2', 'sub3');
    await fixture.restart();
    await fixture.settle();
    rename('a2.txt', 'sub3/a3.txt');
    await found('sub3/a3.txt');
    put(join(fixture.root, 'new.txt'));
    await until('the new file', () => fixture.names().includes('new.txt'));
    await fixture.settle();
    expect(fixture.names()).toEqual(['new.txt']);
    const reason = mode === 'choose' ? 'not-chosen' : 'existed-before';
    expect(coverageOf(fixture.database, 'f1').ignoredBy).toEqual({ [reason]: 4 });
    expect(decided()).toHaveLength(5);
    // Also over another one. With new bytes, it is a new file.
    rename('sub3/a3.txt', 'sub3/c.txt');
    await until('over the other one', () => fixture.row('sub3/a3.txt')?.disposition !== 'ignored');
    await fixture.settle();
    expect(fixture.names()).toEqual(['new.txt']);
    put(join(fixture.root, 'b2.txt'), 'with new bytes');
    await until('the changed file', () => fixture.names().includes('b2.txt'));
  },
);

test.each(['only-new', 'choose'] as const)(
  'first run "%s": what was decided holds where files change names with each other',
  async (mode) => {
    const names = ['2024/a.txt', '2024/b.txt', '2025/a.txt', '2025/b.txt', 'one.txt', 'two.txt', 'log.txt'];
    const before = Object.fromEntries(names.map((name) => [name, `content of ${name}`]));
    const fixture = await createFixture({ before, folder: { firstRun: mode } });
    const rename = (from: string, to: string) => renameSync(join(fixture.root, from), join(fixture.root, to));
    const change = () => {
      rename('2024', 'archive');
      rename('2025', '2024');
      rename('one.txt', 'three.txt');
      rename('two.txt', 'one.txt');
      rename('three.txt', 'two.txt');
    };
    await fixture.settle();
    await fixture.watch.stop();
    change();
    rename('log.txt', 'log.1.txt');
    put(join(fixture.root, 'log.txt'), 'a new log');
    await fixture.restart();
    await until('the new log', () => fixture.names().includes('log.txt'));
    await fixture.settle();
    rename('archive', '2025');
    change();
    await until('again', () => fixture.row('archive/b.txt') !== undefined);
    await fixture.settle();
    await fixture.settle();
    expect(fixture.names()).toEqual(['log.txt']);
    const there = fixture.rows().filter(({ disposition }) => disposition !== 'gone');
    expect(there).toHaveLength(names.length + 1);
  },
);

test('first run "only new": decisions of several files that lost one name are all kept', async () => {
  const before = { 'a.txt': 'a', 'b.txt': 'of b', 'c.txt': 'this is c' };
  const fixture = await createFixture({ before, folder: { firstRun: 'only-new' } });
  const at = (name: string) => join(fixture.root, name);
  const outside = join(temporaryDirectory(), 'b.txt');
  await fixture.settle();
  renameSync(at('b.txt'), at('a.txt'));
  await fixture.settle();
  renameSync(at('a.txt'), outside);
  renameSync(at('c.txt'), at('a.txt'));
  await fixture.settle();
  renameSync(outside, at('b.txt'));
  await until('it is back', () => fixture.row('b.txt')?.disposition !== 'gone');
  await fixture.settle();
  expect(fixture.names()).toEqual([]);
});

test('first run "only new": a file that arrives before the first agent starts is new', async () => {
  const base = temporaryDirectory();
  const path = join(base, 'ledger.db');
  const moved = join(base, 'moved');
  const fixture = await createFixture({
    database: path,
    async folders(root) {
      for (const folder of [root, moved]) put(join(folder, 'old.txt'));
      const tick = async () => {
        const written = Date.now();
        await until('the next tick', () => Date.now() > written + 20);
      };
      await tick();
      const folder = folderOf(root, { firstRun: 'only-new' });
      const other = folderOf(moved, { id: folderIdSchema.parse('f2'), firstRun: 'only-new' });
      const database = openDatabase(path);
      const facts = createFolderFacts(createFacts(database), Date.now);
      // One was watched elsewhere before.
      facts.begin({ ...other, path: join(base, 'before') });
      facts.passed(other.id);
      facts.announce(folder);
      facts.announce(other);
      database.close();
      for (const one of [root, moved]) {
        put(join(one, 'new.txt'));
        chmodSync(join(one, 'old.txt'), 0o664);
      }
      await tick();
      return [folder, other];
    },
  });
  await fixture.settle();
  expect(fixture.taken.map((file) => file.path).sort()).toEqual(
    [join(moved, 'new.txt'), join(fixture.root, 'new.txt')].sort(),
  );
  const old = fixture.rows().filter(({ name }) => name === 'old.txt');
  expect(old.map(({ reason }) => reason)).toEqual(['CHOICE_PENDING', 'CHOICE_PENDING']);
});

test('first run "choose": a file that waits under another name is uploaded when it is chosen, and then moves', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'a' }, folder: { firstRun: 'choose' } });
  await fixture.settle();
  renameSync(join(fixture.root, 'a.txt'), join(fixture.root, 'b.txt'));
  await until('the new name', () => fixture.row('b.txt')?.reason === 'CHOICE_PENDING');
  expect(coverageOf(fixture.database, 'f1').attentionBy).toEqual({ CHOICE_PENDING: 1 });
  expect(await fixture.watch.choose('f1', 'all')).toBe(1);
  await until('the chosen file', () => fixture.names().includes('b.txt'));
  renameSync(join(fixture.root, 'b.txt'), join(fixture.root, 'c.txt'));
  await until('moved', () => fixture.row('c.txt')?.disposition === 'taken');
  await fixture.settle();
  expect(fixture.names()).toEqual(['b.txt']);
});

test.each(['only-new', 'choose'] as const)(
  'first run "%s": what was decided holds after a rule that left the files out meanwhile',
  async (mode) => {
    const before = { 'a.txt': 'a', 'sub/b.txt': 'b' };
    const fixture = await createFixture({ before, folder: { firstRun: mode } });
    await fixture.settle();
    const counts = coverageOf(fixture.database, 'f1');
    const filters = ['a.txt', 'sub/**'].map((glob) => ({ action: 'exclude' as const, glob }));
    await fixture.watch.setFolders([folderOf(fixture.root, { firstRun: mode, filters })]);
    await fixture.settle();
    expect(coverageOf(fixture.database, 'f1').attention).toBe(0);
    await fixture.watch.setFolders([folderOf(fixture.root, { firstRun: mode })]);
    await fixture.settle();
    expect(fixture.names()).toEqual([]);
    expect(coverageOf(fixture.database, 'f1')).toEqual(counts);
  },
);

test('first run "only new": a newer file of the same size and time is new', async () => {
  const fixture = await createFixture({ before: { 'old.txt': 'old' }, folder: { firstRun: 'only-new' } });
  await fixture.settle();
  const old = join(fixture.root, 'old.txt');
  const { atime, mtime } = statSync(old);
  utimesSync(old, atime, mtime);
  await fixture.settle();
  const other = put(join(fixture.root, '..', 'other.txt'), 'new');
  utimesSync(other, atime, mtime);
  renameSync(other, old);
  await until('the newer file', () => fixture.names().includes('old.txt'));
});

test('first run "only new": a file made anew under the name of one that was deleted is new', async () => {
  const fixture = await createFixture({ before: { 'old.txt': 'old' }, folder: { firstRun: 'only-new' } });
  await fixture.settle();
  const old = join(fixture.root, 'old.txt');
  const { mtime } = statSync(old);
  rmSync(old);
  await until('gone', () => fixture.row('old.txt')?.disposition === 'gone');
  // File systems give inode numbers out again: so does this one now, whatever it gave.
  const outside = put(join(temporaryDirectory(), 'old.txt'), 'old');
  utimesSync(outside, mtime, mtime);
  const { ino, mtimeNs } = statSync(outside, { bigint: true });
  fixture.database
    .statement(`UPDATE local_files SET inode = ?, mtime_ns = ? WHERE name = 'old.txt'`)
    .run(String(ino), String(mtimeNs));
  renameSync(outside, old);
  await until('the new file', () => fixture.names().includes('old.txt'));
});
