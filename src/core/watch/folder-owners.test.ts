import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findNesting } from '#core/local/nesting.ts';
import { type WatchFolder, watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { createFolderOwners, isMorePrivate, neighboursOf, ownersOf } from './folder-owners.ts';

function place() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-owners-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const folder = (id: string, path: string, changes: Partial<WatchFolder> = {}) => {
    mkdirSync(join(directory, path), { recursive: true });
    return watchFolderSchema.parse({ id, path: join(directory, path), profileId: 'p', ...changes });
  };
  return { directory, folder };
}

async function owners(...folders: WatchFolder[]) {
  return ownersOf(folders, await findNesting(folders));
}

test('of the folders around a path the one with the longest root owns it, in whatever order they are', async () => {
  const { directory, folder } = place();
  const folders = [folder('deep', 'a/b/c'), folder('outer', 'a'), folder('inner', 'a/b')];
  for (const order of [folders, [...folders].reverse()]) {
    const known = await owners(...order);
    const of = (path: string) => {
      const owner = known.ownerOf(join(directory, path));
      return owner && [owner.folder.id, owner.relativePath];
    };
    expect(of('a/x.txt')).toEqual(['outer', 'x.txt']);
    expect(of('a/b/x.txt')).toEqual(['inner', 'x.txt']);
    expect(of('a/b/c/d/x.txt')).toEqual(['deep', 'd/x.txt']);
    // A longer name is no folder inside.
    expect(of('a/bc/x.txt')).toEqual(['outer', 'bc/x.txt']);
    expect(of('ab/x.txt')).toBeUndefined();
    const [deep] = order.filter(({ id }) => id === 'deep');
    expect(neighboursOf(known, deep as WatchFolder)).toMatchObject({ outer: { id: 'inner' } });
  }
});

test('a root that is a link owns what it leads to, by either way', async () => {
  const { directory, folder } = place();
  const outer = folder('outer', 'a', { share: true });
  mkdirSync(join(directory, 'a/private'));
  symlinkSync(join(directory, 'a/private'), join(directory, 'link'));
  const inner = watchFolderSchema.parse({ id: 'inner', path: join(directory, 'link'), profileId: 'p' });
  const known = await owners(outer, inner);
  expect(known.ownerOf(join(directory, 'a/private/x.txt'))).toMatchObject({
    folder: { id: 'inner' },
    relativePath: 'x.txt',
  });
  expect(known.ownerOf(join(directory, 'link/x.txt'))).toMatchObject({ folder: { id: 'inner' } });
});

test('of two folders with the same root the more private one owns its files', async () => {
  const { directory, folder } = place();
  const shared = folder('shared', 'a', { share: true });
  symlinkSync(join(directory, 'a'), join(directory, 'b'));
  const secret = watchFolderSchema.parse({ id: 'secret', path: join(directory, 'b'), profileId: 'p' });
  for (const order of [
    [shared, secret],
    [secret, shared],
  ]) {
    const known = await owners(...order);
    for (const root of ['a', 'b'])
      expect(known.ownerOf(join(directory, root, 'x.txt'))).toMatchObject({ folder: { id: 'secret' } });
  }
});

test('a root that is not there counts by its spelling', async () => {
  const { directory, folder } = place();
  const outer = folder('outer', 'a');
  const inner = watchFolderSchema.parse({ id: 'inner', path: join(directory, 'a/gone'), profileId: 'p' });
  expect((await owners(outer, inner)).ownerOf(join(directory, 'a/gone/x'))).toMatchObject({
    folder: { id: 'inner' },
  });
});

test('changed folders are looked at anew, unchanged ones are not', async () => {
  const { folder } = place();
  let folders = [folder('outer', 'a')];
  const current = createFolderOwners(
    () => folders,
    () => 0,
  );
  const first = await current();
  expect(await current()).toBe(first);
  folders = [...folders, folder('inner', 'a/b')];
  expect((await current()).nesting.inside.get('outer')).toMatchObject([{ id: 'inner', path: 'b' }]);
});

test('more private: not shared, not indexed, not kept', () => {
  const open = { share: true, noIndex: false, noStore: false };
  expect(isMorePrivate(open, open)).toBe(false);
  for (const change of [{ share: false }, { noIndex: true }, { noStore: true }]) {
    expect(isMorePrivate({ ...open, ...change }, open)).toBe(true);
    expect(isMorePrivate(open, { ...open, ...change })).toBe(false);
  }
});
