import { createDirectoryWatcher, type DirectoryWatcher } from './directory-watcher.ts';
import type { Said } from '#shared/spoken/said.ts';
import { healthSentences } from './health.ts';
import { absolute, type RootView } from './root-context.ts';

interface WatchingEvents {
  hint(directory: string, name: string | null, renamed: boolean): void;
  /** Watching was given up while it was under way: from now on the root is polled. */
  limitReached(): void;
  failed(error: unknown): void;
}

/** Whether a root is watched or polled, and the watcher while it is watched (W12, W22). */
export class Watching {
  readonly #root: RootView;
  readonly #events: WatchingEvents;
  #watcher: DirectoryWatcher | undefined;
  #polledBecause: Said | null = null;
  #leavesOut = false;

  constructor(root: RootView, events: WatchingEvents) {
    this.#root = root;
    this.#events = events;
  }

  /**
   * Whether parts of it are not watched, because their drives may hang: looking through it finds their
   * changes.
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
    this.#watcher ??= createDirectoryWatcher({
      hint: this.#events.hint,
      limit: (code) => {
        this.#reachLimit(code);
        void this.close().then(this.#events.limitReached);
      },
      error: this.#events.failed,
    });
    const { folder, thread } = this.#root;
    const paths = directories.map((directory) => absolute(this.#root, directory));
    // To watch a directory of a drive that is mounted inside the folder would ask the drive, and hang with
    // it.
    const mayHang = (path: string) => thread.gate.isDoubtful(path) && !thread.gate.isDoubtful(folder.path);
    const watched = paths.filter((path) => !mayHang(path));
    this.#leavesOut ||= watched.length < paths.length;
    await this.#watcher.add(watched);
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

  #reasonToPoll(): Said | null {
    const { thread, volume, directories, settleMs } = this.#root;
    const { pollEvery, maxWatchedDirectories } = thread.limits;
    if (volume.network !== null) return healthSentences.network(volume.network, pollEvery, settleMs);
    if (thread.options.forcePolling) return healthSentences.asked(pollEvery);
    return directories.size > maxWatchedDirectories
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
