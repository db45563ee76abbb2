import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileGate } from '../../src/core/local/file-gate.ts';
import { coverageOf } from '../../src/core/watch/coverage.ts';
import { previewFolder, previewRows } from '../../src/core/watch/preview.ts';
import { createFixture, folderOf, put, temporaryDirectory, until } from './support.ts';

test('W5: every name that is left out has its reason and is counted', async () => {
  const fixture = await createFixture({
    before: {
      ...{
        'a.txt': 'a',
        'a.tmp': 'x',
        '~$a.docx': 'x',
        '.DS_Store': 'x',
        'sub/Thumbs.db': 'x',
        '.hidden': 'x',
      },
      'node_modules/x/y.js': 'x',
      'node_modules/z.js': 'x',
      'b.txt.annotated.json': '{}',
    },
  });
  await fixture.settle();
  expect(coverageOf(fixture.database, 'f1')).toEqual({
    seen: 8,
    searchable: 0,
    inProgress: 1,
    ignored: 7,
    attention: 0,
    waiting: 0,
    waitingBy: {},
    // The whole of node_modules counts as one.
    ignoredBy: { 'ignored-name': 5, hidden: 1, 'own-output': 1 },
    attentionBy: {},
  });
});

test('W16: filters that are edited while it runs take effect at once, in both directions', async () => {
  const fixture = await createFixture({
    before: { 'a.txt': 'a', 'b.csv': 'b', 'c.csv': 'c' },
    folder: { types: ['txt'] },
  });
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt']);
  await fixture.watch.setFolders([
    folderOf(fixture.root, { types: [], filters: [{ action: 'exclude', glob: 'c*' }] }),
  ]);
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt', 'b.csv']);
  expect(fixture.row('c.csv')).toMatchObject({ disposition: 'ignored', reason: 'filter' });
});

test('W16: .sluiceignore is followed, and followed again when it changes', async () => {
  const fixture = await createFixture({
    before: { '.sluiceignore': '*.csv\nprivate/\n', 'a.csv': 'a', 'private/b.txt': 'b', 'c.txt': 'c' },
  });
  await fixture.settle();
  expect(fixture.names()).toEqual(['c.txt']);
  put(join(fixture.root, '.sluiceignore'), 'private/\n');
  await until('the file that is wanted now', () => fixture.names().includes('a.csv'));
  rmSync(join(fixture.root, '.sluiceignore'));
  await until('the folder that is wanted now', () => fixture.names().includes('private/b.txt'));
  await fixture.settle();
  await until(
    'no left-over',
    () => coverageOf(fixture.database, 'f1').ignoredBy['ignore-file'] === undefined,
  );
});

test.each(['empty', 'missing'])(
  'W16: what is private stays out while its rules are saved anew, and %s for a moment',
  async (how) => {
    const fixture = await createFixture({
      before: { '.sluiceignore': 'private/\n', 'private/a.txt': 'a', 'b.txt': 'b' },
      folder: { settleSeconds: 1 },
    });
    await fixture.settle();
    const rules = join(fixture.root, '.sluiceignore');
    if (how === 'empty') writeFileSync(rules, '');
    else rmSync(rules);
    // Neither files that came since nor a pass are reasons to follow the rules.
    put(join(fixture.root, 'c.txt'), 'c');
    await until('both are noticed', () => fixture.row('c.txt') !== undefined);
    await fixture.watch.reconcile('f1');
    writeFileSync(rules, 'private/\n');
    await until('the new file is in', () => fixture.names().includes('c.txt'));
    await fixture.settle();
    expect(fixture.names()).toEqual(['b.txt', 'c.txt']);
  },
);

test('W16: what a .sluiceignore that cannot be read leaves out stays out', async () => {
  const fixture = await createFixture({
    before: { '.sluiceignore': 'private/\n', 'private/a.txt': 'a', 'b.txt': 'b', 'sub/c.txt': 'c' },
  });
  await fixture.settle();
  expect(fixture.names()).toEqual(['b.txt', 'sub/c.txt']);
  // Links that lead to themselves stand for a disk that fails.
  const broken = (directory: string) => {
    rmSync(join(fixture.root, directory, '.sluiceignore'), { force: true });
    symlinkSync('.sluiceignore', join(fixture.root, directory, '.sluiceignore'));
  };
  broken('');
  mkdirSync(join(fixture.root, 'new'));
  broken('new');
  put(join(fixture.root, 'new/d.txt'), 'd');
  await fixture.watch.reconcile('f1');
  await fixture.settle();
  expect(fixture.names()).toEqual(['b.txt', 'sub/c.txt']);
  put(join(fixture.root, 'e.txt'), 'e');
  rmSync(join(fixture.root, 'new/.sluiceignore'));
  await until('what is wanted after all', () => fixture.names().includes('new/d.txt'));
  await until('what was never left out', () => fixture.names().includes('e.txt'));
  expect(fixture.names()).toEqual(['b.txt', 'e.txt', 'new/d.txt', 'sub/c.txt']);
});

test('W16: .sluiceignore in a folder below speaks for that folder, also when it comes later', async () => {
  const fixture = await createFixture({
    before: {
      '.sluiceignore': '*.csv\n',
      'a.csv': 'a',
      'a.txt': 'a',
      'sub/.sluiceignore': '!*.csv\n/drafts/\n',
      'sub/b.csv': 'b',
      'sub/drafts/c.txt': 'c',
      'other/drafts/d.txt': 'd',
    },
  });
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt', 'other/drafts/d.txt', 'sub/b.csv']);
  put(join(fixture.root, 'other/.sluiceignore'), '*.md\n');
  put(join(fixture.root, 'sub/.sluiceignore'), '!*.csv\n');
  await until('the folder that is wanted now', () => fixture.names().includes('sub/drafts/c.txt'));
  put(join(fixture.root, 'other/e.md'), 'e');
  put(join(fixture.root, 'new/.sluiceignore'), '*.md\n');
  put(join(fixture.root, 'new/f.md'), 'f');
  put(join(fixture.root, 'new/g.txt'), 'g');
  await until('the new folder', () => fixture.names().includes('new/g.txt'));
  await until('left out', () => coverageOf(fixture.database, 'f1').ignoredBy['ignore-file'] === 3);
  expect(fixture.names()).toEqual([
    'a.txt',
    'new/g.txt',
    'other/drafts/d.txt',
    'sub/b.csv',
    'sub/drafts/c.txt',
  ]);
});

test('W16: a folder that is left out after its files were taken keeps their history', async () => {
  const fixture = await createFixture({ before: { 'sub/a.txt': 'a' } });
  await fixture.settle();
  put(join(fixture.root, '.sluiceignore'), 'sub/\n');
  await until('left out', () => fixture.row('sub')?.reason === 'ignore-file');
  await fixture.settle();
  expect(fixture.row('sub/a.txt')).toMatchObject({ disposition: 'taken' });
});

test('W17: what goes with a file is decided by its place', async () => {
  const fixture = await createFixture({
    before: { 'ACME/2024/report.txt': 'x' },
    folder: { tags: ['fixed'], subfolderTagPrefix: 'from:', share: true, publishedFrom: ['file-name'] },
  });
  await fixture.settle();
  expect(fixture.taken[0]?.options).toMatchObject({
    tags: ['fixed', 'from:ACME', 'from:2024'],
    share: true,
    publishedFrom: ['file-name'],
  });
});

test('W18: files moved to the done folder inside the root are not taken in again', async () => {
  const fixture = await createFixture({
    before: { 'a.txt': 'a' },
    folder: { afterUpload: 'move', doneFolder: 'done' },
  });
  await fixture.settle();
  put(join(fixture.root, 'done/other.txt'));
  renameSync(join(fixture.root, 'a.txt'), join(fixture.root, 'done/a.txt'));
  await until('gone from its place', () => fixture.row('a.txt')?.disposition === 'gone');
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt']);
  expect(fixture.row('a.txt')?.reason).toBe('kept');
  expect(coverageOf(fixture.database, 'f1')).toMatchObject({ seen: 1, ignoredBy: { 'own-output': 1 } });
});

test('W19: the preview counts what would happen, and agrees with what happens', async () => {
  const before = {
    'a.txt': 'same',
    'b.txt': 'same',
    'c.pdf': 'other',
    'd.tmp': 'x',
    'e.txt': '',
    'sub/f.txt': 'ffff',
    'big.txt': 'x'.repeat(2000),
  };
  const changes = { maxSize: 1000, filters: [{ action: 'exclude' as const, glob: '*.pdf' }], tags: ['t'] };
  const fixture = await createFixture({ before, folder: changes });
  const folder = folderOf(fixture.root, changes);
  const cheap = await previewFolder(createFileGate(), folder, { rows: 2 });
  expect(cheap).toMatchObject({
    seen: 7,
    upload: 3,
    uploadBytes: 12,
    duplicate: 0,
    ignored: 4,
    held: 0,
    ignoredBy: { 'ignored-name': 1, FILE_EMPTY: 1, 'too-large': 1, filter: 1 },
  });
  expect(cheap.rows).toHaveLength(2);
  const known = await previewFolder(createFileGate(), folder, { knownBytes: () => false });
  expect(known).toMatchObject({ upload: 2, duplicate: 1, uploadBytes: 8 });
  const rows = [];
  for await (const row of previewRows(createFileGate(), folder)) rows.push(row);
  expect(rows.find(({ path }) => path === 'sub/f.txt')).toEqual({
    path: 'sub/f.txt',
    size: 4,
    outcome: 'upload',
    reason: null,
    tags: ['t'],
    standing: null,
  });
  await fixture.settle();
  expect(fixture.taken).toHaveLength(cheap.upload);
  expect(coverageOf(fixture.database, 'f1').ignoredBy).toEqual(cheap.ignoredBy);
});

test('W19: a preview of a folder that is not there says so, and one that is aborted ends', async () => {
  await expect(previewFolder(createFileGate(), folderOf('/nowhere/at/all'))).rejects.toMatchObject({
    code: 'FOLDER_MISSING',
  });
  const root = temporaryDirectory();
  put(join(root, 'a.txt'));
  await expect(
    previewFolder(createFileGate(), folderOf(root), { signal: AbortSignal.abort(new Error('enough')) }),
  ).rejects.toThrow('enough');
});

test('W21: a file from 2023 that arrives today is taken, copied or moved', async () => {
  const outside = temporaryDirectory();
  const fixture = await createFixture({ before: { 'a.txt': 'a' } });
  await fixture.settle();
  const old = new Date('2023-05-01');
  utimesSync(put(join(fixture.root, 'copied.txt')), old, old);
  const moved = put(join(outside, 'moved.txt'));
  utimesSync(moved, old, old);
  renameSync(moved, join(fixture.root, 'moved.txt'));
  await until('both', () => fixture.taken.length === 3);
  await fixture.watch.stop();
  const whileAway = put(join(outside, 'away.txt'));
  utimesSync(whileAway, old, old);
  renameSync(whileAway, join(fixture.root, 'away.txt'));
  await fixture.restart();
  await until('the third', () => fixture.taken.length === 4);
});
