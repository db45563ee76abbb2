import { expect, test } from 'vitest';
import { networkKind, type VolumeSystem } from './network-volume.ts';

/** What mount(8) prints on a Mac. */
const mounts = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect, root data)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
//anna@nas.local/Team%20share on /Volumes/Team share (smbfs, nodev, nosuid, mounted by anna)
nas:/export on /Volumes/on (off) (nfs, nodev, nosuid)
/dev/disk5s1 on /Volumes/Stick (msdos, local, nodev, nosuid, noowners)
/dev/disk6s1 on /Volumes/Team share/inner (apfs, local)
sshfs@host on /Users/anna/remote (macfuse, nodev, nosuid, synchronous)
https://dav.example/ on /Volumes/dav (webdav, nodev, noexec, nosuid)
`;

const system = (platform: string, given: Partial<VolumeSystem> = {}): VolumeSystem => ({
  platform,
  real: async (path) => path,
  mounts: async () => mounts,
  ...given,
});

test.each([
  ['linux', 0x6969, '/mnt', 'NFS'],
  ['linux', 0xff534d42, '/mnt', 'SMB'],
  ['linux', 0xfe534d42, '/mnt', 'SMB'],
  ['linux', 0x517b, '/mnt', 'SMB'],
  ['linux', 0x65735546, '/mnt', 'FUSE'],
  ['linux', 0x01021997, '/mnt', '9P'],
  ['linux', 0xef53, '/mnt', null],
  ['win32', 0, '\\\\server\\share\\a', 'network share'],
  ['win32', 0, '//server/share', 'network share'],
  ['win32', 0, '\\\\?\\UNC\\server\\share', 'network share'],
  ['win32', 0, '\\\\?\\C:\\a', null],
  ['win32', 0, '\\\\.\\pipe\\a', null],
  ['win32', 0, 'C:\\a', null],
  ['darwin', 0, '/Users/a', null],
  ['darwin', 0, '/Volumes/Team share', 'SMB'],
  ['darwin', 0, '/Volumes/Team share/reports', 'SMB'],
  ['darwin', 0, '/Volumes/Team share/inner/a', null],
  ['darwin', 0, '/Volumes/Team shared', null],
  ['darwin', 0, '/Volumes/on (off)/a', 'NFS'],
  ['darwin', 0, '/Volumes/Stick', null],
  ['darwin', 0, '/Users/anna/remote/a', 'FUSE'],
  ['darwin', 0, '/Volumes/dav', 'WebDAV'],
] as const)('W12: on %s, type %i at %s is %s', async (platform, type, path, expected) => {
  expect(await networkKind(type, path, system(platform))).toBe(expected);
});

test('W12: a letter of Windows that stands for a share is one', async () => {
  const real = async (path: string) =>
    path.startsWith('Z:') ? path.replace('Z:', '\\\\server\\share') : path;
  expect(await networkKind(0, 'Z:\\reports', system('win32', { real }))).toBe('network share');
  expect(await networkKind(0, 'D:\\reports', system('win32', { real }))).toBeNull();
});

test('W12: on a Mac a link into a share lies on it', async () => {
  const real = async () => '/Volumes/Team share/reports';
  expect(await networkKind(0, '/Users/anna/reports', system('darwin', { real }))).toBe('SMB');
});

test.each(['win32', 'darwin'])('W12: on %s, what cannot be asked counts as local', async (platform) => {
  const fails = () => Promise.reject(new Error('no'));
  expect(await networkKind(0, '/a', system(platform, { real: fails, mounts: fails }))).toBeNull();
});
