import { renameSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
