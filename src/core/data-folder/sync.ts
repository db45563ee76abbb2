import { closeSync, constants, fsyncSync, openSync } from 'node:fs';

/** A new name in a folder is on disk only when the folder is. Windows has no such call, and needs none. */
export function syncFolder(directory: string): void {
  if (process.platform !== 'win32') sync(directory, constants.O_RDONLY);
}

/** What a file holds is on disk when this returns. */
export function syncFile(path: string): void {
  sync(path, constants.O_RDWR);
}

function sync(path: string, flags: number): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
