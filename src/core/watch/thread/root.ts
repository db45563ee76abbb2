import { readFile } from 'node:fs/promises';
import { basename, relative, sep } from 'node:path';
import type { FolderHealth } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { directLook, type Entry, isForbidden, type Look, patientLook } from '../files/look.ts';
import { directoryKey, joinRelative, nameKey } from '../files/names.ts';
import { lookAtVolume, type Volume } from '../files/volume.ts';
import { compileRules, type Rules } from '../rules/compile-rules.ts';
import { createSettleQueue, type SettleQueue } from '../settle/settle-queue.ts';
import { findUnfinished } from '../settle/unfinished.ts';
import type { ReconcileSummary } from '../watch-api.ts';
import { compareEntries, handOver, seenFile } from './compare.ts';
import { createDelayed, type Delayed } from './delayed.ts';
import { createDirectoryWatcher, type DirectoryWatcher } from './directory-watcher.ts';
import { withFailures } from './failing-look.ts';
import { healthSentences } from './health.ts';
import { createHints, type DirectoryHints, type Hints } from './hints.ts';
import type { KnownFile } from './ledger-view.ts';
import { concludeMissing, unvisitedRows } from './missing.ts';
import type { ThreadFolder } from './protocol.ts';
import { absolute, type RootView, type ThreadContext, type WaitingFile } from './root-context.ts';
import { createTurns, walkDirectories } from './walk.ts';

/** Quiet on a network root must last longer: its times come late and in lumps (W12). */
const networkSettleFactor = 3;
/** A pass over a polled root may take at most this part of the time between passes. */
const pollShare = 10;
/** More hints than this in one directory: comparing all of it is cheaper. */
const manyNames = 200;
/** chokidar keeps a little of each directory removed; after so many its watcher is made anew. */
const manyRemoved = 1000;

const localVolume: Volume = { network: null, foldsCase: false, compresses: false };

/** Watches one watch folder: passes, hints, settling, and how it is doing. Lives in the thread. */
export class Root implements RootView {
  readonly thread: ThreadContext;
  readonly folder: WatchFolder;
  readonly addedAt: number;
  readonly settle: SettleQueue<WaitingFile>;
  firstScanComplete: boolean;
  volume: Volume = localVolume;
  look: Look = directLook;
  rules: Rules;
  settleMs: number;
  unreadable: Set<string> = new Set();
  directories: Set<string> = new Set();
  readonly #hints: Hints;
  /** Names that were not there, until they have been missing long enough. */
  readonly #missing: Delayed<{ directory: string; name: string }>;
  readonly #missingRows: Delayed<number>;
  readonly #later: Delayed<string>;
  readonly #abort = new AbortController();
  readonly #cancels = new Map<string, () => void>();
  #device: string | null;
  #inode: string | null = null;
  #ignoreFile: string | undefined;
  #watcher: DirectoryWatcher | undefined;
  /** Why this root is polled instead of watched; null while it is watched. */
  #polledBecause: string | null = null;
  #running: Promise<ReconcileSummary> | undefined;
  #queued: Promise<ReconcileSummary> | undefined;
  #checking = false;
  #health: FolderHealth = {
    mode: 'starting',
    why: healthSentences.starting,
    lastReconcileAt: null,
    counted: 0,
  };

  constructor({ folder, addedAt, firstScanComplete, device }: ThreadFolder, thread: ThreadContext) {
    this.thread = thread;
    this.folder = folder;
    this.addedAt = addedAt;
    this.firstScanComplete = firstScanComplete;
    this.#device = device;
    this.rules = compileRules(folder);
    this.settleMs = folder.settleSeconds * 1000;
    const failed = (error: unknown) => this.#failed(error);
    this.settle = this.#createSettle();
    this.#hints = createHints(
      (hints) => this.#handle(hints),
      () => void this.reconcile('overflow'),
      failed,
    );
    const wait = thread.limits.missingFor;
    this.#missing = createDelayed(thread, wait, (names) => this.#concludeNames(names), failed);
    this.#missingRows = createDelayed(thread, wait, (ids) => this.#conclude(ids), failed);
    this.#later = createDelayed(
      thread,
      () => this.settleMs,
      (directories) => this.#lookLater(directories),
      failed,
    );
  }

  get busy(): boolean {
    return (
      this.#running !== undefined ||
      this.#queued !== undefined ||
      this.settle.size > 0 ||
      [this.#hints, this.#missing, this.#missingRows, this.#later].some(({ busy }) => busy)
    );
  }

  start(): void {
    if (this.folder.paused) this.#say('paused', healthSentences.paused);
    else {
      this.#say('starting', healthSentences.starting);
      this.#armRootCheck();
      void this.reconcile('start');
    }
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    for (const cancel of this.#cancels.values()) cancel();
    for (const part of [this.#hints, this.#missing, this.#missingRows, this.#later, this.settle]) part.stop();
    await this.#unwatch();
    await this.#running;
  }

  /** One pass at a time; what is asked for during one is answered by the next. */
  reconcile(reason: string): Promise<ReconcileSummary> {
    if (this.folder.paused || this.#abort.signal.aborted) return Promise.resolve(this.#skipped(0));
    if (this.#queued) return this.#queued;
    if (!this.#running) return this.#begin(reason);
    this.#queued = this.#running.then(() => {
      this.#queued = undefined;
      return this.#begin(reason);
    });
    return this.#queued;
  }

  /** Hands names over as they are (W2); how many were files. */
  async take(names: readonly { directory: string; name: string }[]): Promise<number> {
    let taken = 0;
    for (const { directory, name } of names) {
      const path = absolute(this, directory, name);
      const stat = await this.look.stat(path, this.folder.followLinks);
      if (stat?.kind !== 'file') continue;
      this.settle.remove(path);
      const key = nameKey(name, this.volume.foldsCase);
      const file = seenFile(this, { directory, name, nameKey: key }, stat);
      this.thread.outbox.add({ kind: 'settled', file, fresh: true, movedFrom: null });
      taken++;
    }
    return taken;
  }

  discovered(directory: string, name: string): void {
    this.#hints.add(absolute(this, directory), name, true);
  }

  later(directory: string): void {
    this.#later.add(directory, directory);
  }

  // Passes.

  #begin(reason: string): Promise<ReconcileSummary> {
    const startedAt = performance.now();
    this.#running = this.#pass()
      .then(
        (found) => {
          const milliseconds = performance.now() - startedAt;
          this.thread.post({
            type: 'log',
            level: 'debug',
            message: 'reconciled',
            fields: { folder: this.folder.id, reason, milliseconds: Math.round(milliseconds), ...found },
          });
          return found ? { ...found, milliseconds, skipped: [] } : this.#skipped(milliseconds);
        },
        (error: unknown) => {
          this.#failed(error);
          return this.#skipped(performance.now() - startedAt);
        },
      )
      .then((summary) => {
        this.#running = undefined;
        this.#armNextPass(summary.milliseconds);
        this.thread.changed();
        return summary;
      });
    return this.#running;
  }

  /** List → watch → compare, so that nothing falls between; then what is missing. Null when the root is not there. */
  async #pass(): Promise<{ seen: number; differences: number } | null> {
    const { signal } = this.#abort;
    if (!(await this.#openRoot())) return null;
    await this.#readIgnoreFile();
    const walked = await walkDirectories(this, '', signal, (entries) => this.#progress(entries));
    if (walked.unreadable.has('')) {
      await this.#unwatch();
      this.#say('unreadable', healthSentences.unreadable);
      return null;
    }
    const before = this.directories;
    this.directories = new Set(walked.directories);
    this.unreadable = walked.unreadable;
    this.#progress(walked.entries, true);
    await this.#watch(before);
    const missing: number[] = [];
    let differences = 0;
    const takeTurn = createTurns();
    for (const directory of walked.directories) {
      signal.throwIfAborted();
      const compared = await this.#compare(directory);
      differences += compared.differences;
      missing.push(...compared.missing);
      await this.thread.outbox.room();
      await takeTurn();
    }
    missing.push(...(await unvisitedRows(this)));
    differences += await concludeMissing(this, missing, () => this.#isThere(), signal);
    await this.thread.outbox.flush();
    signal.throwIfAborted();
    this.firstScanComplete = true;
    this.#health = { ...this.#health, lastReconcileAt: Math.round(this.thread.clock.now()) };
    this.thread.post({ type: 'passed', folderId: this.folder.id, device: this.#device ?? '' });
    this.#sayMode();
    return { seen: walked.entries, differences };
  }

  async #compare(directory: string): Promise<{ differences: number; missing: number[] }> {
    let entries: Entry[];
    try {
      entries = await this.look.list(absolute(this, directory));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.unreadable.add(directory);
      return { differences: 0, missing: [] };
    }
    const known = this.thread.view.inDirectory(this.folder.id, directory);
    return compareEntries(this, directory, entries, known, true);
  }

  // The root itself.

  /** False, and said so, when the root is not there or not itself (W9, W15). */
  async #openRoot(): Promise<boolean> {
    const stat = await patientLook.stat(this.folder.path, true);
    if (stat?.kind !== 'directory') {
      const forbidden = stat === null && (await isForbidden(this.folder.path));
      await this.#lose(
        forbidden ? 'unreadable' : 'missing',
        forbidden ? healthSentences.unreadable : healthSentences.missing,
      );
      return false;
    }
    const moved = this.#device !== null && stat.device !== this.#device;
    if (moved && this.thread.view.hasRows(this.folder.id) && (await this.#isEmpty())) {
      await this.#lose('missing', healthSentences.unmounted);
      return false;
    }
    if (this.#inode !== stat.inode || moved || this.#inode === null) {
      await this.#unwatch();
      this.volume = await lookAtVolume(this.folder.path);
      const { network } = this.volume;
      this.look = withFailures(
        network ? patientLook : directLook,
        this.folder.path,
        this.thread.options.failReading,
      );
      this.settleMs = this.folder.settleSeconds * 1000 * (network ? networkSettleFactor : 1);
    }
    this.#device = stat.device;
    this.#inode = stat.inode;
    return true;
  }

  async #isEmpty(): Promise<boolean> {
    try {
      return (await patientLook.list(this.folder.path)).length === 0;
    } catch {
      return false;
    }
  }

  async #isThere(): Promise<boolean> {
    const stat = await patientLook.stat(this.folder.path, true);
    return stat?.kind === 'directory' && stat.device === this.#device && stat.inode === this.#inode;
  }

  async #lose(mode: 'missing' | 'unreadable', why: string): Promise<void> {
    this.#say(mode, why);
    this.settle.removeWhere(() => true);
    await this.#unwatch();
    this.directories = new Set();
    this.#inode = null;
    this.thread.changed();
  }

  #armRootCheck(): void {
    this.#timer('root', this.thread.limits.rootCheckEvery, () => {
      void this.#checkRoot().finally(() => this.#armRootCheck());
    });
  }

  /** Notices that the root went, came back or was replaced; one look at a time, since a dead mount may hang. */
  async #checkRoot(): Promise<void> {
    if (this.#checking || this.#running) return;
    this.#checking = true;
    try {
      const lost = this.#health.mode === 'missing' || this.#health.mode === 'unreadable';
      if (lost || !(await this.#isThere())) await this.reconcile('root');
    } finally {
      this.#checking = false;
    }
  }

  async #readIgnoreFile(): Promise<void> {
    if (!this.folder.useIgnoreFile) return;
    const text = await readFile(`${this.folder.path}/${ignoreFileName}`, 'utf8').catch(() => undefined);
    if (text === this.#ignoreFile) return;
    this.#ignoreFile = text;
    this.rules = compileRules(this.folder, text);
    this.settle.removeWhere(() => true);
  }

  // Watching.

  async #watch(before: ReadonlySet<string>): Promise<void> {
    const { options, limits } = this.thread;
    if (options.forcePolling) this.#polledBecause = healthSentences.asked(limits.pollEvery);
    if (this.volume.network !== null) {
      this.#polledBecause = healthSentences.network(this.volume.network, limits.pollEvery, this.settleMs);
    } else if (this.directories.size > limits.maxWatchedDirectories) {
      this.#polledBecause = healthSentences.tooMany(this.directories.size, limits.pollEvery);
    }
    if (this.#polledBecause === null && options.failWatchingWith) this.#reachLimit(options.failWatchingWith);
    if (this.#polledBecause !== null) return this.#unwatch();
    if (this.#watcher && this.#watcher.removed > manyRemoved) await this.#unwatch();
    const gone = [...before].filter((directory) => !this.directories.has(directory));
    this.#watcher?.remove(gone.map((directory) => absolute(this, directory)));
    await this.#watchThese([...this.directories]);
  }

  async #watchThese(directories: readonly string[]): Promise<void> {
    if (this.#polledBecause !== null || this.#abort.signal.aborted) return;
    this.#watcher ??= createDirectoryWatcher({
      hint: (directory, name, renamed) => this.#onHint(directory, name, renamed),
      limit: (code) => this.#reachLimit(code),
      error: (error) => this.#failed(error),
    });
    await this.#watcher.add(directories.map((directory) => absolute(this, directory)));
  }

  #onHint(directory: string, name: string | null, renamed: boolean): void {
    if (this.thread.options.dropAllEvents) return;
    // The system says that a watched directory itself went by its own name.
    if (directory === this.folder.path && renamed && name === basename(directory)) void this.#checkRoot();
    this.#hints.add(directory, name, renamed);
    this.thread.changed();
  }

  #reachLimit(code: string): void {
    this.#polledBecause = healthSentences.limit(code, this.thread.limits.pollEvery);
    this.thread.post({
      type: 'log',
      level: 'warn',
      message: 'watch limit reached',
      fields: { folder: this.folder.id, code },
    });
    if (this.#health.lastReconcileAt === null) return;
    void this.#unwatch().then(() => this.reconcile('limit'));
  }

  async #unwatch(): Promise<void> {
    const watcher = this.#watcher;
    this.#watcher = undefined;
    await watcher?.close();
  }

  #armNextPass(lasted: number): void {
    const { limits, random } = this.thread;
    const polled = this.#polledBecause !== null;
    const delay = polled
      ? Math.max(limits.pollEvery, lasted * pollShare)
      : limits.reconcileEvery * (0.75 + random() / 2);
    this.#timer('pass', delay, () => void this.reconcile(polled ? 'poll' : 'regular'));
  }

  // Hints.

  async #handle({ directory: path, names }: DirectoryHints): Promise<void> {
    const directory = relative(this.folder.path, path).split(sep).join('/');
    if (this.#abort.signal.aborted || !this.directories.has(directory)) return;
    if (directory === '' && names?.has(ignoreFileName)) void this.reconcile('rules');
    if (names === null || names.size > manyNames) return this.#compareWhole(directory, names);
    const list = [...names.keys()];
    const stats = await this.look.statMany(path, list, false);
    const entries: Entry[] = [];
    for (const [index, name] of list.entries()) {
      const kind = stats[index]?.kind;
      if (kind === undefined) this.#miss(directory, name);
      else if (kind === 'directory') await this.#handleDirectory(directory, name, names.get(name) === true);
      else entries.push({ name, kind });
    }
    await this.#compareNames(directory, entries);
    this.thread.changed();
  }

  async #compareNames(directory: string, entries: Entry[]): Promise<void> {
    const rows: KnownFile[] = [];
    for (const { name } of entries) {
      const key = nameKey(name, this.volume.foldsCase);
      const row = this.thread.view.byKey(this.folder.id, directory, key);
      // Another spelling of the name has this key: only the whole directory tells which is which.
      if (row && row.name !== name) return this.#compareWhole(directory, null);
      if (row) rows.push(row);
    }
    if (entries.length > 0) await compareEntries(this, directory, entries, rows, false);
    await this.thread.outbox.room();
  }

  async #compareWhole(directory: string, names: ReadonlyMap<string, boolean> | null): Promise<void> {
    const { missing } = await this.#compare(directory);
    for (const id of missing) this.#missingRows.add(String(id), id);
    // Directories that came or went under known names do not show in the comparison.
    for (const [name, renamed] of names ?? []) {
      const path = joinRelative(directory, name);
      if (!renamed || !this.directories.has(path)) continue;
      const stat = await this.look.stat(absolute(this, path));
      if (stat?.kind === 'directory') await this.#handleDirectory(directory, name, true);
      else this.#miss(directory, name);
    }
    this.thread.changed();
  }

  async #handleDirectory(parent: string, name: string, renamed: boolean): Promise<void> {
    const path = joinRelative(parent, name);
    if (this.rules.directory(path, name)) return this.#compareNames(parent, [{ name, kind: 'directory' }]);
    if (this.directories.has(path) && !renamed && !this.unreadable.has(path)) return;
    this.unreadable.delete(path);
    const walked = await walkDirectories(this, path, this.#abort.signal, () => undefined);
    for (const directory of walked.directories) this.directories.add(directory);
    for (const directory of walked.unreadable) this.unreadable.add(directory);
    await this.#watchThese(walked.directories);
    for (const directory of walked.directories) {
      await this.#compareWhole(directory, null);
      await this.thread.outbox.room();
    }
    if (this.unreadable.has(path)) return this.#compareNames(parent, [{ name, kind: 'directory' }]);
    const key = directoryKey(nameKey(name, this.volume.foldsCase));
    const leftOut = this.thread.view.byKey(this.folder.id, parent, key);
    if (leftOut) this.#missingRows.add(String(leftOut.id), leftOut.id);
  }

  #miss(directory: string, name: string): void {
    this.#missing.add(joinRelative(directory, name), { directory, name });
  }

  async #concludeNames(names: readonly { directory: string; name: string }[]): Promise<void> {
    const ids: number[] = [];
    for (const { directory, name } of names) {
      const path = joinRelative(directory, name);
      if ((await this.look.stat(absolute(this, path))) !== null) {
        this.discovered(directory, name);
        continue;
      }
      if (this.directories.has(path)) {
        this.#dropDirectory(path);
        ids.push(...this.thread.view.below(this.folder.id, path));
      }
      const key = nameKey(name, this.volume.foldsCase);
      for (const candidate of [key, directoryKey(key)]) {
        const row = this.thread.view.byKey(this.folder.id, directory, candidate);
        if (row && row.name === name && row.disposition !== 'gone') ids.push(row.id);
      }
    }
    await this.#conclude(ids);
  }

  async #conclude(ids: readonly number[]): Promise<void> {
    await concludeMissing(this, ids, () => this.#isThere(), this.#abort.signal);
    this.thread.changed();
  }

  #dropDirectory(path: string): void {
    const below = [...this.directories].filter(
      (directory) => directory === path || directory.startsWith(`${path}/`),
    );
    for (const directory of below) this.directories.delete(directory);
    this.#watcher?.remove(below.map((directory) => absolute(this, directory)));
  }

  async #lookLater(directories: readonly string[]): Promise<void> {
    for (const directory of directories) {
      if (!this.directories.has(directory)) continue;
      await this.#compareWhole(directory, null);
      await this.thread.outbox.room();
    }
  }

  #createSettle(): SettleQueue<WaitingFile> {
    const { thread } = this;
    const seen = (file: WaitingFile, stat: Parameters<typeof seenFile>[2], reason: string | null) => {
      const disposition = reason === 'FILE_UNREADABLE' ? 'unreadable' : 'settling';
      thread.outbox.add({ kind: 'seen', file: { ...seenFile(this, file, stat), disposition, reason } });
    };
    return createSettleQueue<WaitingFile>({
      ...{ clock: thread.clock, steady: thread.steady, writers: thread.writers },
      stat: ({ path }) => this.look.stat(path, this.folder.followLinks),
      unfinished: ({ path, trustHoles }, stat) => findUnfinished(path, stat, trustHoles),
      settled: async (file, stat) => {
        if (await this.look.readable(file.path)) await handOver(this, file, stat);
        else seen(file, stat, 'FILE_UNREADABLE');
        thread.changed();
      },
      vanished: ({ directory, name }) => this.discovered(directory, name),
      unreadable: async (file, stat) => seen(file, stat, 'FILE_UNREADABLE'),
      stillChanging: async (file, stat) => seen(file, stat, 'STILL_CHANGING'),
      failed: (error) => this.#failed(error),
      unfinishedFor: thread.limits.unfinishedFor,
      stillChangingAfter: thread.limits.stillChangingAfter,
    });
  }

  // Saying how it is.

  #sayMode(): void {
    if (this.#polledBecause !== null) this.#say('polling', this.#polledBecause);
    else this.#say('native', healthSentences.native(this.thread.limits.reconcileEvery));
  }

  #say(mode: FolderHealth['mode'], why: string): void {
    this.#health = { ...this.#health, mode, why };
    this.thread.post({ type: 'health', folderId: this.folder.id, health: this.#health });
  }

  #progressAt = 0;

  #progress(counted: number, last = false): void {
    const now = performance.now();
    if (!last && now - this.#progressAt < 100) return;
    this.#progressAt = now;
    this.#health = { ...this.#health, counted };
    this.thread.post({ type: 'progress', folderId: this.folder.id, counted });
  }

  #skipped(milliseconds: number): ReconcileSummary {
    return { seen: 0, differences: 0, milliseconds, skipped: [this.folder.id] };
  }

  #timer(name: string, delay: number, callback: () => void): void {
    this.#cancels.get(name)?.();
    if (this.#abort.signal.aborted) return;
    this.#cancels.set(name, this.thread.clock.setTimer(delay, callback));
  }

  #failed(error: unknown): void {
    if (this.#abort.signal.aborted) return;
    const { message, code } = error as NodeJS.ErrnoException;
    this.thread.post({
      type: 'log',
      level: 'warn',
      message: 'watching',
      fields: { folder: this.folder.id, code, error: message },
    });
  }
}

const ignoreFileName = '.sluiceignore';
