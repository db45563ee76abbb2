import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { examineAside, isPlaced, placeAside, setAside } from './set-aside.ts';
import { asideOf } from './testing/aside-of.ts';
import { otherVolume } from './testing/other-volume.ts';
import { writeNew } from './write-new.ts';

function folder(parent = tmpdir()) {
  const root = mkdtempSync(join(parent, 'sluice-aside-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

/** A file of this root that is set aside and read. */
async function examined(root: string) {
  const aside = asideOf(root);
  writeFileSync(join(root, aside.name), 'bytes');
  await setAside(aside);
  const found = await examineAside(aside);
  if (found.kind !== 'file') throw new Error('not set aside');
  return { aside, identity: found.identity, path: join(root, aside.aside, aside.name) };
}

test('a link and what is not there are not set aside, and nothing is made for them', async () => {
  const root = folder();
  expect(await setAside(asideOf(root))).toBe('gone');
  symlinkSync('/etc/hostname', join(root, 'a.txt'));
  expect(await setAside(asideOf(root))).toBe('not-a-file');
  expect(readdirSync(root)).toEqual(['a.txt']);
  expect(lstatSync(join(root, 'a.txt')).isSymbolicLink()).toBe(true);
});

// Where the system has no second volume this is an ordinary move, which copies nothing.
const elsewhere = otherVolume ?? tmpdir();

test('a copy on another volume leaves nothing beside it', async () => {
  const { aside, identity } = await examined(folder());
  const to = { root: folder(elsewhere), makeRoot: true, directory: '', name: 'a.txt' };
  expect(await placeAside(aside, identity, to)).toMatchObject({ kind: 'placed' });
  expect(readdirSync(to.root)).toEqual(['a.txt']);
  expect(await isPlaced(aside, to)).toMatchObject({ size: 5 });
});

test('a copy is known as placed on a drive that still tells its ctime from before its draft’s name went', async () => {
  const { aside, identity } = await examined(folder());
  const to = { root: folder(elsewhere), makeRoot: true, directory: '', name: 'a.txt' };
  await placeAside(aside, identity, to);
  // Forces a copy although there is only one volume.
  const path = join(to.root, to.name);
  rmSync(path);
  writeFileSync(path, 'bytes');
  await tellOldTimesOnce(path);
  expect(await isPlaced(aside, to)).toMatchObject({ size: 5 });
});

/** What a file was a second ago, until it is read: as mergerfs, bindfs and encfs do. */
async function tellOldTimesOnce(path: string): Promise<void> {
  const { ino } = lstatSync(path);
  const handle = await open(path);
  const prototype = Object.getPrototypeOf(handle) as Pick<FileHandle, 'stat'>;
  await handle.close();
  const { stat } = prototype;
  let isOld = true;
  const spy = vi.spyOn(prototype, 'stat').mockImplementation(async function (this: FileHandle, options) {
    const stats = await stat.call(this, options);
    if (isOld && stats && 'ctimeNs' in stats && Number(stats.ino) === ino) {
      isOld = false;
      stats.ctimeNs -= 1n;
    }
    return stats;
  } as FileHandle['stat']);
  onTestFinished(() => spy.mockRestore());
}

test.runIf(otherVolume !== undefined)(
  'a file that is touched while it is copied gets no other place',
  async () => {
    const { aside, identity, path } = await examined(folder());
    const to = { root: folder(elsewhere), makeRoot: true, directory: '', name: 'a.txt' };
    const touch = () => utimesSync(path, 1_700_000_000, 1_700_000_000);
    expect(await placeAside(aside, identity, to, touch)).toEqual({ kind: 'changed' });
    expect(readdirSync(to.root)).toEqual([]);
  },
);

test('a new file has its name once it is whole, is known when it is there already, and takes no other’s', async () => {
  const root = folder();
  const to = { root, makeRoot: false, directory: '', name: 'a.json' };
  const first = await writeNew(to, { text: 'one' });
  expect(first).toMatchObject({ kind: 'written', path: join(root, 'a.json'), bytes: 3 });
  expect(await writeNew(to, { text: 'one' })).toEqual(first);
  expect(await writeNew(to, { text: 'two' })).toMatchObject({
    kind: 'taken',
    sha256: first.kind === 'written' && first.sha256,
  });
  symlinkSync(join(root, 'a.json'), join(root, 'link.json'));
  expect(await writeNew({ ...to, name: 'link.json' }, { text: 'one' })).toEqual({
    kind: 'taken',
    sha256: null,
  });
  expect(readdirSync(root).sort()).toEqual(['a.json', 'link.json']);
  expect(readFileSync(join(root, 'a.json'), 'utf8')).toBe('one');
});
