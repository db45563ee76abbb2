import { expect, test, vi } from 'vitest';
import { concludeMissing, confirmedDeletes } from './missing.ts';
import type { RootView } from './root-context.ts';

/** A root of which one file is not found any more, and of which everything else says that it was deleted. */
function rootMissing(id: number) {
  const add = vi.fn();
  const row = { id, folderId: 'f1', directory: '', name: 'a.txt', nameKey: 'a.txt', disposition: 'taken' };
  const thread = { view: { byId: () => row } };
  const outbox = { add, flush: async () => undefined, room: async () => undefined };
  const root = {
    thread,
    outbox,
    folder: { id: 'f1', path: '/root' },
    directories: new Set(['']),
    volume: { foldsCase: false },
    look: { stat: async () => null },
    places: { refresh: async () => undefined, isDoubtful: () => false, fateOf: async () => 'deleted' },
  };
  return { root: root as unknown as RootView, add };
}

test.each([true, false])(
  'W9: what is missing counts as missing only under a root that is there: %s',
  async (isThere) => {
    const { root, add } = rootMissing(7);
    const signal = new AbortController().signal;
    const result = await concludeMissing(root, [7], async () => isThere, signal);
    expect(result).toEqual({ concluded: isThere ? 1 : 0, held: 0 });
    expect(add).toHaveBeenCalledTimes(isThere ? 1 : 0);
  },
);

test.each([
  ['is there', [7]],
  ['was pulled while the names were looked for', []],
])('W9: a delete is proven only where the drive %s', async (what, confirmed) => {
  let isThere = true;
  const places = {
    async refresh() {
      isThere = what === 'is there';
    },
    fateOf: async () => (isThere ? 'deleted' : 'out-of-sight'),
    nearest: async () => ({ directory: '', device: '1' }),
  };
  const thread = { view: { pendingDeletes: () => [{ id: 7, directory: '', name: 'a.txt', device: '1' }] } };
  const root = { thread, places, folder: { id: 'f1' }, directories: new Set(['']), unreadable: new Set() };
  expect(await confirmedDeletes(root as unknown as RootView)).toEqual(confirmed);
});
