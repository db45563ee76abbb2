import { lstatSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files.ts';

/** Long ago: any read moves an access time that lies before the last change (`relatime`, Linux' default). */
const longAgo = new Date('2001-01-01T00:00:00Z');
const lastYear = new Date(Date.now() - 365 * 24 * 3_600_000);

/** Marks a file as never read and changed long ago. */
export function markUnread(path: string): void {
  utimesSync(path, longAgo, lastYear);
}

/** Whether this file system writes down that a file was read; without that the proof is none. */
export function recordsReads(directory: string): boolean {
  const probe = join(directory, 'read-probe');
  writeFileSync(probe, 'probe');
  markUnread(probe);
  readFileSync(probe);
  const moved = wasRead(probe);
  rmSync(probe);
  return moved;
}

/** How many files below `root` were read since they were marked. */
export function countRead(root: string): number {
  return filesBelow(root).filter(wasRead).length;
}

function wasRead(path: string): boolean {
  return lstatSync(path).atimeMs !== longAgo.getTime();
}
