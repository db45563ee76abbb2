import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileGate } from '#core/local/file-gate.ts';
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
  const gate = createFileGate();
  const known: WatchedVolume[] = [];
  const view = { volumes: () => known, sample: () => [] };
  const folder = watchFolderSchema.parse({ id: 'f', path: root, profileId: 'p' });
  const places = new Places({
    folder,
    look: gate.direct,
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
  return { device, fate, known, places, replace, root };
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
  known.push({ directory: 'nas', device, inode, volume: '' });
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

test('W9: a file of a volume that nobody knows is out of sight', async () => {
  const { fate } = await withVolume();
  expect(await fate('other.txt', '4711')).toBe('out-of-sight');
});
