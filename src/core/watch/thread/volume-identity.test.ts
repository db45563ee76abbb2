import { expect, test } from 'vitest';
import { compareVolumes, isRecognised } from './volume-identity.ts';

const known = { device: '50', inode: '2', born: '1700000000000.5', volume: 'nfs4 server:/export /' };
const unique = { point: '/nas', volume: known.volume, unique: true };
const common = { point: '/nas', volume: known.volume, unique: false };

test.each([
  ['all as it was', {}, unique, 'same'],
  ['what was not known before is no difference', { volume: '' }, common, 'same'],
  ['nor is a birth that nobody believes now', { born: '' }, common, 'same'],
  ['another directory made in its place, or another drive', { born: '1700000000001' }, common, 'unknown'],
  ['another directory under the same number', { inode: '77' }, unique, 'unknown'],
  ['another volume under the number it had', { volume: 'nfs4 other:/export /' }, unique, 'unknown'],
  ['another number, and a name no other volume has', { device: '61' }, unique, 'renumbered'],
  ['another number, and a name any volume may have', { device: '61' }, common, 'unknown'],
  ['another number, and another volume', { device: '61', volume: 'nfs4 other:/export /' }, unique, 'unknown'],
  ['another number, and another directory', { device: '61', inode: '77' }, unique, 'unknown'],
  ['another number, where the system keeps no table', { device: '61', volume: '' }, undefined, 'unknown'],
] as const)('%s', (_, change, mount, expected) => {
  expect(compareVolumes(known, { ...known, ...change }, mount)).toBe(expected);
});

test.each([
  ['under the number it had', {}, 'same'],
  ['under another number', { device: '61' }, 'renumbered'],
  ['with another UUID under the number it had', { volume: 'ext4 uuid:2-b /' }, 'other'],
  ['with another UUID under another number', { device: '61', volume: 'ext4 uuid:2-b /' }, 'other'],
  ['with the same UUID, of which another directory is bound', { volume: 'ext4 uuid:1-a /b' }, 'unknown'],
  ['whose UUID is not told', { volume: 'ext4 /dev/sdb1 /' }, 'unknown'],
] as const)('a disk %s', (_, change, expected) => {
  const disk = { ...known, volume: 'ext4 uuid:1-a /' };
  const mount = { point: '/disk', volume: disk.volume, unique: true };
  expect(compareVolumes(disk, { ...disk, ...change }, mount)).toBe(expected);
});

test('of the inode that an older ledger does not know nothing is concluded', () => {
  expect(compareVolumes({ ...known, inode: '', born: '', volume: '' }, known, unique)).toBe('same');
  expect(compareVolumes({ ...known, inode: '' }, { ...known, device: '61' }, unique)).toBe('unknown');
});

test.each([
  [0, 0, true],
  [1, 0, false],
  [32, 15, false],
  [32, 16, true],
])('of %i files looked for %i found: recognised %s', (sampled, found, expected) => {
  expect(isRecognised(sampled, found)).toBe(expected);
});
