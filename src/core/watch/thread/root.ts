import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FileStat, Look } from '#core/local/look.ts';
import { nameKey } from '#core/local/names.ts';
import type { Volume } from '#core/local/volume.ts';
import { isSilence } from '#core/local/volume-gate.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Said } from '#shared/spoken/said.ts';
import { compileRules, type Rules } from '../rules/compile-rules.ts';
import { createIgnoreFiles } from '../rules/ignore-files.ts';
import type { SettleQueue } from '../settle/settle-queue.ts';
import type { ReconcileSummary } from '../watch-api.ts';
import { seenFile } from './compare.ts';
import { compareDirectory } from './compare-directory.ts';
import { withFailures } from './failing-look.ts';
import { Follower } from './follower.ts';
import { behindRemarks, dataFolderRemarks, failedRemarks, healthSentences, ignoreRemarks } from './health.ts';
import type { Placed } from '../../ledger/ledger-view.ts';
import { concludeMissing, confirmedDeletes, unvisitedRows } from './missing.ts';
import { withMounts } from './mounted-look.ts';
import { Places } from './places.ts';
import type { ThreadFolder } from './protocol.ts';
import { absolute, type RootView, type ThreadContext, type WaitingFile } from './root-context.ts';
import { createRootHealth, type RootHealth } from './root-health.ts';
import { createRootOutbox, type RootOutbox } from './root-outbox.ts';
import { createRootSettle } from './root-settle.ts';
import { createTurns, walkDirectories } from './walk.ts';
import { Watching } from './watching.ts';

/** Quiet on a network root must last longer: its times come late and in lumps (W12). */
const networkSettleFactor = 3;
/** A pass over a polled root may take at most one in so many parts of the time between passes. */
const pollShare = 10;
/** How long a root is waited for when it ends. Milliseconds. */
const stopWithin = 1000;

type Found = Pick<ReconcileSummary, 'seen' | 'differences'>;

/** Watches one watch folder: passes, hints, settling, and how it is doing. Lives in the thread. */
export class Root implements RootView {
  readonly thread: ThreadContext;
  readonly folder: WatchFolder;
  readonly addedAt: number;
  readonly isAfterLoss: boolean;
  readonly isAnnounced: boolean;
  readonly nested: readonly string[];
  readonly key: string;
  readonly settle: SettleQueue<WaitingFile>;
  readonly outbox: RootOutbox;
  firstScanComplete: boolean;
  volume: Volume = { network: null, foldsCase: false, compresses: false };
  look: Look;
  readonly ignoreFiles = createIgnoreFiles();
  readonly rules: Rules;
  settleMs: number;
  readonly places: Places;
  unreadable: Set<string> = new Set();
  directories: Set<string> = new Set();
  readonly #watching: Watching;
  readonly #follower: Follower;
  readonly #health: RootHealth;
  readonly #abort = new AbortController();
  readonly #cancels = new Map<string, () => void>();
  /** Of the root, when it was last seen well. */
  #device: string | null = null;
  #inode: string | null = null;
  /** Wall time since when its drive does not answer, ms. */
  #silentSince: number | undefined;
  #running: Promise<ReconcileSummary> | undefined;
  #queued: Promise<ReconcileSummary> | undefined;
  #checking = false;
  /** Why the folder could not be looked at, since the last pass that ended well. */
  #failure: string | undefined;

  constructor(known: ThreadFolder, thread: ThreadContext) {
    const {
      folder,
      addedAt,
      firstScanComplete,
      isAfterLoss = false,
      isAnnounced = false,
      nested,
      key,
    } = known;
    this.thread = thread;
    this.look = thread.gate.direct;
    this.folder = folder;
    this.places = new Places(this);
    this.addedAt = addedAt;
    this.isAfterLoss = isAfterLoss;
    this.isAnnounced = isAnnounced;
    this.firstScanComplete = firstScanComplete;
    this.nested = nested;
    this.key = key;
    this.rules = compileRules(folder, this.ignoreFiles, nested);
    this.settleMs = folder.settleSeconds * 1000;
    const failed = (error: unknown) => void this.#failed(error);
    this.settle = createRootSettle(this, failed);
    this.#health = createRootHealth(
      folder.id,
      (message) => thread.post(message),
      () => [
        ...dataFolderRemarks(this.rules.ownPlaces()),
        ...ignoreRemarks(this.ignoreFiles.odd(this.directories)),
        ...failedRemarks(this.#failure),
        ...behindRemarks(this.#follower.behindSince, thread.clock.now()),
      ],
    );
    this.outbox = createRootOutbox(thread.outbox, () => this.#isItself(), thread.changed);
    this.#watching = new Watching(this, {
      hint: (directory, name, renamed) => this.#onHint(directory, name, renamed),
      limitReached: () => void this.reconcile('limit'),
      eventsLost: () => void this.reconcile('events lost'),
      failed,
    });
    this.#follower = new Follower({
      root: this,
      watching: this.#watching,
      signal: this.#abort.signal,
      failed,
      reconcile: (reason) => void this.reconcile(reason),
      rootIsThere: () => this.#isThere(),
    });
  }

  get busy(): boolean {
    const isPassing = this.#running !== undefined || this.#queued !== undefined;
    return isPassing || this.settle.busy || this.#follower.busy || !this.outbox.empty;
  }

  start(): void {
    if (this.folder.paused) this.#health.say('paused', healthSentences.paused);
    else {
      this.#health.say('starting', healthSentences.starting);
      this.#armRootCheck();
      void this.reconcile('start');
    }
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    for (const cancel of this.#cancels.values()) cancel();
    this.#follower.stop();
    this.settle.stop();
    await this.#watching.close();
    // A pass over a mount that hangs is left to itself.
    await Promise.race([this.#running, delay(stopWithin, undefined, { ref: false })]);
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
    if (!(await this.#isItself())) return 0;
    let taken = 0;
    for (const { directory, name } of names) {
      const path = absolute(this, directory, name);
      const stat = await this.look.stat(path, this.folder.followLinks);
      if (stat?.kind !== 'file') continue;
      this.settle.remove(path);
      const file = seenFile(this, { directory, name, nameKey: nameKey(name, this.volume.foldsCase) }, stat);
      this.outbox.add({ kind: 'settled', file, fresh: true, movedFrom: null });
      taken++;
    }
    await this.outbox.flush();
    return taken;
  }

  discovered(directory: string, name: string): void {
    this.#follower.hint(absolute(this, directory), name, true);
  }

  sawAside(directory: string, aside: string): void {
    this.thread.post({
      type: 'aside',
      folderId: this.folder.id,
      directory: absolute(this, directory),
      aside,
    });
  }

  later(directory: string): void {
    this.#follower.later(directory);
  }

  #begin(reason: string): Promise<ReconcileSummary> {
    const startedAt = performance.now();
    const running = this.#pass()
      .catch((error: unknown) => (isSilence(error) ? this.#loseSilent() : this.#failed(error)))
      .then((found) => {
        const milliseconds = Math.round(performance.now() - startedAt);
        const fields = { folder: this.folder.id, reason, milliseconds, ...found };
        this.thread.post({ type: 'log', level: 'debug', message: 'reconciled', fields });
        this.#running = undefined;
        this.#armNextPass(milliseconds);
        this.thread.changed();
        return found ? { ...found, milliseconds, skipped: [] } : this.#skipped(milliseconds);
      });
    this.#running = running;
    return running;
  }

  /** List → watch → compare, so that nothing falls between; then what is missing. Null: the root is away. */
  async #pass(): Promise<Found | null> {
    const { signal } = this.#abort;
    const { outbox } = this;
    const from = this.thread.clock.monotonic();
    await this.places.refresh();
    if (!(await this.#openRoot())) return null;
    await this.places.findKnown();
    const { revision } = this.ignoreFiles;
    const before = new Set(this.directories);
    const walked = await walkDirectories(this, '', signal, (entries) =>
      this.#health.progress(entries, false),
    );
    if (this.ignoreFiles.revision !== revision) this.settle.removeWhere(() => true);
    this.#follower.rulesChanged(walked.changingRules);
    if (walked.unreadable.has('')) {
      // One that does not answer says so here.
      await this.#isThere();
      await this.#lose('unreadable', healthSentences.unreadable);
      return null;
    }
    // What an event added meanwhile may lie where the walk had been already.
    const added = [...this.directories].filter((directory) => !before.has(directory));
    this.directories = new Set([...walked.directories, ...added]);
    this.unreadable = walked.unreadable;
    await this.places.note(walked.devices);
    this.#health.progress(walked.entries, true);
    await this.#watching.follow(before);
    const missing: number[] = [];
    let differences = 0;
    const takeTurn = createTurns();
    // Those that were added too: what waited in them was forgotten where the rules changed.
    for (const directory of [...walked.directories, ...added]) {
      signal.throwIfAborted();
      const compared = await compareDirectory(this, directory);
      differences += compared.differences;
      for (const id of compared.missing) missing.push(id);
      await outbox.room();
      await takeTurn();
    }
    for (const id of unvisitedRows(this)) missing.push(id);
    const hold = (row: Placed) => this.places.hold(row);
    const told = await concludeMissing(this, missing, () => this.#isThere(), signal, hold);
    differences += told.concluded;
    await outbox.flush();
    const confirmed = await confirmedDeletes(this);
    if (!(await this.#isThere())) return null;
    signal.throwIfAborted();
    this.firstScanComplete = true;
    const { held } = this.places;
    if (told.concluded + told.held === missing.length && this.unreadable.size === 0) this.places.believe();
    const volumes = this.places.volumes();
    const tookMs = this.thread.clock.monotonic() - from;
    this.thread.post({ type: 'passed', folderId: this.folder.id, tookMs, volumes, held, confirmed });
    this.#failure = undefined;
    this.#health.passed(this.thread.clock.now());
    const polled = this.#watching.polledBecause;
    const away = held.length > 0 ? healthSentences.away(held) : null;
    if (polled === null)
      this.#health.say('native', away ?? healthSentences.native(this.thread.limits.reconcileEvery));
    else this.#health.say('polling', away ?? polled);
    return { seen: walked.entries, differences };
  }

  /** False, and said so, when the root is not there or not itself (W9, W15). */
  async #openRoot(): Promise<boolean> {
    const { path, settleSeconds } = this.folder;
    const { gate } = this.thread;
    const stat = await gate.patient.stat(path, true);
    if (stat?.kind !== 'directory') {
      if (stat === null && (await gate.isForbidden(path)))
        await this.#lose('unreadable', healthSentences.unreadable);
      else await this.#lose('missing', healthSentences.missing);
      return false;
    }
    const isNew = this.#inode !== stat.inode || this.#device !== stat.device;
    if (isNew) this.volume = await gate.lookAtVolume(path);
    if (!(await this.places.knowsRoot())) {
      const isUnmounted = await this.#isEmpty();
      await this.#lose(
        'missing',
        isUnmounted ? healthSentences.unmounted : healthSentences.otherVolume,
        true,
      );
      return false;
    }
    if (isNew) {
      await this.#watching.close();
      const { network } = this.volume;
      const look = withMounts(network ? gate.patient : gate.direct, () => this.places.disguised);
      this.look = withFailures(look, path, this.thread.options.failReading);
      this.settleMs = settleSeconds * 1000 * (network ? networkSettleFactor : 1);
    }
    this.#device = stat.device;
    this.#inode = stat.inode;
    this.#silentSince = undefined;
    return true;
  }

  async #isThere(): Promise<boolean> {
    return this.#isOwn(await this.thread.gate.patient.stat(this.folder.path, true));
  }

  #isOwn(stat: FileStat | null): boolean {
    return stat?.kind === 'directory' && stat.device === this.#device && stat.inode === this.#inode;
  }

  /** Whether what was just found below the path is the root's; one that is paused is not followed. */
  async #isItself(): Promise<boolean> {
    if (this.folder.paused) return true;
    try {
      return this.#isOwn(await this.look.stat(this.folder.path, true));
    } catch {
      return false;
    }
  }

  async #isEmpty(): Promise<boolean> {
    try {
      return (await this.thread.gate.patient.list(this.folder.path, this.folder.path)).length === 0;
    } catch {
      return false;
    }
  }

  /** Nothing is concluded from a root that is lost: its rows stay as they are (W9). */
  async #lose(mode: 'missing' | 'unreadable', why: Said, otherVolume = false): Promise<void> {
    this.#health.say(mode, why);
    this.thread.post({ type: 'doubted', folderId: this.folder.id, otherVolume });
    this.settle.removeWhere(() => true);
    this.directories = new Set();
    this.#inode = null;
    await this.#watching.close();
  }

  /** The drive does not answer: nothing more is known of it, and nothing concluded. */
  async #loseSilent(): Promise<null> {
    this.#silentSince ??= this.thread.clock.now();
    await this.#lose('unreadable', healthSentences.silent(this.#silentSince));
    return null;
  }

  #armRootCheck(): void {
    this.#timer('root', this.thread.limits.rootCheckEvery, () => {
      this.#health.remark();
      void this.#checkRoot().finally(() => this.#armRootCheck());
    });
  }

  /** Notices that the root went, came back or was replaced; one look at a time: a dead mount may hang. */
  async #checkRoot(): Promise<void> {
    if (this.#checking || this.#running) return;
    this.#checking = true;
    try {
      const isOther = this.places.haveMountsChanged();
      if (this.#inode === null || !(await this.#isThere())) await this.reconcile('root');
      else if (isOther) {
        // Watches end with what was unmounted, without a word.
        await this.#watching.close();
        await this.reconcile('volume');
      }
    } catch (error) {
      if (!isSilence(error)) throw error;
      await this.#loseSilent();
    } finally {
      this.#checking = false;
    }
  }

  #onHint(directory: string, name: string | null, renamed: boolean): void {
    if (this.thread.options.dropAllEvents) return;
    // The system says that a watched directory itself went by its own name.
    if (directory === this.folder.path && renamed && name === basename(directory)) void this.#checkRoot();
    this.#follower.hint(directory, name, renamed);
  }

  #armNextPass(lasted: number): void {
    const { limits, jitter } = this.thread;
    const polled = this.#watching.polledBecause !== null || this.#watching.leavesOut;
    const often = Math.max(limits.pollEvery, lasted * pollShare);
    const delay = polled ? often : limits.reconcileEvery * (0.75 + jitter / 2);
    this.#timer('pass', delay, () => void this.reconcile(polled ? 'poll' : 'regular'));
  }

  #skipped(milliseconds: number): ReconcileSummary {
    return { seen: 0, differences: 0, milliseconds, skipped: [this.folder.id] };
  }

  #timer(name: string, delay: number, callback: () => void): void {
    this.#cancels.get(name)?.();
    if (!this.#abort.signal.aborted) this.#cancels.set(name, this.thread.clock.setTimer(delay, callback));
  }

  #failed(error: unknown): null {
    if (this.#abort.signal.aborted) return null;
    const { message, code } = error as NodeJS.ErrnoException;
    const fields = { folder: this.folder.id, code, error: message };
    this.thread.post({ type: 'log', level: 'warn', message: 'watching', fields });
    this.#failure = message;
    this.#health.remark();
    this.thread.changed();
    return null;
  }
}
