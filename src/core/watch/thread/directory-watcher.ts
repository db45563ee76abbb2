import type { FSWatcher } from 'chokidar';
import { asAsked, UnscannedWatcher } from './unscanned-watcher.ts';

export interface DirectoryWatcher {
  /** Resolves when the directories (absolute) are watched, or watching was given up. */
  add(directories: readonly string[]): Promise<void>;
  remove(directories: readonly string[]): void;
  close(): Promise<void>;
}

export interface DirectoryWatcherEvents {
  /**
   * Something happened to this name; `renamed` says that it came or went. A null name means the directory
   * itself.
   */
  hint(directory: string, name: string | null, renamed: boolean): void;
  /** The system's limit on watches or open files is reached: nothing more is watched (W22). */
  limit(code: string): void;
  error(error: unknown): void;
}

/**
 * Directories given to one chokidar watcher. All in one make it pile up promises and memory (470 MB for 1,000
 * directories with 100,000 files); a few a watcher take less than a fifth of that, in the same time.
 */
const groupSize = 8;
/** Of errors that say a limit of the system is reached. */
export const limitCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM']);

interface Group {
  readonly watcher: FSWatcher;
  readonly directories: Set<string>;
}

/**
 * Watches directories, not files, with chokidar. What it says are hints; nothing is concluded from silence.
 *
 * Each group of directories has a chokidar watcher of its own, because only `ready` tells for sure that a
 * watcher is set up: `addDir` also comes for a directory that was merely seen in its parent, and what is made
 * in the moment between that and its own watch would go unnoticed.
 *
 * chokidar follows a directory that is a link; otherwise it would watch the link alone.
 */
export function createDirectoryWatcher(events: DirectoryWatcherEvents): DirectoryWatcher {
  const groups = new Map<string, Group>();
  const watchers = new Set<FSWatcher>();
  let ended: () => void = () => undefined;
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  let failed = false;
  /** One after the other: a watcher that is closed before it is set up never says that it is ready. */
  let queue: Promise<void> = Promise.resolve();

  function onError(error: unknown): void {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!limitCodes.has(code)) events.error(error);
    else if (!failed) {
      failed = true;
      ended();
      events.limit(code);
    }
  }

  async function addGroup(paths: readonly string[]): Promise<void> {
    const directories = new Set(paths.map(asAsked));
    const watcher = new UnscannedWatcher({
      depth: 0,
      ignoreInitial: true,
      atomic: false,
      ignored: (path) => !directories.has(asAsked(path)),
    });
    watcher.add([...paths]);
    watchers.add(watcher);
    for (const path of paths) groups.set(path, { watcher, directories });
    watcher.on('raw', (event, name, details) => {
      const directory = (details as { watchedPath?: string } | undefined)?.watchedPath;
      if (directory === undefined) return;
      // A name that is not text cannot be asked for; the directory can be looked through.
      events.hint(directory, name?.includes('\uFFFD') ? null : name, event === 'rename');
    });
    watcher.on('error', onError);
    await Promise.race([new Promise<void>((resolve) => watcher.once('ready', resolve)), end]);
  }

  async function addAll(directories: readonly string[]): Promise<void> {
    const fresh = directories.filter((path) => !groups.has(path));
    for (let index = 0; index < fresh.length && !failed; index += groupSize) {
      await addGroup(fresh.slice(index, index + groupSize));
    }
  }

  function removeAll(directories: readonly string[]): void {
    for (const path of directories) {
      const group = groups.get(path);
      if (!group) continue;
      groups.delete(path);
      group.directories.delete(asAsked(path));
      if (group.directories.size > 0) group.watcher.unwatch(path);
      else {
        watchers.delete(group.watcher);
        group.watcher.close().catch(events.error);
      }
    }
  }

  return {
    add(directories) {
      const done = queue.then(() => addAll(directories));
      queue = done.catch(() => undefined);
      return done;
    },
    remove(directories) {
      queue = queue.then(() => removeAll(directories)).catch(events.error);
    },
    async close() {
      failed = true;
      ended();
      await Promise.all([...watchers].map((watcher) => watcher.close()));
      watchers.clear();
      groups.clear();
    },
  };
}
