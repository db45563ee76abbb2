import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files in one directory, as people keep them: neither one huge directory nor one for each. */
const filesADirectory = 100;

/** Paths of all files below a folder; none where there is no folder. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Writes `count` files of `size` bytes, all different, and tells their paths. */
export function writeFiles(root: string, count: number, size: number): string[] {
  const filler = Buffer.alloc(Math.max(0, size - 32), 'All figures in thousands unless stated otherwise.\n');
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const directory = join(root, `batch-${String(Math.floor(index / filesADirectory)).padStart(5, '0')}`);
    if (index % filesADirectory === 0) mkdirSync(directory, { recursive: true });
    const path = join(directory, `report-${String(index).padStart(7, '0')}.txt`);
    writeFileSync(
      path,
      Buffer.concat([Buffer.from(randomBytes(16).toString('hex')), filler]).subarray(0, size),
    );
    paths.push(path);
  }
  return paths;
}
