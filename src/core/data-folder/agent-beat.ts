import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How often word is left, ms. */
export const beatEvery = 30_000;
/** Who finds no word for so long takes the process for hung, ms. */
const silentAfter = 4 * beatEvery;

/** Which process, and since when (RFC 3339), as the data folder's lock names it. */
interface Beating {
  readonly process: number | null;
  readonly since: string | null;
}

const fileOf = (directory: string) => join(directory, 'agent.beat');
const nameOf = ({ process, since }: Beating) => `${process} ${since}\n`;

/**
 * The process that has the data folder leaves word that it goes on, as the time of a file: a row of the
 * ledger would cost a sync of the disk each time. It is a courtesy to who looks from beside, so a disk that
 * takes nothing fails nothing.
 *
 * @param now wall time, ms
 */
export function leaveBeat(directory: string, who: Beating, now: number): void {
  const path = fileOf(directory);
  try {
    if (read(path) !== nameOf(who)) writeFileSync(path, nameOf(who), { mode: 0o600 });
    utimesSync(path, now / 1000, now / 1000);
  } catch {
    // Who finds none says nothing about it.
  }
}

/** When this process last left word, wall time in ms; undefined where it never did, as older versions. */
export function lastBeat(directory: string, who: Beating): number | undefined {
  const path = fileOf(directory);
  if (read(path) !== nameOf(who)) return undefined;
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * Since when the process that has the data folder gave no sign of life, ms since the epoch; undefined while
 * it does, and where it is of a version that gives none.
 *
 * @param now wall time, ms
 */
export function silentSince(directory: string, who: Beating | 'unnamed' | undefined, now: number) {
  const at = typeof who === 'object' ? lastBeat(directory, who) : undefined;
  return at !== undefined && now - at >= silentAfter ? Math.round(at) : undefined;
}

/** Nobody goes on any more. */
export function endBeat(directory: string): void {
  rmSync(fileOf(directory), { force: true });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
