import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { isLocalPath } from '../ports/local-path.ts';

/** Suggestions a person can still look through. */
const most = 50;

/**
 * Folders whose path begins as `prefix` does, sorted, at most 50. `~` is the home folder; a relative path has none, because
 * nobody in a window knows what it would be relative to. What cannot be read is left out.
 */
export async function completePath(prefix: string, home: string = homedir()): Promise<string[]> {
  if (prefix === '') return [home];
  const path = prefix === '~' || prefix.startsWith(`~${sep}`) ? `${home}${prefix.slice(1)}` : prefix;
  // Another machine is asked only when a person says so: while they type, Windows would sign in there with every letter.
  if (!isLocalPath(path)) return [];
  const isWhole = path.endsWith(sep);
  const folder = isWhole ? path : dirname(path);
  const start = isWhole ? '' : basename(path);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
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
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}
