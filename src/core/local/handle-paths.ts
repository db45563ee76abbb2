import { existsSync } from 'node:fs';

let known: boolean | undefined;

/**
 * Whether what is open can be reached through its handle, by a path that no renaming touches: on Linux, where
 * /proc is there. Asked once: every listing and every upload wants to know, and it does not come and go.
 */
export function hasHandlePaths(): boolean {
  known ??= process.platform === 'linux' && existsSync('/proc/self/fd');
  return known;
}
