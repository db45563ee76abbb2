import { sep } from 'node:path';
import { createDirectoryWatcher, type DirectoryWatcher } from './directory-watcher.ts';
import type { Said } from '#shared/spoken/said.ts';
import { createTreeWatcher, watchesWhole } from './tree-watcher.ts';
import { healthSentences } from './health.ts';
import { absolute, type RootView } from './root-context.ts';

interface WatchingEvents {
  hint(directory: string, name: string | null, renamed: boolean): void;
  /** Watching was given up while it was under way: from now on the root is polled. */
  limitReached(): void;
  /** Events were lost: what is there is to be compared anew. */
  eventsLost(): void;
  failed(error: unknown): void;
}

/** A watch that ends by itself so often is set up no more: the root is polled. */
const mostLosses = 3;

/** Whether a root is watched or polled, and the watcher while it is watched (W12, W22). */
export class Watching {
  readonly #root: RootView;
  readonly #events: WatchingEvents;
  #watcher: DirectoryWatcher | undefined;
  #polledBecause: Said | null = null;
  #leavesOut = false;
  #losses = 0;

  constructor(root: RootView, events: WatchingEvents) {
    this.#root = root;
    this.#events = events;
  }

  /**
   * Whether parts of it are not watched, because their drives may hang or chokidar cannot name them: looking
   * through it finds their changes.
   */
  get leavesOut(): boolean {
    return this.#leavesOut;
  }

  /** Why this root is polled, in sentences; null while it is watched. */
  get polledBecause(): Said | null {
    return this.#polledBecause;
  }

  /** Watches what is to be watched now, and no longer what is gone; resolves when it is. */
  async follow(before: ReadonlySet<string>): Promise<void> {
    const { thread, directories } = this.#root;
    this.#polledBecause ??= this.#reasonToPoll();
    if (this.#polledBecause === null && thread.options.failWatchingWith) {
      this.#reachLimit(thread.options.failWatchingWith);
    }
    if (this.#polledBecause !== null) await this.close();
    this.remove([...before].filter((directory) => !directories.has(directory)));
    await this.add([...directories]);
  }

  async add(directories: readonly string[]): Promise<void> {
    if (this.#polledBecause !== null) return;
    this.#watcher ??= this.#createWatcher();
    const { folder, thread } = this.#root;
    const paths = directories.map((directory) => absolute(this.#root, directory));
    // To watch a directory of a drive that is mounted inside the folder would ask the drive, and hang with
    // it.
    const mayHang = (path: string) => thread.gate.isDoubtful(path) && !thread.gate.isDoubtful(folder.path);
    const watched = paths.filter((path) => !mayHang(path) && !this.#isMisnamed(path));
    this.#leavesOut ||= watched.length < paths.length;
    if (watched.length > 0) await this.#watcher.add(watched);
  }

  remove(directories: readonly string[]): void {
    this.#watcher?.remove(directories.map((directory) => absolute(this.#root, directory)));
  }

  async close(): Promise<void> {
    const watcher = this.#watcher;
    this.#watcher = undefined;
    this.#leavesOut = false;
    await watcher?.close();
  }

  /** chokidar takes a backslash for a slash on every system, and looks for another directory then. */
  #isMisnamed(path: string): boolean {
    return sep === '/' && (this.#isWhole ? this.#root.folder.path : path).includes('\\');
  }

  get #isWhole(): boolean {
    return this.#root.thread.options.watchWhole ?? watchesWhole(process.platform);
  }

  #createWatcher(): DirectoryWatcher {
    const giveUp = (code: string) => {
      this.#reachLimit(code);
      void this.close().then(this.#events.limitReached);
    };
    const events = { hint: this.#events.hint, limit: giveUp, error: this.#events.failed };
    if (!this.#isWhole) return createDirectoryWatcher(events);
    const { folder, thread } = this.#root;
    const real = async () => (await thread.gate.lookAtRoot(folder.path))?.real ?? folder.path;
    return createTreeWatcher(folder.path, real, {
      ...events,
      somewhere: this.#events.eventsLost,
      lost: (error) => {
        this.#events.failed(error);
        this.#losses += 1;
        if (this.#losses > mostLosses) giveUp((error as NodeJS.ErrnoException).code ?? 'unknown');
        else this.#events.eventsLost();
      },
    });
  }

  #reasonToPoll(): Said | null {
    const { thread, volume, directories, settleMs } = this.#root;
    const { pollEvery, maxWatchedDirectories } = thread.limits;
    if (volume.network !== null) return healthSentences.network(volume.network, pollEvery, settleMs);
    if (thread.options.forcePolling) return healthSentences.asked(pollEvery);
    return !this.#isWhole && directories.size > maxWatchedDirectories
      ? healthSentences.tooMany(directories.size, pollEvery)
      : null;
  }

  #reachLimit(code: string): void {
    const { thread, folder } = this.#root;
    this.#polledBecause = healthSentences.limit(code, thread.limits.pollEvery);
    const fields = { folder: folder.id, code };
    thread.post({ type: 'log', level: 'warn', message: 'watch limit reached; polling instead', fields });
  }
}
