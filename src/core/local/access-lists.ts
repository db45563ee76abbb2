import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { childEnvironment } from '#core/threads/child-environment.ts';
import type { Rights } from './look.ts';

/** How long ls(1) may take, ms: a drive may hang. */
const limitMs = 5_000;

/**
 * Whether any of these files and folders has an access control list (ACL). If so, its permission bits do not say who
 * has access. Node.js cannot read these lists, but ls(1) shows whether there is one: Linux by a plus sign, macOS by its
 * entries. True if ls(1) cannot tell.
 */
export async function haveAccessLists(paths: readonly string[]): Promise<boolean> {
  if (process.platform === 'win32') return false;
  // `self` would be ls(1).
  const places = paths.map((path) => path.replace(/^\/proc\/self\//, `/proc/${process.pid}/`));
  const form = process.platform === 'darwin' ? '-ldLqe' : '-ldLq';
  const options = {
    env: { ...childEnvironment(process.env), LC_ALL: 'C' },
    signal: AbortSignal.timeout(limitMs),
  };
  try {
    const { stdout } = await promisify(execFile)('ls', [form, '--', ...places], options);
    return /^[-bcdlps][-rwxsStT]{9}\+|^ \d+: /m.test(stdout);
  } catch {
    return true;
  }
}

export const letsOthersIn = ({ mode = 0 }: Rights): boolean => (mode & 0o077) !== 0;

/** The rights to a file or folder: only those of its owner if it has an access control list. */
export async function rightsOfOwner(path: string, rights: Rights): Promise<Rights> {
  if (!letsOthersIn(rights) || !(await haveAccessLists([path]))) return rights;
  return { ...rights, mode: (rights.mode ?? 0) & 0o700 };
}
