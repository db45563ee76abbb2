import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFileGate } from '#core/local/file-gate.ts';
import type { Mount } from '#core/local/mounts.ts';
import { identityOf } from '#core/local/place.ts';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import type { WatchedVolume } from '../../ledger/watched-volumes.ts';
import { Places } from './places.ts';
import type { RootView } from './root-context.ts';

/**
 * A root in which a pass found another volume at `nas`, which has the same number of device: numbers are
 * given out again.
 */
async function withVolume() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-places-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'nas'));
  writeFileSync(join(root, 'nas/a.txt'), 'a');
  const known: WatchedVolume[] = [];
  const mounts: Mount[] = [];
  const gate = {
    ...createFileGate(),
    mountsOfRoot: async () => ({ own: undefined, below: mounts, disguised: [] }),
  };
  const view = { volumes: () => known, sample: () => [] };
  const folder = watchFolderSchema.parse({ id: 'f', path: root, profileId: 'p' });
  const places = new Places({
    folder,
    look: gate.direct,
    volume: { network: null },
    thread: { gate, view, options: {} },
  } as unknown as RootView);
  const device = String(statSync(root, { bigint: true }).dev);
  await places.refresh();
  expect(await places.knowsRoot()).toBe(true);
  await places.findKnown();
  await places.note(
    new Map([
      ['', device],
      ['nas', 'another'],
    ]),
  );
  const fate = async (name: string, on = device) => {
    await places.refresh();
    return places.fateOf({ directory: 'nas', name, device: on });
  };
  /** Something else comes to lie at `nas`. */
  const replace = () => {
    renameSync(join(root, 'nas'), join(root, 'gone'));
    mkdirSync(join(root, 'nas'));
  };
  return { device, fate, known, mounts, places, replace, root };
}

test('W9: a file that is not found counts as deleted only where its volume still is', async () => {
  const { fate, replace, root } = await withVolume();
  rmSync(join(root, 'nas/a.txt'));
  expect(await fate('a.txt')).toBe('deleted');
  replace();
  // The same number of device, and yet another volume.
  expect(await fate('a.txt')).toBe('out-of-sight');
});

test('W9: what was found out in one round of conclusions holds for that one', async () => {
  const { device, fate, places, replace, root } = await withVolume();
  rmSync(join(root, 'nas/a.txt'));
  expect(await fate('a.txt')).toBe('deleted');
  replace();
  expect(await places.fateOf({ directory: 'nas', name: 'b.txt', device })).toBe('deleted');
  expect(await fate('b.txt')).toBe('out-of-sight');
});

test('W7: a new version is taken only from the drive that the pass saw', async () => {
  const { places, replace, root } = await withVolume();
  const file = { directory: 'nas', path: join(root, 'nas/a.txt') };
  const { device } = identityOf(statSync(file.path, { bigint: true }));
  const isOutdated = (isVersion: boolean) => places.isOutdated(file, device, { isBeneath: false, isVersion });
  expect(await isOutdated(true)).toBe(false);
  replace();
  writeFileSync(file.path, 'a');
  expect(await isOutdated(false)).toBe(false);
  expect(await isOutdated(true)).toBe(true);
});

test('W9: a file beneath a drive that went is known as such also while the next pass begins', async () => {
  const { device, places } = await withVolume();
  expect(places.isBeneath('nas', 'yet another')).toBe(true);
  await places.refresh();
  expect(await places.knowsRoot()).toBe(true);
  expect(places.isBeneath('nas', 'yet another')).toBe(true);
  expect(places.isBeneath('', device)).toBe(false);
});

test('W9: a file beneath a drive that went during the walk is known as such', async () => {
  const { device, known, places, root } = await withVolume();
  const inode = String(statSync(join(root, 'nas'), { bigint: true }).ino);
  known.push({ directory: 'nas', device, inode, born: '', volume: '' });
  await places.refresh();
  expect(await places.knowsRoot()).toBe(true);
  await places.findKnown();
  await places.note(
    new Map([
      ['', 'another'],
      ['nas', 'another'],
    ]),
  );
  expect(places.isBeneath('nas', 'another')).toBe(true);
  expect(places.isAway('nas', device)).toBe(true);
});

test('W7: a drive in the place of another one is told from it also while the next pass looks', async () => {
  const { device, known, mounts, places, root } = await withVolume();
  mounts.push({ point: join(root, 'nas'), volume: 'ext4 uuid:b /', unique: true });
  known.push({ directory: 'nas', device, inode: '', born: '', volume: 'ext4 uuid:a /' });
  await places.refresh();
  await places.findKnown();
  const told = places.disguised;
  expect(told).toMatchObject([{ point: join(root, 'nas') }]);
  const pass = places.findKnown();
  expect(places.disguised).toEqual(told);
  await pass;
  expect(places.disguised).toEqual(told);
});

test('W9: a file of a volume that nobody knows is out of sight', async () => {
  const { fate } = await withVolume();
  expect(await fate('other.txt', '4711')).toBe('out-of-sight');
});

describe('another drive where the known one was', () => {
  const uuid = (id: string) => `ext4 uuid:${id} /`;
  const files = Array.from({ length: 12 }, (_, index) => `r${index}.txt`);

  /** A root whose drive was known as `before`, and is `now`, with so many of the files it was known with. */
  async function exchanged(before: Partial<WatchedVolume>, now: string, left: number) {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-exchanged-')));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const rows = files.map((name) => {
      writeFileSync(join(root, name), name);
      return { directory: '', name, ...identityOf(statSync(join(root, name), { bigint: true })) };
    });
    for (const name of files.slice(left)) rmSync(join(root, name));
    const gate = createFileGate();
    const own = { point: root, volume: now, unique: now.includes('uuid:') };
    const stat = await gate.patient.stat(root);
    const known = { directory: '', device: '', inode: '', born: String(stat?.bornMs), volume: now };
    const places = new Places({
      folder: watchFolderSchema.parse({ id: 'f', path: root, profileId: 'p' }),
      look: gate.direct,
      volume: { network: null },
      thread: {
        gate: { ...gate, mountsOfRoot: async () => ({ own, below: [], disguised: [] }) },
        view: {
          volumes: () => [{ ...known, device: stat?.device, inode: stat?.inode, ...before }],
          sample: () => rows,
        },
        options: {},
      },
    } as unknown as RootView);
    await places.refresh();
    const isKnown = await places.knowsRoot();
    const row = { directory: '', device: before.device ?? stat?.device ?? '' };
    return { isKnown, isDoubtful: places.isDoubtful(row), places, row };
  }

  test.each([
    ['a UUID that differs, whatever it holds', { volume: uuid('1') }, uuid('2'), 12, false, false],
    ['the same UUID', {}, uuid('1'), 0, true, false],
    ['no UUID, and a root made at another time', { born: '1' }, 'ext4 /dev/sdb1 /', 9, true, true],
    ['the same, and less than half of the files', { born: '1' }, 'ext4 /dev/sdb1 /', 5, false, false],
    ['another number', { device: '1' }, 'ext4 /dev/sdb1 /', 9, true, true],
    ['nothing changed', {}, 'ext4 /dev/sdb1 /', 0, true, false],
  ] as const)('W9: %s', async (_, before, now, left, isKnown, isDoubtful) => {
    expect(await exchanged(before, now, left)).toMatchObject({ isKnown, isDoubtful });
  });

  test('W9: once a pass told of all that is missing on it, it is the known one', async () => {
    const { places, row } = await exchanged({ born: '1' }, 'ext4 /dev/sdb1 /', 9);
    // Until then it is written down as it was, and the next pass doubts it too.
    expect(places.volumes()).toMatchObject([{ born: '1', before: null }]);
    places.believe();
    expect(places.isDoubtful(row)).toBe(false);
    expect(places.volumes()).not.toMatchObject([{ born: '1' }]);
  });
});
