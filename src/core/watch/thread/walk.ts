import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from '../files/look.ts';
import { joinRelative } from '../files/names.ts';
import { followLink } from './links.ts';
import { absolute, ignoreFileName, type RootView } from './root-context.ts';

export interface Walked {
  /** Relative paths, a directory before what is in it. */
  readonly directories: string[];
  /** Directories that could not be listed. */
  readonly unreadable: Set<string>;
  readonly entries: number;
}

/** Longest stretch of work without letting events and messages in. Milliseconds. */
const slice = 10;

export function createTurns() {
  let until = performance.now() + slice;
  return async () => {
    if (performance.now() < until) return;
    await nextTurn();
    until = performance.now() + slice;
  };
}

/**
 * Lists every directory at and below `from` that the rules do not leave out. Reads no file but `.sluiceignore`, which speaks for
 * what comes after it, and stats none.
 */
export async function walkDirectories(
  root: Pick<RootView, 'folder' | 'look' | 'rules' | 'ignoreFiles'>,
  from: string,
  signal: AbortSignal,
  onProgress: (entries: number) => void,
): Promise<Walked> {
  const directories = [from];
  const unreadable = new Set<string>();
  const links: string[] = [];
  const takeTurn = createTurns();
  let entries = 0;

  async function descend(start: number): Promise<void> {
    for (let index = start; index < directories.length; index++) {
      signal.throwIfAborted();
      const directory = directories[index] as string;
      let listed: Entry[];
      try {
        listed = await root.look.list(absolute(root, directory));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') unreadable.add(directory);
        continue;
      }
      await readIgnoreFile(root, directory, listed);
      for (const { name, kind } of listed) {
        entries++;
        const path = joinRelative(directory, name);
        if (kind === 'directory' && !root.rules.directory(path, name)) directories.push(path);
        else if (kind === 'link' && root.folder.followLinks && !root.rules.directory(path, name))
          links.push(path);
      }
      onProgress(entries);
      await takeTurn();
    }
  }

  await descend(0);
  // Links come last: what they lead to inside the root has then been walked under its own name.
  const visited = links.length > 0 ? await identities(root, directories) : new Set<string>();
  for (let link = links.shift(); link !== undefined; link = links.shift()) {
    const target = await followLink(root.folder.path, absolute(root, link));
    if (target.kind !== 'directory' || visited.has(`${target.device}:${target.inode}`)) continue;
    visited.add(`${target.device}:${target.inode}`);
    const start = directories.push(link) - 1;
    await descend(start);
    for (const identity of await identities(root, directories.slice(start))) visited.add(identity);
  }
  return { directories, unreadable, entries };
}

async function readIgnoreFile(
  { folder, ignoreFiles }: Pick<RootView, 'folder' | 'ignoreFiles'>,
  directory: string,
  listed: readonly Entry[],
): Promise<void> {
  if (!folder.useIgnoreFile) return;
  const isThere = listed.some(({ name, kind }) => name === ignoreFileName && kind !== 'directory');
  if (!isThere) return ignoreFiles.set(directory, undefined);
  try {
    ignoreFiles.set(directory, await readFile(absolute({ folder }, directory, ignoreFileName), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') ignoreFiles.set(directory, undefined);
    else ignoreFiles.cannotRead(directory);
  }
}

async function identities(
  root: Pick<RootView, 'folder' | 'look'>,
  directories: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const directory of directories) {
    const stat = await root.look.stat(absolute(root, directory), true);
    if (stat) found.add(`${stat.device}:${stat.inode}`);
  }
  return found;
}
