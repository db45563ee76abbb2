import { existsSync } from 'node:fs';

/**
 * Whether what is open can be reached through its handle, by a path that no renaming touches: on Linux, where
 * /proc is there.
 */
export function hasHandlePaths(): boolean {
  return process.platform === 'linux' && existsSync('/proc/self/fd');
}
