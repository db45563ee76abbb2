import { expect, test } from 'vitest';
import type { FileStat } from '#core/local/look.ts';
import type { Finding } from './protocol.ts';
import type { RootView, WaitingFile } from './root-context.ts';
import { createRootSettle } from './root-settle.ts';

const now = 1_700_000_000_000;
const times = { mtimeNs: `${now}000000`, mtimeMs: now, ctimeNs: `${now}000000`, ctimeMs: now, bornMs: null };
const stat: FileStat = { kind: 'file', device: '1', inode: '7', size: 10, allocated: 10, ...times };
const file: WaitingFile = {
  path: '/watched/in/a.txt',
  directory: 'in',
  name: 'a.txt',
  nameKey: 'a.txt',
  fresh: true,
  settleMs: 0,
  network: false,
  trustHoles: false,
};

/** What comes of a file that became quiet and then cannot be opened, whether or not it is still there. */
function settle(isThere: boolean) {
  return new Promise<{ found: Finding[]; discovered: string[] }>((resolve, reject) => {
    const found: Finding[] = [];
    const discovered: string[] = [];
    const clock = {
      now: () => now,
      monotonic: () => now,
      setTimer(_milliseconds: number, callback: () => void) {
        queueMicrotask(callback);
        return () => undefined;
      },
    };
    const root = {
      look: { stat: () => stat, readable: () => false, absent: () => !isThere },
      folder: { id: 'folder', path: '/watched', followLinks: false },
      volume: { network: null },
      outbox: { add: (finding: Finding) => void found.push(finding) },
      discovered: (directory: string, name: string) => void discovered.push(`${directory}/${name}`),
      thread: {
        clock,
        gate: {},
        writers: { find: async () => new Set() },
        steady: { ...clock, steadyFor: () => true, takeDrift: () => 0 },
        limits: { unfinishedFor: 0, optionalEndFor: 0, stillChangingAfter: 1 },
        changed: () => resolve({ found, discovered }),
      },
    } as unknown as RootView;
    createRootSettle(root, reject).offer(file, stat);
  });
}

test('W8: a file that somebody moves away when it is quiet is looked for again, and not called unreadable', async () => {
  expect(await settle(false)).toEqual({ found: [], discovered: ['in/a.txt'] });
});

test('W15: one that is there and may not be read is told', async () => {
  const { found, discovered } = await settle(true);
  expect(found).toMatchObject([{ kind: 'seen', file: { directory: 'in', reason: 'FILE_UNREADABLE' } }]);
  expect(discovered).toEqual([]);
});
