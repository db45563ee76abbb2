import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry, FileStat, Look } from '#core/local/look.ts';
import { joinRelative } from '#core/local/names.ts';
import { isAtOrBelow } from '#core/local/below.ts';
import { isDataFolder, quarantineOwner } from '#core/local/own-names.ts';
import { outputsOf } from '../rules/compile-rules.ts';
import { ignoreFileName, readIgnoreFile } from '../rules/read-ignore-file.ts';
import type { Clock } from '../../ports/clock.ts';
import { numberOf } from './mounted-look.ts';
import { absolute, type RootView, type ThreadContext } from './root-context.ts';

export interface Walked {
  /** Relative paths, a directory before what is in it. */
  readonly directories: string[];
  /** The device each of them lies on. */
  readonly devices: Map<string, string>;
  /** Directories that could not be listed. */
  readonly unreadable: Set<string>;
  /** Directories whose rules are being saved, and are followed as they were. */
  readonly changingRules: readonly string[];
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
  root: Pick<RootView, 'folder' | 'look' | 'rules' | 'ignoreFiles' | 'settleMs'> & {
    readonly thread: Pick<ThreadContext, 'gate'> & { readonly clock: Pick<Clock, 'now'> };
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
  const changingRules: string[] = [];
  const { gate, clock } = root.thread;
  const takeTurn = createTurns();
  const outputs = await identitiesOf(gate.patient, outputsOf(root.folder));
  let entries = 0;
  for (const directory of directories) {
    signal.throwIfAborted();
    let listed: Entry[];
    let isOutput = false;
    try {
      const stat = await root.look.stat(absolute(root, directory), true);
      if (stat) devices.set(directory, stat.device);
      isOutput = stat !== null && directory !== '' && outputs.has(identityOf(stat));
      listed = await root.look.list(absolute(root, directory), root.folder.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') unreadable.add(directory);
      continue;
    }
    if (root.folder.useIgnoreFile) {
      const isChanging = await readIgnoreFile(
        { gate, look: root.look, root: root.folder.path, settleMs: root.settleMs, now: clock.now },
        directory,
        listed.find(({ name }) => name === ignoreFileName),
        root.ignoreFiles,
      );
      if (isChanging) changingRules.push(directory);
    }
    root.rules.noteOwn(directory, isOutput ? 'output' : isDataFolder(listed) ? 'data-folder' : null);
    for (const { name, kind } of listed) {
      entries++;
      const path = joinRelative(directory, name);
      if (quarantineOwner(name) !== null) root.sawAside?.(directory, name);
      if (kind === 'directory' && !root.rules.directory(path, name)) directories.push(path);
    }
    onProgress(entries);
    await takeTurn();
  }
  // Forgets those that were removed, or that a rule now leaves out.
  const walked = new Set(directories);
  for (const directory of [...root.rules.ownPlaces().keys()])
    if (isAtOrBelow(directory, from) && !walked.has(directory)) root.rules.noteOwn(directory, null);
  return { directories, devices, unreadable, entries, changingRules };
}

/** Which directories Sluice's output folders are: a mount can show one of them under another name. */
async function identitiesOf(look: Pick<Look, 'stat'>, paths: readonly string[]): Promise<Set<string>> {
  const statOf = async (path: string) => look.stat(path, true);
  const stats = await Promise.all(paths.map((path) => statOf(path).catch(() => null)));
  return new Set(stats.flatMap((stat) => (stat ? identityOf(stat) : [])));
}

function identityOf({ device, inode }: Pick<FileStat, 'device' | 'inode'>): string {
  return `${numberOf(device)}:${inode}`;
}
