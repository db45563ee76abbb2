import { accessSync, constants } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** Free bytes on the volume of the data folder. */
export async function freeSpace(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** The folder, if its disk is mounted read-only: a mount may turn so when the disk fails. */
export function onReadOnlyDisk(directory: string): string | undefined {
  try {
    accessSync(directory, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS' ? directory : undefined;
  }
}
