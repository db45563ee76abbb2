import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The least that can tell whether a tree has changed: readdir of every directory and lstat of every file,
 * with the times in nanoseconds, comparing nothing.
 */
export function walkBare(root: string): { files: number; finishedAt: number } {
  const directories = [root];
  let files = 0;
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) directories.push(path);
      else {
        lstatSync(path, { bigint: true });
        files += 1;
      }
    }
  }
  return { files, finishedAt: performance.timeOrigin + performance.now() };
}
