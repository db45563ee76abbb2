import { expect, test } from 'vitest';
import { parseMountTable } from './mount-table.ts';
import { mountOf, toMounts } from './mounts.ts';

const table = `22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
31 27 8:17 / /media/My\\040Stick rw - vfat /dev/sdb1 rw
32 27 0:50 / /srv/nas rw - nfs4 server:/export rw
33 27 0:51 / /srv/team rw - cifs //server/team rw
34 27 8:1 /home/data /srv/bound rw master:2 - ext4 /dev/sda1 rw
35 32 0:52 / /srv/nas rw - tmpfs tmpfs rw
nonsense
`;
const mounts = toMounts(parseMountTable(table), () => new Map());

test('a line of the table says where a volume is mounted and what it is', () => {
  const uuids = new Map([['/dev/sdb1', 'uuid:ABCD-1234']]);
  const found = toMounts(parseMountTable(table), () => uuids);
  expect(found.map(({ point, volume, unique }) => [point, volume, unique])).toEqual([
    ['/proc', 'proc proc /', false],
    ['/', 'ext4 /dev/sda1 /', false],
    ['/media/My Stick', 'vfat uuid:ABCD-1234 /', true],
    ['/srv/nas', 'nfs4 server:/export /', true],
    ['/srv/team', 'cifs //server/team /', true],
    ['/srv/bound', 'ext4 /dev/sda1 /home/data', false],
    ['/srv/nas', 'tmpfs tmpfs /', false],
  ]);
});

test('a device that only udev tells of is known by its number', () => {
  const [disk] = toMounts(
    parseMountTable('31 27 8:17 / /media rw - ext4 /dev/sdb1 rw'),
    () => new Map(),
    (number) => (number === '8:17' ? 'uuid:1-a' : undefined),
  );
  expect(disk).toEqual({ point: '/media', volume: 'ext4 uuid:1-a /', unique: true });
});

test.each([
  ['/home/me', '/'],
  ['/media/My Stick/a', '/media/My Stick'],
  ['/media/My Stickers', '/'],
  ['/srv/bound', '/srv/bound'],
])('%s lies on the mount at %s', (path, point) => {
  expect(mountOf(path, mounts)?.point).toBe(point);
});

test('of two mounts on one directory the later one is in sight', () => {
  expect(mountOf('/srv/nas/a', mounts)?.volume).toBe('tmpfs tmpfs /');
});
