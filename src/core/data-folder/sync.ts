import { closeSync, constants, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';

/** A new name in a folder is on disk only when the folder is. Windows has no such call, and needs none. */
export function syncFolder(directory: string): void {
  if (process.platform !== 'win32') sync(directory, constants.O_RDONLY);
}

/** What a file holds is on disk when this returns. */
export function syncFile(path: string): void {
  sync(path, constants.O_RDWR);
}

/**
 * Writes a file for its owner only, to be renamed. Removes what has that name: a killed process left it, or
 * another account that can write to the folder put a link or a file of theirs there to get the text.
 *
 * @param flush on disk when this returns
 */
export function writeNewFile(path: string, text: string, flush = false): void {
  rmSync(path, { force: true });
  writeFileSync(path, text, { flag: 'wx', mode: 0o600, flush });
}

function sync(path: string, flags: number): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
