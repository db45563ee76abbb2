import { accessSync, constants, statSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * A folder for temporary files on another volume than `tmpdir()`; undefined where none is known. The tests'
 * own are in memory or on the disk (scripts/memory-folder.ts), so it is the other of the two.
 */
export const otherVolume = ['/dev/shm', '/var/tmp'].find((folder) => {
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).dev !== statSync(tmpdir()).dev;
  } catch {
    return false;
  }
});
