import { expect, test } from 'vitest';
import type { FileStat } from '#core/local/look.ts';
import type { ReadFile } from '#core/local/read-file.ts';
import type { RootAnswer, ToldWord, Word } from '#core/ports/team.ts';
import type { UploadRow } from '../../ledger/upload-row.ts';
import type { Owners } from '../../watch/folder-owners.ts';
import { endsOf, smallFile } from './shared-file.ts';
import { createSharedFolders } from './shared-folders.ts';

const by = { agent: 'a', name: 'FILESRV1' };
const held = (queue = 0): RootAnswer => ({ kind: 'held', by, queue, others: 1 });
const bytes = Buffer.alloc(smallFile + 1, 'x');
const known = { kind: 'known', sha256: 'a'.repeat(64), ends: endsOf(bytes), by, ageMs: 0 } as const;
const claimed = { ...known, isOwn: false, isClaimed: true };
const left = { ...known, isOwn: false, isClaimed: false };

/** A machine with one file on a share, whose team answers as a test has it. */
function machine(answers: { root?: RootAnswer; word?: Word | 'unreachable' } = {}) {
  const given: { root: RootAnswer; word: Word | 'unreachable' } = {
    root: held(),
    word: { kind: 'unknown' },
    ...answers,
  };
  const asked: boolean[] = [];
  const told: ToldWord[] = [];
  const file = { kind: 'file', size: bytes.length, mtimeNs: '1795000000000123456' } as FileStat;
  const folder = {
    id: 'f',
    path: '/mnt/docs',
    profileId: 'p',
    sharedAs: '//filesrv1/docs',
    followLinks: false,
  };
  const owners = {
    folders: [folder],
    folder: () => folder,
    nesting: { inside: new Map(), realPaths: new Map() },
  } as unknown as Owners;
  let now = 1_000_000;
  const shared = createSharedFolders({
    profileId: 'p',
    scope: async () => 'scope',
    owners: async () => owners,
    end: new AbortController().signal,
    isHeld: () => false,
    clock: { now: () => now, monotonic: () => now },
    gate: {
      stat: async () => file,
      readEnds: async () => ({ head: bytes.subarray(0, 65_536), tail: bytes.subarray(-65_536) }),
    },
    team: {
      root: async () => given.root,
      async words(_scope, files) {
        asked.push(...files.map(({ reads }) => reads));
        return given.word === 'unreachable' ? given.word : files.map(() => given.word as Word);
      },
      async tellWords(_scope, words) {
        told.push(...words);
        return 'written';
      },
    },
  });
  const path = '/mnt/docs/a.pdf';
  const look = (mustRead = false, createdAt = 1_000_000) =>
    shared.before({
      row: { id: 1, createdAt, sha256: null } as UploadRow,
      decided: { path, fileName: 'a.pdf', folderId: 'f', options: {} as never, place: null },
      place: { path, root: '/mnt/docs', followLinks: false },
      mustRead,
      signal: new AbortController().signal,
    });
  const pass = (seconds: number) => {
    now += seconds * 1_000;
  };
  return { look, pass, given, asked, told, file };
}

test.each([
  ['nothing waits there', 0, 30],
  ['it has more to do', 5, 120],
])('a file is left to the first reader for a while, and read where %s: %s', async (_why, queue, seconds) => {
  const { look, pass, asked } = machine({ root: held(queue) });
  expect(await look()).toMatchObject({ kind: 'wait', machine: 'FILESRV1', againMs: 2_000 });
  pass(seconds - 1);
  // Asked again no later than it may be read.
  expect(await look()).toMatchObject({ kind: 'wait', againMs: 2_000 });
  pass(1);
  await look();
  expect(asked).toEqual([false, false, true]);
});

test('a clock that was set back keeps no file waiting', async () => {
  const { look, pass, asked } = machine();
  await look(false, 9_000_000_000);
  pass(30);
  await look(false, 9_000_000_000);
  expect(asked).toEqual([false, true]);
});

test('who reads first, and to whom a file is given, reads it and tells', async () => {
  const { look, asked, told } = machine({ word: { kind: 'yours' } });
  const before = await look();
  expect(asked).toEqual([false]);
  if (before.kind !== 'read') throw new Error(before.kind);
  before.told(undefined);
  const stamp = { size: bytes.length, mtimeNs: 1_795_000_000_000_123_456n };
  const read = { stamp, sha256: 'b'.repeat(64), body: { kind: 'buffer', bytes } } as unknown as ReadFile;
  before.told(read);
  // Another file by now: what was read is no word about the one that was asked for.
  before.told({ ...read, stamp: { ...stamp, size: 1 } } as ReadFile);
  await expect.poll(() => told.length).toBe(3);
  expect(told.map(({ sha256 }) => sha256).filter((hash) => hash !== null)).toEqual([read.sha256]);
});

test('a file that another machine goes on reading is read after all', async () => {
  const { look, pass } = machine({ word: { kind: 'read', by: { agent: 'b', name: 'BEN' } } });
  expect(await look()).toMatchObject({ kind: 'wait', machine: 'BEN' });
  pass(299);
  expect(await look()).toMatchObject({ kind: 'wait' });
  pass(2);
  expect(await look()).toMatchObject({ kind: 'read' });
});

test('what is known counts where its bytes are claimed and its ends agree', async () => {
  const { look, given } = machine({ word: claimed });
  const word = { kind: 'known', machine: 'FILESRV1', sha256: known.sha256, size: bytes.length };
  expect(await look()).toMatchObject(word);
  given.word = { ...claimed, ends: '0'.repeat(32) };
  expect(await look()).toMatchObject({ kind: 'read' });
});

test('bytes that nobody claims are read here: at once where they are left, else after a minute', async () => {
  const { look, pass, given } = machine({ word: left });
  expect(await look()).toMatchObject({ kind: 'wait', machine: 'FILESRV1' });
  pass(61);
  expect(await look()).toMatchObject({ kind: 'read' });
  for (const more of [{ isOwn: true }, { ageMs: 60_000 }]) {
    given.word = { ...left, ...more };
    expect(await machine({ word: given.word }).look()).toMatchObject({ kind: 'read' });
  }
});

test('a team that does not answer is not waited for, and left alone for half a minute', async () => {
  const { look, pass, given, asked } = machine({ word: 'unreachable' });
  expect(await look()).toMatchObject({ kind: 'read' });
  given.word = { kind: 'unknown' };
  expect(await look()).toMatchObject({ kind: 'read' });
  expect(asked).toHaveLength(1);
  pass(31);
  await look();
  expect(asked).toHaveLength(2);
  expect(await machine({ root: { kind: 'unreachable' } }).look()).toMatchObject({ kind: 'read' });
});

test('what has to be read here is asked of nobody, and small files neither', async () => {
  const { look, asked, file } = machine();
  expect(await look(true)).toMatchObject({ kind: 'read' });
  Object.assign(file, { size: smallFile });
  expect(await look()).toMatchObject({ kind: 'read' });
  expect(asked).toEqual([]);
});
