import { constants } from 'node:fs';
import { access, readdir, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What kind of volume a root lies on, as far as it changes how it is watched. */
export interface Volume {
  /** Name of the network file system, or null for a local one (W12). */
  readonly network: string | null;
  /** True where `A` and `a` are the same name (W13). */
  readonly foldsCase: boolean;
  /** True where allocated blocks say nothing of what was written, because the volume compresses. */
  readonly compresses: boolean;
}

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

/** btrfs, ZFS and F2FS may compress. */
const compressingTypes = new Set([0x9123683e, 0x2fc12fc1, 0xf2f52010]);

/** Looks at the volume under a root without writing to it. Never throws. */
export async function lookAtVolume(root: string): Promise<Volume> {
  const type = await statfs(root).then(
    (stats) => stats.type >>> 0,
    () => 0,
  );
  const network = networkKind(process.platform, type, root);
  return { network, foldsCase: await probeCase(root), compresses: compressingTypes.has(type) };
}

/** Whether a watch folder is there and may be looked into. */
export async function reach(root: string): Promise<'ok' | 'missing' | 'unreadable'> {
  return access(root, constants.R_OK | constants.X_OK).then(
    () => 'ok',
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? 'missing' : 'unreadable'),
  );
}

/**
 * Name of the network file system that a root lies on, or null. Elsewhere than on Linux only the path can
 * tell.
 */
export function networkKind(platform: string, type: number, root: string): string | null {
  if (platform === 'linux') return networkTypes.get(type) ?? null;
  return /^(\\\\|\/\/)[^\\/?.]/.test(root) ? 'network share' : null;
}

/**
 * Looks for a name in the root (or the root's own) spelled in the other case: found with the same inode, it
 * folds.
 */
async function probeCase(root: string): Promise<boolean> {
  const names: string[] = await readdir(root).catch(() => []);
  const name = names.find(
    (candidate) => swapCase(candidate) !== candidate && !names.includes(swapCase(candidate)),
  );
  const path = name === undefined ? root : join(root, name);
  const other = join(dirname(path), swapCase(basename(path)));
  if (other === path) return process.platform === 'darwin' || process.platform === 'win32';
  try {
    const [one, two] = await Promise.all([stat(path, { bigint: true }), stat(other, { bigint: true })]);
    return one.dev === two.dev && one.ino === two.ino;
  } catch {
    return false;
  }
}

function swapCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
