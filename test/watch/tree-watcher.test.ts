import fs, { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTreeWatcher } from '#core/watch/thread/tree-watcher.ts';
import { createFixture, put, temporaryDirectory, until } from './support.ts';

/**
 * How Windows and macOS are watched, here by Node's own way of watching a tree: what the systems themselves
 * tell was never seen.
 */

interface Told {
  readonly hints: (readonly [directory: string, name: string | null])[];
  readonly others: string[];
}

async function watchTree(root: string, directories: readonly string[]) {
  const told: Told = { hints: [], others: [] };
  const watcher = createTreeWatcher(root, () => realpath(root), {
    hint: (directory, name) => told.hints.push([directory, name]),
    limit: (code) => told.others.push(`limit ${code}`),
    error: (error) => told.others.push(`error ${String(error)}`),
    somewhere: () => told.others.push('somewhere'),
    lost: (error) => told.others.push(`lost ${String(error)}`),
  });
  onTestFinished(() => watcher.close());
  await watcher.add([root, ...directories.map((directory) => `${root}/${directory}`)]);
  const hinted = (directory: string, name: string) =>
    until(`a hint of ${name}`, () => told.hints.some((hint) => hint[0] === directory && hint[1] === name));
  return { watcher, told, hinted };
}

test('one watch tells of what comes, changes and goes in every directory that is known, and in no other', async () => {
  const root = temporaryDirectory();
  for (const directory of ['a/b', 'left-out']) mkdirSync(join(root, directory), { recursive: true });
  put(join(root, 'a/b/there.txt'));
  const { watcher, told, hinted } = await watchTree(root, ['a', 'a/b']);
  put(join(root, 'new.txt'));
  await hinted(root, 'new.txt');
  writeFileSync(join(root, 'a/b/there.txt'), 'changed');
  await hinted(`${root}/a/b`, 'there.txt');
  told.hints.length = 0;
  rmSync(join(root, 'a/b/there.txt'));
  put(join(root, 'left-out/unseen.txt'));
  put(join(root, 'a/last.txt'));
  await hinted(`${root}/a`, 'last.txt');
  expect(told.hints.filter(([directory]) => directory.includes('left-out'))).toEqual([]);
  // What is given later, without another watch, and what is taken away.
  await watcher.add([`${root}/left-out`]);
  watcher.remove([`${root}/a`]);
  told.hints.length = 0;
  put(join(root, 'a/unseen.txt'));
  put(join(root, 'left-out/seen.txt'));
  await hinted(`${root}/left-out`, 'seen.txt');
  expect(told.hints.filter(([directory]) => directory === `${root}/a`)).toEqual([]);
  expect(told.others).toEqual([]);
});

test('a root that is a link is watched where it leads', async () => {
  const real = temporaryDirectory();
  mkdirSync(join(real, 'sub'));
  const elsewhere = mkdtempSync(join(tmpdir(), 'sluice-watch-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  const root = join(elsewhere, 'link');
  symlinkSync(real, root);
  const { hinted } = await watchTree(root, ['sub']);
  put(join(real, 'sub/a.txt'));
  await hinted(`${root}/sub`, 'a.txt');
});

test('a watch that ends by itself is told, and set up again when directories are given', async () => {
  const root = temporaryDirectory();
  const failing = vi.spyOn(fs, 'watch').mockImplementation(() => {
    throw Object.assign(new Error('broken'), { code: 'EPERM' });
  });
  syncBuiltinESMExports();
  const { watcher, told, hinted } = await watchTree(root, []);
  await until('it is told', () => told.others.length > 0);
  expect(told.others).toEqual([expect.stringContaining('lost Error: broken')]);
  failing.mockRestore();
  syncBuiltinESMExports();
  await watcher.add([root]);
  put(join(root, 'a.txt'));
  await hinted(root, 'a.txt');
});

test('a folder watched as a whole takes up files, folders, moves and deletes by events alone', async () => {
  const fixture = await createFixture({
    before: { 'a.txt': 'a', 'sub/deep/b.txt': 'b' },
    options: { watchWhole: true, reconcileEvery: 3_600_000, maxWatchedDirectories: 1 },
  });
  await fixture.settle();
  expect(fixture.watch.health('f1').mode).toBe('native');
  put(join(fixture.root, 'sub/deep/new.txt'));
  put(join(fixture.root, 'fresh/folder/c.txt'));
  await until('both', () => fixture.taken.length === 4);
  put(join(fixture.root, 'fresh/folder/d.txt'));
  await until('what came later', () => fixture.taken.length === 5);
  renameSync(join(fixture.root, 'sub'), join(fixture.root, 'renamed'));
  await until('the move', () => fixture.row('renamed/deep/new.txt')?.disposition === 'taken');
  rmSync(join(fixture.root, 'a.txt'));
  await until('the delete', () => fixture.row('a.txt')?.disposition === 'gone');
  expect(fixture.taken).toHaveLength(5);
});
