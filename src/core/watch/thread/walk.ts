import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from '#core/local/look.ts';
import { joinRelative } from '#core/local/names.ts';
import { isDataFolder, quarantineOwner } from '#core/local/own-names.ts';
import { readIgnoreFile } from '../rules/read-ignore-file.ts';
import { absolute, type RootView, type ThreadContext, wayOf } from './root-context.ts';

export interface Walked {
  /** Relative paths, a directory before what is in it. */
  readonly directories: string[];
  /** The device each of them lies on. */
  readonly devices: Map<string, string>;
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
 * Lists every directory at and below `from` that the rules do not leave out. Reads no file but
 * `.sluiceignore`, which speaks for what comes after it, and stats directories only: where the device
 * changes, another volume begins.
 */
export async function walkDirectories(
  root: Pick<RootView, 'folder' | 'look' | 'rules' | 'ignoreFiles'> & {
    readonly thread: Pick<ThreadContext, 'gate'>;
    /** A directory in which Sluice set a file aside. */
    readonly sawAside?: (directory: string, name: string) => void;
  },
  from: string,
  signal: AbortSignal,
  onProgress: (entries: number) => void,
): Promise<Walked> {
  const directories = [from];
  const devices = new Map<string, string>();
  const unreadable = new Set<string>();
  const links: string[] = [];
  const { gate } = root.thread;
  const way = wayOf(root);
  const takeTurn = createTurns();
  let entries = 0;

  async function descend(start: number): Promise<void> {
    for (let index = start; index < directories.length; index++) {
      signal.throwIfAborted();
      const directory = directories[index] as string;
      let listed: Entry[];
      try {
        const stat = await root.look.stat(absolute(root, directory), true);
        if (stat) devices.set(directory, stat.device);
        listed = await root.look.list(absolute(root, directory), way);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') unreadable.add(directory);
        continue;
      }
      if (root.folder.useIgnoreFile) {
        await readIgnoreFile({ gate, look: root.look, way }, directory, listed, root.ignoreFiles);
      }
      root.rules.noteDataFolder(directory, isDataFolder(listed));
      for (const { name, kind } of listed) {
        entries++;
        const path = joinRelative(directory, name);
        if (quarantineOwner(name) !== null) root.sawAside?.(directory, name);
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
    const target = await gate.followLink(root.folder.path, absolute(root, link));
    if (target.kind === 'directory' && root.rules.isNested(target.below)) continue;
    if (target.kind !== 'directory' || visited.has(`${target.device}:${target.inode}`)) continue;
    visited.add(`${target.device}:${target.inode}`);
    const start = directories.push(link) - 1;
    await descend(start);
    for (const identity of await identities(root, directories.slice(start))) visited.add(identity);
  }
  return { directories, devices, unreadable, entries };
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
