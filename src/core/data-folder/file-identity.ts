import { statSync } from 'node:fs';

/**
 * Device and inode, which distinguish a file or folder from another one at the same path. `missing` if there
 * is none, `unknown` if the system does not report them.
 */
export function fileIdentity(path: string): string {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? 'missing' : `${found.dev} ${found.ino}`;
  } catch {
    return 'unknown';
  }
}
