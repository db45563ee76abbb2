import { statfs } from 'node:fs/promises';

/** Free bytes on the volume of the data folder. */
export async function freeSpace(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
