import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { createDoubtfulMounts, type DoubtfulMounts } from '#core/local/doubtful-mounts.ts';
import { isLocalPath } from '../ports/local-path.ts';

/** Suggestions a person can still look through. */
const most = 50;

export interface CompletePathOptions {
  readonly home?: string;
  readonly mounts?: Pick<DoubtfulMounts, 'of'>;
  /** Reads the names in a folder. */
  readonly list?: (folder: string) => Promise<Dirent[]>;
}

/**
 * Makes what suggests folders whose path begins as a prefix does, sorted, at most 50. `~` is the home folder;
 * a relative path has none, because nobody in a window knows what it would be relative to. What cannot be
 * read is left out.
 *
 * Only names are read, so it goes around the file gate, and around the processes of drives that may hang
 * (docs/adr/0015): of such a drive one question at a time is asked, so that typing on while it keeps silent
 * takes no more than one of the threads all files need.
 */
export function createCompletePath({
  home = homedir(),
  mounts = createDoubtfulMounts(),
  list = (folder) => readdir(folder, { withFileTypes: true }),
}: CompletePathOptions = {}): (prefix: string) => Promise<string[]> {
  const asked = new Set<string>();

  async function entriesOf(folder: string): Promise<Dirent[]> {
    const drive = mounts.of(folder);
    if (drive === undefined) return list(folder).catch(() => []);
    if (asked.has(drive)) return [];
    asked.add(drive);
    return list(folder)
      .catch(() => [])
      .finally(() => asked.delete(drive));
  }

  /** What a link leads to on such a drive is not looked at. */
  async function isFolder(path: string): Promise<boolean> {
    return mounts.of(path) !== undefined || (await stat(path).catch(() => null))?.isDirectory() === true;
  }

  return async (prefix) => {
    if (prefix === '') return [home];
    const path = prefix === '~' || prefix.startsWith(`~${sep}`) ? `${home}${prefix.slice(1)}` : prefix;
    // Another machine is asked only when a person says so: while they type, Windows would sign in there with
    // every letter.
    if (!isLocalPath(path)) return [];
    const isWhole = path.endsWith(sep);
    const folder = isWhole ? path : dirname(path);
    const start = isWhole ? '' : basename(path);
    const entries = await entriesOf(folder);
    const names = entries
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name)
      .filter((name) => name.toLowerCase().startsWith(start.toLowerCase()))
      .filter((name) => !name.startsWith('.') || start.startsWith('.'))
      .sort();
    const links = new Set(entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name));
    const found: string[] = [];
    for (const name of names) {
      if (found.length === most) break;
      const whole = join(folder, name);
      if (!links.has(name) || (await isFolder(whole))) found.push(whole);
    }
    return found;
  };
}
