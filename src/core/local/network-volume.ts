import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import { childEnvironment } from '#core/threads/child-environment.ts';
import { isAtOrBelow } from './below.ts';

/** What the system knows of its volumes, where the path alone does not tell. */
export interface VolumeSystem {
  readonly platform: string;
  /** A path as it really is. */
  real(path: string): Promise<string>;
  /** What mount(8) of macOS prints: each volume with its kind. It asks no volume. */
  mounts(): Promise<string>;
}

/** Milliseconds that `mount` may take. */
const patience = 5_000;

export const thisSystem: VolumeSystem = {
  platform: process.platform,
  real: (path) => realpath(path),
  async mounts() {
    const options = { timeout: patience, env: childEnvironment(process.env) };
    return (await promisify(execFile)('/sbin/mount', [], options)).stdout;
  },
};

/**
 * `f_type` of Linux's statfs(2), from linux/magic.h. FUSE may be anything; its events cannot be relied on.
 */
const networkTypes = new Map<number, string>([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9P'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x564c, 'NCP'],
  [0x73757245, 'Coda'],
  [0x786f4256, 'VirtualBox shared folder'],
  [0xbacbacbc, 'VMware shared folder'],
  [0x0bd00bd0, 'Lustre'],
  [0x01161970, 'GFS2'],
  [0x7461636f, 'OCFS2'],
]);

/** Kinds of macOS that lie on another machine, or come from a program. */
const networkKinds = new Map<string, string>([
  ['smbfs', 'SMB'],
  ['nfs', 'NFS'],
  ['afpfs', 'AFP'],
  ['webdav', 'WebDAV'],
  ['ftp', 'FTP'],
]);

/**
 * Name of the network file system that a root lies on, or null. Linux tells its kind by a number; that number
 * is 0 on Windows, and on macOS the order in which kinds were loaded. Never throws.
 */
export async function networkKind(
  type: number,
  root: string,
  { platform, real, mounts }: VolumeSystem = thisSystem,
): Promise<string | null> {
  if (platform === 'linux') return networkTypes.get(type) ?? null;
  if (platform === 'darwin') {
    const [table, path] = await Promise.all([
      mounts().catch(() => ''),
      // A link into such a volume lies on it.
      real(root).catch(() => root),
    ]);
    return kindInMounts(table, path);
  }
  if (isShare(root)) return 'network share';
  // Where a letter stands for a share, Windows answers the share's address
  // (https://github.com/nodejs/node/pull/7559); a letter alone would be the directory one is in there.
  const whole = /^[a-z]:$/i.test(root) ? `${root}\\` : root;
  return isShare(await real(whole).catch(() => '')) ? 'network share' : null;
}

/** Not the addresses of devices: `\\?\C:\a`, `\\.\pipe`; but `\\?\UNC\server\share` is a share. */
function isShare(path: string): boolean {
  return /^(?:[\\/]{2}[^\\/?.]|[\\/]{2}\?[\\/]UNC[\\/])/i.test(path);
}

/** Of the volume that a path lies on: its kind's name where it is one of a network. */
function kindInMounts(table: string, path: string): string | null {
  let best = { point: '', kind: '' };
  for (const line of table.split('\n')) {
    // `//anna@server/share on /Volumes/share (smbfs, nodev, nosuid, mounted by anna)`
    const [, point, kind] = /^.*? on (\/.*) \(([^,)]+)[^()]*\)$/.exec(line) ?? [];
    if (point === undefined || kind === undefined) continue;
    if (isAtOrBelow(path, point) && point.length >= best.point.length) best = { point, kind };
  }
  return networkKinds.get(best.kind) ?? (/fuse/i.test(best.kind) ? 'FUSE' : null);
}
