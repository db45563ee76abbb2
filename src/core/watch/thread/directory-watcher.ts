import { watch } from 'chokidar';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface DirectoryWatcher {
  /** Resolves when the directories (absolute, parents first) are watched, or watching was given up. */
  add(directories: readonly string[]): Promise<void>;
  remove(directories: readonly string[]): void;
  /** Directories that were removed since the start; chokidar keeps a little of each. */
  readonly removed: number;
  close(): Promise<void>;
}

export interface DirectoryWatcherEvents {
  /** Something happened to this name; `renamed` says that it came or went. A null name means the directory itself. */
  hint(directory: string, name: string | null, renamed: boolean): void;
  /** The system's limit on watches or open files is reached: nothing more is watched (W22). */
  limit(code: string): void;
  error(error: unknown): void;
}

/**
 * Directories given to chokidar at once. More make it pile up promises and memory; measured on 1,000 directories
 * with 100,000 files, groups of 2 to 8 take the same time and 85 MB, one of all takes 470 MB.
 */
const groupSize = 4;
/** How long to wait for chokidar to say that a directory is watched before looking whether it is there. Milliseconds. */
const patience = 2000;
const limitCodes = new Set(['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM']);

/** Watches directories, not files, with chokidar. What it says are hints; nothing is concluded from silence. */
export function createDirectoryWatcher(events: DirectoryWatcherEvents): DirectoryWatcher {
  const known = new Set<string>();
  const pending = new Map<string, () => void>();
  let removed = 0;
  let failed = false;
  const watcher = watch([], {
    depth: 0,
    ignoreInitial: false,
    followSymlinks: false,
    atomic: false,
    ignored: (path) => !known.has(path),
  });

  const giveUp = () => {
    for (const resolve of pending.values()) resolve();
    pending.clear();
  };
  watcher.on('addDir', (path) => {
    pending.get(path)?.();
    pending.delete(path);
  });
  watcher.on('raw', (event, name, details) => {
    const directory = (details as { watchedPath?: string } | undefined)?.watchedPath;
    if (directory === undefined) return;
    // A name that is not text cannot be asked for; the directory can be looked through.
    events.hint(directory, name?.includes('\uFFFD') ? null : name, event === 'rename');
  });
  watcher.on('error', (error) => {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!limitCodes.has(code)) return events.error(error);
    if (failed) return;
    failed = true;
    giveUp();
    events.limit(code);
  });

  async function addGroup(group: readonly string[]): Promise<void> {
    const watched = group.map((path) => {
      known.add(path);
      return new Promise<void>((resolve) => pending.set(path, resolve));
    });
    watcher.add([...group]);
    const timeout = new AbortController();
    const tooLong = delay(patience, undefined, { signal: timeout.signal, ref: false }).catch(() => undefined);
    await Promise.race([Promise.all(watched), tooLong]);
    timeout.abort();
    for (const path of group) {
      if (!pending.delete(path)) continue;
      if (existsSync(path)) events.error(new Error(`chokidar did not confirm ${basename(path)}`));
      else known.delete(path);
    }
  }

  return {
    async add(directories) {
      const fresh = directories.filter((path) => !known.has(path));
      for (let index = 0; index < fresh.length && !failed; index += groupSize) {
        await addGroup(fresh.slice(index, index + groupSize));
      }
    },
    remove(directories) {
      const watched = directories.filter((path) => known.delete(path));
      removed += watched.length;
      if (watched.length > 0 && !watcher.closed) watcher.unwatch(watched);
    },
    get removed() {
      return removed;
    },
    async close() {
      failed = true;
      giveUp();
      await watcher.close();
    },
  };
}
