import { expect, test } from 'vitest';
import { parseMountTable } from './mount-table.ts';
import { sharedNameOf } from './shared-name.ts';

const table = parseMountTable(
  [
    '22 1 8:1 / / rw - ext4 /dev/sda1 rw',
    '40 22 0:40 / /mnt/research rw - cifs //FILESRV1/Research rw',
    '41 22 0:41 /2026 /mnt/year rw - cifs //FILESRV1/Research/2026 rw',
    '42 22 0:42 / /mnt/prefixed rw - smb3 //FILESRV1/Research/2026 rw',
    '43 22 0:43 /Desk /mnt/bound rw - cifs //FILESRV1/Research rw',
    '44 22 0:44 / /mnt/nfs rw - nfs4 Filer:/export/Docs rw',
    '45 22 0:45 / /mnt/root rw - nfs4 Filer:/ rw',
    '46 22 0:46 / /mnt/ssh rw - fuse.sshfs ann@host:/docs rw',
    '47 40 0:47 / /mnt/research/local rw - ext4 /dev/sdb1 rw',
  ].join('\n'),
);

test.each([
  ['/mnt/research', '//filesrv1/research'],
  ['/mnt/research/Ä/x', '//filesrv1/research/ä/x'],
  // The same directory, whichever way it is mounted.
  ['/mnt/year/q3', '//filesrv1/research/2026/q3'],
  ['/mnt/prefixed/q3', '//filesrv1/research/2026/q3'],
  ['/mnt/research/2026/q3', '//filesrv1/research/2026/q3'],
  ['/mnt/bound/a', '//filesrv1/research/desk/a'],
  ['/mnt/nfs/A', 'filer:/export/Docs/A'],
  ['/mnt/root/export', 'filer:/export'],
  // What lies on this machine, or behind a program, has no name that others would know.
  ['/mnt/research/local/a', undefined],
  ['/mnt/ssh/a', undefined],
  ['/home/ann', undefined],
])('on Linux %s is known as %s', (path, name) => {
  expect(sharedNameOf(path, 'linux', table)).toBe(name);
});

test.each([
  ['\\\\FILESRV1\\Research\\Desk', '//filesrv1/research/desk'],
  ['\\\\?\\UNC\\FILESRV1\\Research', '//filesrv1/research'],
  ['\\\\FILESRV1', undefined],
  ['\\\\?\\C:\\research', undefined],
  ['C:\\research', undefined],
])('on Windows %s is known as %s', (path, name) => {
  expect(sharedNameOf(path, 'win32', [])).toBe(name);
});
