import { expect, test } from 'vitest';
import type { FileStat } from '#core/local/look.ts';
import type { KnownFile } from '../../ledger/ledger-view.ts';
import { compareEntries } from './compare.ts';
import type { Finding } from './protocol.ts';
import type { RootView } from './root-context.ts';

const hourAgo = 3_600_000;
const now = 1_700_000_000_000;

interface Disk {
  stat: FileStat | null;
  readable: boolean;
}

function statOf(size: number): FileStat {
  const at = now - hourAgo;
  const times = { mtimeNs: `${at}000000`, mtimeMs: at, ctimeNs: `${at}000000`, ctimeMs: at, bornMs: null };
  return { kind: 'file', device: '1', inode: '7', size, allocated: size, ...times };
}

/**
 * A root with one file that has been quiet for an hour; `whileAsked` happens while it is asked who has the
 * file open, `whileOpened` while it is tried whether it can be read.
 */
function setUp(whileAsked: (disk: Disk) => void, whileOpened: (disk: Disk) => void = () => undefined) {
  const disk: Disk = { stat: statOf(10), readable: true };
  const found: Finding[] = [];
  const discovered: string[] = [];
  const look = {
    stat: () => disk.stat,
    statMany: (_directory: string, names: readonly string[]) => names.map(() => disk.stat),
    absent: () => disk.stat === null,
    readable() {
      whileOpened(disk);
      return disk.readable && disk.stat !== null;
    },
  };
  const clock = { now: () => now, monotonic: () => now, setTimer: () => () => undefined };
  const writers = {
    async find() {
      whileAsked(disk);
      return new Set();
    },
  };
  const root = {
    ...{
      look,
      settleMs: 1000,
      addedAt: 0,
      firstScanComplete: true,
      directories: new Set(['']),
      unreadable: new Set(),
    },
    folder: { id: 'folder', path: '/watched', followLinks: false, profileId: 'p', firstRun: 'upload-all' },
    volume: { network: null, foldsCase: false, compresses: false },
    rules: { name: () => null, stat: () => null },
    settle: { has: () => false },
    places: { isBeneath: () => false, isOutdated: async () => false, isOfOther: () => false },
    outbox: { add: (finding: Finding) => void found.push(finding), room: () => Promise.resolve() },
    discovered: (_directory: string, name: string) => void discovered.push(name),
    thread: {
      ...{
        clock,
        writers,
        gate: {},
        limits: { unfinishedFor: 1, optionalEndFor: 1 },
        view: { byInode: () => [], takenAt: () => now },
      },
      steady: { ...clock, steadyFor: () => true, takeDrift: () => 0 },
    },
  } as unknown as RootView;
  return {
    found,
    discovered,
    compare: (known: KnownFile[] = [], network: 'nfs' | null = null) =>
      compareEntries(
        { ...root, volume: { ...root.volume, network } } as RootView,
        '',
        [{ name: 'a.txt', kind: 'file' }],
        known,
        true,
      ),
  };
}

test('W2: a file that is quiet already goes at once', async () => {
  const { found, discovered, compare } = setUp(() => undefined);
  await compare();
  expect(found).toMatchObject([{ kind: 'settled', file: { name: 'a.txt', size: 10 } }]);
  expect(discovered).toEqual([]);
});

test('W2: one that was written to and closed while it was asked who writes is looked at again', async () => {
  const { found, discovered, compare } = setUp((disk) => {
    disk.stat = statOf(20);
  });
  await compare();
  expect([found, discovered]).toEqual([[], ['a.txt']]);
});

test('W8: one that is gone by then is looked for again', async () => {
  const { found, discovered, compare } = setUp((disk) => {
    disk.stat = null;
  });
  await compare();
  expect([found, discovered]).toEqual([[], ['a.txt']]);
});

test('W8: one that is moved away while it is opened is looked for again, and not called unreadable', async () => {
  const { found, discovered, compare } = setUp(
    () => undefined,
    (disk) => {
      disk.stat = null;
    },
  );
  await compare();
  expect([found, discovered]).toEqual([[], ['a.txt']]);
});

test('W15: one that is there and may not be read is told', async () => {
  const { found, discovered, compare } = setUp((disk) => {
    disk.readable = false;
  });
  await compare();
  expect(found).toMatchObject([{ kind: 'seen', file: { name: 'a.txt', reason: 'FILE_UNREADABLE' } }]);
  expect(discovered).toEqual([]);
});

test.each([
  ['a local volume: it is read, because it may be a new one with the old inode', null, 'settled'],
  ['a network volume, where nothing else can be known: it is the same one', 'nfs', 'seen'],
] as const)('W8: a file that is back, without a creation time, on %s', async (_, network, kind) => {
  const { found, compare } = setUp(() => undefined);
  const { device, inode, size, mtimeNs, ctimeNs } = statOf(10);
  const stat = { device, inode, size, mtimeNs, ctimeNs };
  const row = {
    id: 1,
    name: 'a.txt',
    nameKey: 'a.txt',
    disposition: 'gone',
    reason: null,
    uploadId: 5,
  } as const;
  await compare([{ ...row, ...stat }], network);
  expect(found).toMatchObject([{ kind }]);
});
