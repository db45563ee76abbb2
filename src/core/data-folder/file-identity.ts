import { statSync } from 'node:fs';

/**
 * What tells a file or folder from another one at the same path: device and inode. `missing` where there is
 * none, `unknown` where the system does not say.
 */
export function fileIdentity(path: string): string {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? 'missing' : `${found.dev} ${found.ino}`;
  } catch {
    return 'unknown';
  }
}
