import { closeSync, constants, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';

/**
 * A new name in a folder is on disk only once the folder is synced. Windows has no such call and needs none.
 */
export function syncFolder(directory: string): void {
  if (process.platform !== 'win32') sync(directory, constants.O_RDONLY);
}

/** The file's content is on disk when this returns. */
export function syncFile(path: string): void {
  sync(path, constants.O_RDWR);
}

/**
 * Writes a file for its owner only; the caller renames it. Removes an existing file of that name: a killed
 * process left it, or another account that can write to the folder put it there to receive the text.
 *
 * @param flush the text is on disk when this returns
 */
export function writeNewFile(path: string, text: string, flush = false): void {
  rmSync(path, { force: true });
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600, flush });
  } catch (error) {
    // Part of it may be there: it may hold a key, and a full disk lacks its space.
    rmSync(path, { force: true });
    throw error;
  }
}

function sync(path: string, flags: number): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
