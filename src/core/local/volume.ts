import { constants } from 'node:fs';
import { access, readdir, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { networkKind } from './network-volume.ts';

/** What kind of volume a root lies on, as far as it changes how it is watched. */
export interface Volume {
  /** Name of the network file system, or null for a local one (W12). */
  readonly network: string | null;
  /** True where `A` and `a` are the same name (W13). */
  readonly foldsCase: boolean;
  /** True where allocated blocks say nothing of what was written, because the volume compresses. */
  readonly compresses: boolean;
}

/** btrfs, ZFS and F2FS may compress. */
const compressingTypes = new Set([0x9123683e, 0x2fc12fc1, 0xf2f52010]);

/** Looks at the volume under a root without writing to it. Never throws. */
export async function lookAtVolume(root: string): Promise<Volume> {
  const type = await statfs(root).then(
    (stats) => stats.type >>> 0,
    () => 0,
  );
  const network = await networkKind(type, root);
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
