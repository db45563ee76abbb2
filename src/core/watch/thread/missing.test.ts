import { expect, test, vi } from 'vitest';
import { concludeMissing } from './missing.ts';
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
    places: { refresh: async () => undefined, fateOf: async () => 'deleted' },
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
