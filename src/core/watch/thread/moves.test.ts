import { expect, test } from 'vitest';
import type { FileStat } from '#core/local/look.ts';
import { findDecided, findMoved } from './moves.ts';
import type { RootView } from './root-context.ts';

const row = { id: 1, folderId: 'f', directory: '', name: 'old.txt', device: '1', takenAt: 1_000 };
const root = {
  folder: { id: 'f', path: '/f', profileId: 'p' },
  volume: { network: null },
  look: { stat: async () => null },
  thread: { view: { byInode: () => [row] }, placeOf: () => ({ profileId: 'p', path: '/f' }) },
} as unknown as RootView;
const stat = { device: '1', inode: '7', size: 4, mtimeNs: 5n } as unknown as FileStat;

test.each([
  ['before the other was handed over, is that one', 900, 1],
  ['after that, only has its inode', 1_100, undefined],
  ['nobody knows when, is read', null, undefined],
])('a file made %s', async (_, bornMs, id) => {
  expect((await findMoved(root, { ...stat, bornMs }, '/f/new.txt'))?.id).toBe(id);
});

test.each([
  ['another name, where the same inode is still: a hard link', '/f/new.txt', undefined],
  ['this name already: the rename was noticed twice', '/f/old.txt', 1],
])('a decision about %s', async (_, path, id) => {
  const decided = { ...row, firstSeenAt: 1_000, reason: 'existed-before' };
  const world = {
    ...root,
    folder: { ...root.folder, firstRun: 'only-new' },
    look: { stat: async () => stat },
    thread: { ...root.thread, view: { byInode: () => [], decided: () => [decided] } },
  } as unknown as RootView;
  expect((await findDecided(world, { ...stat, bornMs: 900 }, path))?.id).toBe(id);
});
