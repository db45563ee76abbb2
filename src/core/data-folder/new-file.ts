import { openSync, rmSync } from 'node:fs';

/**
 * Creates a file for its owner only, to be written and renamed. Removes what has that name: a killed process
 * left it, or another account that can write to the folder put a link or a file of theirs there to get the
 * text.
 */
export function openNewFile(path: string): number {
  rmSync(path, { force: true });
  return openSync(path, 'wx', 0o600);
}
