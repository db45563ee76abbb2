import { isAtOrBelow, wayBelow } from '#core/local/below.ts';
import { isDataFolder, marksDataFolder } from '#core/local/own-names.ts';
import type { Entry } from '#core/local/look.ts';
import { collidingKey, directoryKey, joinRelative, nameKey } from '#core/local/names.ts';
import { ignoreFileName } from '../rules/read-ignore-file.ts';
import { compareEntries } from './compare.ts';
import { compareDirectory } from './compare-directory.ts';
import { createDelayed, type Delayed } from './delayed.ts';
import { createHints, type DirectoryHints, type Hints } from './hints.ts';
import type { KnownFile } from '../../ledger/ledger-view.ts';
import { concludeMissing } from './missing.ts';
import { absolute, type RootView } from './root-context.ts';
import { ageOf } from '../settle/quiet.ts';
import { walkDirectories } from './walk.ts';
import type { Watching } from './watching.ts';

/** More hints than this in one directory: comparing all of it is cheaper. */
const manyNames = 200;

export interface FollowerDependencies {
  readonly root: RootView;
  readonly watching: Watching;
  readonly signal: AbortSignal;
  rootIsThere(): Promise<boolean>;
  reconcile(reason: string): void;
  failed(error: unknown): void;
}

/**
 * Follows hints: looks at what they name, compares it, takes up new directories and concludes what is gone.
 */
export class Follower {
  readonly #root: RootView;
  readonly #dependencies: FollowerDependencies;
  readonly #hints: Hints;
  /** Names that were not there, until they have been missing long enough: save dances leave gaps (W4). */
  readonly #missing: Delayed<{ directory: string; name: string }>;
  readonly #missingRows: Delayed<number>;
  readonly #later: Delayed<string>;
  /** Directories whose rules changed. */
  readonly #rules: Delayed<string>;

  constructor(dependencies: FollowerDependencies) {
    const { root, failed, reconcile } = dependencies;
    const { thread } = root;
    const wait = thread.limits.missingFor;
    this.#root = root;
    this.#dependencies = dependencies;
    this.#hints = createHints(
      thread.limits.maxHints,
      (hints) => this.#follow(hints),
      () => reconcile('overflow'),
      failed,
      () => thread.clock.now(),
    );
    this.#missing = createDelayed(thread, wait, (names) => this.#concludeNames(names), failed);
    this.#missingRows = createDelayed(thread, wait, (ids) => this.#conclude(ids), failed);
    this.#later = createDelayed(
      thread,
      () => root.settleMs,
      (list) => this.#compareAll(list),
      failed,
    );
    this.#rules = createDelayed(
      thread,
      () => root.settleMs,
      (list) => this.#followRules(list),
      failed,
    );
  }

  get busy(): boolean {
    return this.#parts.some(({ busy }) => busy);
  }

  /** Since when a change waits that was noticed, wall time in ms. */
  get behindSince(): number | undefined {
    return this.#hints.behindSince;
  }

  /** `directory` is absolute; a null name means the directory itself. */
  hint(directory: string, name: string | null, renamed: boolean): void {
    this.#hints.add(directory, name, renamed);
    this.#root.thread.changed();
  }

  /** The rules of these directories are read again once they stand still. */
  rulesChanged(directories: readonly string[]): void {
    for (const directory of directories) this.#rules.add(directory, directory);
  }

  later(directory: string): void {
    this.#later.add(directory, directory);
  }

  stop(): void {
    for (const part of this.#parts) part.stop();
  }

  get #parts() {
    return [this.#hints, this.#missing, this.#missingRows, this.#later, this.#rules];
  }

  async #follow({ directory: path, names }: DirectoryHints): Promise<void> {
    const root = this.#root;
    const directory = wayBelow(path, root.folder.path);
    if (this.#dependencies.signal.aborted || directory === undefined || !root.directories.has(directory))
      return;
    if (names?.has(ignoreFileName)) this.rulesChanged([directory]);
    if (await this.#isOtherDataFolder(directory, names)) this.#dependencies.reconcile('rules');
    if (names === null || names.size > manyNames) return this.#compareWhole(directory, names);
    const list = [...names.keys()];
    const stats = await root.look.statMany(path, list, false);
    const entries: Entry[] = [];
    for (const [index, name] of list.entries()) {
      const kind = stats[index]?.kind;
      if (kind === undefined) this.#miss(directory, name);
      else if (kind === 'directory') await this.#takeUp(directory, name, names.get(name) === true);
      else entries.push({ name, kind });
    }
    await this.#compareNames(directory, entries);
    root.thread.changed();
  }

  /** Rules that are being saved may be empty for a moment, and what is private must not go out by it. */
  async #followRules(directories: readonly string[]): Promise<void> {
    const { look, settleMs, thread, volume } = this.#root;
    let isQuiet = false;
    for (const directory of directories) {
      const stat = await look.stat(absolute(this.#root, joinRelative(directory, ignoreFileName)));
      const age = stat && ageOf(stat, thread.steady, settleMs, volume.network !== null);
      if (age !== null && age < settleMs) this.#rules.add(directory, directory);
      else isQuiet = true;
    }
    if (isQuiet) this.#dependencies.reconcile('rules');
  }

  /** Whether a directory has become a data folder of Sluice, or is none any more. */
  async #isOtherDataFolder(directory: string, names: DirectoryHints['names']): Promise<boolean> {
    if (![...(names?.keys() ?? [])].some(marksDataFolder)) return false;
    const { folder, look, rules } = this.#root;
    try {
      const listed = await look.list(absolute(this.#root, directory), folder.path);
      return isDataFolder(listed) !== (rules.ownPlaces().get(directory) === 'data-folder');
    } catch {
      return false;
    }
  }

  async #compareNames(directory: string, entries: Entry[]): Promise<void> {
    const { thread, folder, volume } = this.#root;
    const rows: KnownFile[] = [];
    for (const { name, kind } of entries) {
      const key = nameKey(name, volume.foldsCase);
      const row = thread.view.byKey(folder.id, directory, kind === 'directory' ? directoryKey(key) : key);
      // Another spelling of the name has this key: only the whole directory tells which is which.
      if (row && row.name !== name) return this.#compareWhole(directory, null);
      if (row) rows.push(row);
      const second =
        name === key ? undefined : thread.view.byKey(folder.id, directory, collidingKey(key, name));
      if (second) rows.push(second);
    }
    if (entries.length > 0) await compareEntries(this.#root, directory, entries, rows, false);
    await this.#root.outbox.room();
  }

  async #compareWhole(directory: string, names: ReadonlyMap<string, boolean> | null): Promise<void> {
    const root = this.#root;
    const { missing } = await compareDirectory(root, directory);
    for (const id of missing) this.#missingRows.add(String(id), id);
    // Directories that came or went under known names do not show in the comparison.
    for (const [name, renamed] of names ?? []) {
      const path = joinRelative(directory, name);
      if (!renamed || !root.directories.has(path)) continue;
      const stat = await root.look.stat(absolute(root, path));
      if (stat?.kind === 'directory') await this.#takeUp(directory, name, true);
      else this.#miss(directory, name);
    }
    root.thread.changed();
  }

  async #compareAll(directories: readonly string[]): Promise<void> {
    for (const directory of directories) {
      if (this.#root.directories.has(directory)) await this.#compareWhole(directory, null);
      await this.#root.outbox.room();
    }
  }

  /** A directory came, was replaced or can be read now: list → watch → compare, as a pass does. */
  async #takeUp(parent: string, name: string, renamed: boolean): Promise<void> {
    const root = this.#root;
    const path = joinRelative(parent, name);
    const leftOut = root.rules.directory(path, name) !== null;
    if (!leftOut && root.directories.has(path) && !renamed && !root.unreadable.has(path)) return;
    if (!leftOut) {
      root.unreadable.delete(path);
      const walked = await walkDirectories(root, path, this.#dependencies.signal, () => undefined);
      // A watch is of a directory, and not of its name: this may be another one of that name.
      if (renamed) this.#dependencies.watching.remove(walked.directories);
      this.rulesChanged(walked.changingRules);
      for (const directory of walked.directories) root.directories.add(directory);
      for (const directory of walked.unreadable) root.unreadable.add(directory);
      await this.#dependencies.watching.add(walked.directories);
      await this.#compareAll(walked.directories);
    }
    if (leftOut || root.unreadable.has(path))
      return this.#compareNames(parent, [{ name, kind: 'directory' }]);
    const key = directoryKey(nameKey(name, root.volume.foldsCase));
    const row = root.thread.view.byKey(root.folder.id, parent, key);
    if (row) this.#missingRows.add(String(row.id), row.id);
  }

  #miss(directory: string, name: string): void {
    this.#missing.add(joinRelative(directory, name), { directory, name });
  }

  async #concludeNames(names: readonly { directory: string; name: string }[]): Promise<void> {
    const root = this.#root;
    const { view } = root.thread;
    const ids: number[] = [];
    for (const { directory, name } of names) {
      const path = joinRelative(directory, name);
      if ((await root.look.stat(absolute(root, path))) !== null) {
        root.discovered(directory, name);
        continue;
      }
      if (root.directories.has(path)) {
        this.#dropDirectory(path);
        for (const id of view.below(root.folder.id, path)) ids.push(id);
      }
      const key = nameKey(name, root.volume.foldsCase);
      for (const candidate of [key, directoryKey(key), collidingKey(key, name)]) {
        const row = view.byKey(root.folder.id, directory, candidate);
        if (row && row.name === name && row.disposition !== 'gone') ids.push(row.id);
      }
    }
    await this.#conclude(ids);
  }

  async #conclude(ids: readonly number[]): Promise<void> {
    const { rootIsThere, signal } = this.#dependencies;
    const { held } = await concludeMissing(this.#root, ids, rootIsThere, signal);
    // A volume went: a pass says which, and how many files with it.
    if (held > 0) this.#dependencies.reconcile('volume');
    this.#root.thread.changed();
  }

  #dropDirectory(path: string): void {
    const { directories } = this.#root;
    const below = [...directories].filter((directory) => isAtOrBelow(directory, path));
    for (const directory of below) directories.delete(directory);
    this.#dependencies.watching.remove(below);
  }
}
