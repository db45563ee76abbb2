import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Aside, Destination } from '#core/local/set-aside.ts';
import { settleStray } from './settle-aside.ts';
import { createSetUp } from './testing/after-upload-fixture.ts';

const setUp = createSetUp(onTestFinished);

const aside = '.sluice-owner-1-abc.quarantine';

/** A file in a ledger that says it is being set aside; the test takes it as far as the crash lets it come. */
async function begun(changes: Parameters<typeof setUp>[0] = { afterUpload: 'move' }) {
  const made = setUp(changes);
  made.put('sub/a.txt', 'bytes');
  const place: Aside = {
    root: made.root,
    directory: made.at('sub'),
    name: 'a.txt',
    aside,
  };
  made.ledger.files.setAside({ uploadId: 1, profileId: 'p', place, reason: null });
  const destination: Destination = { root: made.root, makeRoot: false, directory: 'done/sub', name: 'a.txt' };
  /** Set aside, read, and about to be moved. */
  const toTheMove = async () => {
    await made.gate.setAside(place);
    const examined = await made.gate.examineAside(place);
    if (examined.kind !== 'file') throw new Error('not set aside');
    made.ledger.files.setDestination(1, destination);
    return examined.identity;
  };
  return { ...made, place, destination, toTheMove };
}

const untouched = { 'sub/a.txt': 'bytes' };

test('died before anything was renamed: the file is where it was', async () => {
  const { restart, files } = await begun();
  expect(await restart()).toBe(0);
  expect(files()).toEqual(untouched);
});

test('died with an empty quarantine: it is cleared away', async () => {
  const { restart, files, at } = await begun();
  mkdirSync(at(`sub/${aside}`));
  expect(await restart()).toBe(0);
  expect(files()).toEqual(untouched);
  expect(readdirSync(at('sub'))).toEqual(['a.txt']);
});

test('died once it was set aside, read or not: it gets its name back, and a number where that is taken', async () => {
  const first = await begun();
  await first.gate.setAside(first.place);
  expect(first.files()).toEqual({ [`sub/${aside}/a.txt`]: 'bytes' });
  expect(await first.restart()).toBe(0);
  expect(first.files()).toEqual(untouched);
  const second = await begun();
  await second.gate.setAside(second.place);
  second.put('sub/a.txt', 'saved since');
  expect(await second.restart()).toBe(0);
  expect(second.files()).toEqual({ 'sub/a.txt': 'saved since', 'sub/a (2).txt': 'bytes' });
});

test('died while its name was given back: it has one, not two', async () => {
  const { gate, place, at, restart, files } = await begun();
  await gate.setAside(place);
  linkSync(at(`sub/${aside}/a.txt`), at('sub/a.txt'));
  expect(await restart()).toBe(0);
  expect(files()).toEqual(untouched);
  expect(readdirSync(at('sub'))).toEqual(['a.txt']);
});

test('died before the move: it gets its name back', async () => {
  const { toTheMove, restart, files } = await begun();
  await toTheMove();
  expect(await restart()).toBe(0);
  expect(files()).toEqual(untouched);
});

test('died between the two names of a move: the move is ended', async () => {
  const { toTheMove, gate, place, destination, restart, files } = await begun();
  await gate.placeAside(place, await toTheMove(), destination);
  expect(await restart()).toBe(0);
  expect(files()).toEqual({ 'done/sub/a.txt': 'bytes' });
});

test('died between a whole copy and the end of a move: the move is ended; half a copy is taken away', async () => {
  const whole = await begun();
  await whole.toTheMove();
  whole.put('done/sub/a.txt', 'bytes');
  expect(await whole.restart()).toBe(0);
  expect(whole.files()).toEqual({ 'done/sub/a.txt': 'bytes' });
  const half = await begun();
  await half.toTheMove();
  half.put('done/sub/.sluice-owner-1-abc.part', 'byt');
  expect(await half.restart()).toBe(0);
  expect(half.files()).toEqual(untouched);
});

test('died before a move whose name somebody took with other bytes: nothing is written over', async () => {
  const { toTheMove, put, restart, files } = await begun();
  await toTheMove();
  put('done/sub/a.txt', 'other');
  expect(await restart()).toBe(0);
  expect(files()).toEqual({ ...untouched, 'done/sub/a.txt': 'other' });
});

test('died once it was deleted: nothing is left of it, and it is done again without harm', async () => {
  const { gate, place, toTheMove, restart, files, run } = await begun({ afterUpload: 'delete' });
  await gate.deleteAside(place, await toTheMove());
  expect(await restart()).toBe(0);
  expect(files()).toEqual({});
  expect(await run('sub/a.txt', 'bytes')).toEqual({ kind: 'changed' });
});

test('the next try of the same upload ends what was begun, and goes on', async () => {
  const { toTheMove, gate, place, destination, run, at, files, ledger } = await begun();
  await gate.placeAside(place, await toTheMove(), destination);
  expect(await run('sub/a.txt', 'bytes')).toEqual({ kind: 'moved', to: at('done/sub/a.txt') });
  expect(files()).toEqual({ 'done/sub/a.txt': 'bytes' });
  expect(ledger.files.listAsides('p')).toEqual([]);
});

test('a drive that is away keeps its file written down until it is back', async () => {
  const { gate, place, root, base, restart, files } = await begun();
  await gate.setAside(place);
  renameSync(root, join(base, 'away'));
  expect(await restart()).toBe(1);
  renameSync(join(base, 'away'), root);
  expect(await restart()).toBe(0);
  expect(files()).toEqual(untouched);
});

test('a quarantine nobody wrote down is put back: of this ledger at once, of another after a day', async () => {
  const { contextWith, at, folder, put, files } = setUp();
  const see = (name: string, now = Date.now()) =>
    settleStray(contextWith(), { folder, directory: at('sub'), aside: name }, now);
  const foreign = '.sluice-other-7-abc.quarantine';
  put(`sub/${aside}/a.txt`, 'ours');
  put(`sub/${foreign}/b.txt`, 'theirs');
  await see(aside);
  await see(foreign);
  expect(files()).toEqual({ 'sub/a.txt': 'ours', [`sub/${foreign}/b.txt`]: 'theirs' });
  await see(foreign, Date.now() + 25 * 60 * 60 * 1000);
  expect(files()).toEqual({ 'sub/a.txt': 'ours', 'sub/b.txt': 'theirs' });
  expect(readdirSync(at('sub')).sort()).toEqual(['a.txt', 'b.txt']);
});

test('a quarantine that this process is at is left to it', async () => {
  const { contextWith, at, folder, put, files } = setUp();
  put(`sub/${aside}/a.txt`, 'ours');
  const context = { ...contextWith(), active: new Set([aside]) };
  await settleStray(context, { folder, directory: at('sub'), aside }, Date.now());
  expect(files()).toEqual({ [`sub/${aside}/a.txt`]: 'ours' });
});

test('a folder that was moved with a quarantine in it gets its file back where it is now', async () => {
  const { gate, place, at, folder, files, contextWith, ledger } = await begun();
  await gate.setAside(place);
  renameSync(at('sub'), at('renamed'));
  await settleStray(contextWith(), { folder, directory: at('renamed'), aside }, Date.now());
  expect(files()).toEqual({ 'renamed/a.txt': 'bytes' });
  expect(ledger.files.listAsides('p')).toEqual([]);
});

test('a quarantine that is a link leads nowhere', async () => {
  const { base, contextWith, at, folder, put } = setUp();
  put('sub/a.txt', 'a');
  const outside = join(base, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'private.txt'), 'private');
  rmSync(at('sub'), { recursive: true });
  mkdirSync(at('sub'));
  symlinkSync(outside, at(`sub/${aside}`));
  const seen = { folder, directory: at('sub'), aside };
  await expect(settleStray(contextWith(), seen, Date.now())).rejects.toMatchObject({
    code: 'FILE_BEHIND_LINK',
  });
  expect(existsSync(join(outside, 'private.txt'))).toBe(true);
});
