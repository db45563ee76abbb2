import type { FileStat } from '#core/local/look.ts';
import type { OpenWriters } from '#core/local/open-writers.ts';
import { systemTrouble } from '#shared/errors/system-trouble.ts';
import type { Clock } from '../../ports/clock.ts';
import { createDeadlines } from './deadlines.ts';
import { ageOf, isSameLook, quietIn, type SteadyClock } from './quiet.ts';
import { type Unfinished, type UnfinishedWaits, waitedFor } from './unfinished.ts';

/** Where a waiting file belongs and how long it must be quiet. */
export interface SettleSubject {
  /** Absolute path; the identity of the waiting file. */
  readonly path: string;
  readonly settleMs: number;
  /** The clock of the volume is another machine's. */
  readonly network: boolean;
  /** Blocks not allocated mean bytes not written. */
  readonly trustHoles: boolean;
}

export interface SettleDependencies<S extends SettleSubject> {
  readonly clock: Clock;
  readonly steady: SteadyClock;
  readonly writers: OpenWriters;
  stat(subject: S): FileStat | null | Promise<FileStat | null>;
  /** Why the content looks half-written; may throw when it cannot be read. */
  unfinished(subject: S, stat: FileStat): Promise<Unfinished | null>;
  /** Quiet and whole: hand over. */
  settled(subject: S, stat: FileStat): Promise<void>;
  /** Gone, or no regular file any more: look again where it was. */
  vanished(subject: S): void;
  unreadable(subject: S, stat: FileStat): void;
  /**
   * Held back longer than for its quiet time: told once for each reason and time. `dueAt` by the system
   * clock, null where it is not known.
   */
  held(subject: S, stat: FileStat, reason: Held, dueAt: number | null): void;
  /** Changing or open for so long that a person should know (W2). */
  stillChanging(subject: S, stat: FileStat): void;
  failed(error: unknown): void;
  readonly waits: UnfinishedWaits;
  /** Milliseconds. */
  readonly stillChangingAfter: number;
}

/** What a file waits for once it was looked at. */
export type Held = Unfinished | 'changing' | 'open';

export interface SettleQueue<S extends SettleSubject> {
  readonly size: number;
  /** Whether a file waits or is being handed over. */
  readonly busy: boolean;
  /**
   * Begins to wait for a file, or (when it waits already, for its end or for a writer) looks at it again
   * soon.
   */
  offer(subject: S, stat: FileStat): void;
  has(path: string): boolean;
  remove(path: string): void;
  removeWhere(matches: (subject: S) => boolean): void;
  stop(): void;
}

interface Waiting<S> {
  subject: S;
  stat: FileStat;
  dueAt: number;
  readonly since: number;
  /** Monotonic time of the last change seen. */
  changedAt: number;
  /** Waiting longer than for quiet: for its end, or for a writer to close it. */
  lengthened: boolean;
  /** This very stat was read and looked half-written; it need not be read again. */
  unfinished: Unfinished | null;
  /** What was told last of why it waits, and until when, monotonic. */
  told: { readonly reason: Held | null; readonly until: number | null };
  said: boolean;
}

const untold = { reason: null, until: null };

/** A file that waits for its end or for a writer is looked at again this often, at most. Milliseconds. */
const longestRecheck = 2000;

/**
 * Waits for files to become quiet (W1, W2). Each wait has an exact deadline; events are not needed, since a
 * file that changed meanwhile shows it when its time is up. Files due together share one look at who writes.
 */
export function createSettleQueue<S extends SettleSubject>(
  dependencies: SettleDependencies<S>,
): SettleQueue<S> {
  const { clock, steady } = dependencies;
  const waiting = new Map<string, Waiting<S>>();
  let handingOver = 0;
  const deadlines = createDeadlines<Waiting<S>>(clock, isCurrent, lookAtAll);

  function isCurrent(item: Waiting<S>): boolean {
    return waiting.get(item.subject.path) === item;
  }

  function changed(item: Waiting<S>, stat: FileStat): void {
    const { settleMs, network } = item.subject;
    const age = ageOf(stat, steady, settleMs, network);
    item.stat = stat;
    item.lengthened = false;
    item.unfinished = null;
    item.changedAt = clock.monotonic() - (age ?? 0);
    item.dueAt = clock.monotonic() + quietIn(age, settleMs);
    deadlines.set(item);
  }

  function lengthen(item: Waiting<S>, until: number): void {
    item.lengthened = true;
    const recheck = Math.min(Math.max(item.subject.settleMs, 100), longestRecheck);
    item.dueAt = Math.min(until, clock.monotonic() + recheck);
    deadlines.set(item);
  }

  async function lookAtAll(items: Waiting<S>[]): Promise<void> {
    const quiet: Waiting<S>[] = [];
    for (const item of items) {
      const stat = await dependencies.stat(item.subject);
      if (!isCurrent(item)) continue;
      if (stat?.kind !== 'file') {
        waiting.delete(item.subject.path);
        dependencies.vanished(item.subject);
      } else if (isSameLook(item.stat, stat, item.subject.network)) {
        quiet.push(item);
      } else {
        changed(item, stat);
        hold(item, 'changing', null);
        sayStillChanging(item);
      }
    }
    const candidates = quiet.map((item) => ({ ...item.stat, changedAt: item.changedAt, item }));
    const open = await dependencies.writers.find(candidates);
    await Promise.all(candidates.map((candidate) => judge(candidate.item, open.has(candidate))));
  }

  async function judge(item: Waiting<S>, isOpen: boolean): Promise<void> {
    try {
      if (isOpen) {
        lengthen(item, Number.POSITIVE_INFINITY);
        hold(item, 'open', null);
        return sayStillChanging(item);
      }
      if (await isWaitedFor(item)) return;
      // Whoever wrote to it may have closed it after the look at the file and before the look at who writes.
      const stat = await dependencies.stat(item.subject);
      if (!isCurrent(item)) return;
      if (stat?.kind === 'file' && !isSameLook(item.stat, stat, item.subject.network))
        return changed(item, stat);
      waiting.delete(item.subject.path);
      if (stat?.kind === 'file') await handOver(item.subject, stat);
      else dependencies.vanished(item.subject);
    } catch (error) {
      if (!isCurrent(item)) return dependencies.failed(error);
      // Nothing can be opened now, which says nothing about the file.
      if (systemTrouble(error) !== undefined) return lengthen(item, Number.POSITIVE_INFINITY);
      waiting.delete(item.subject.path);
      // Another file may have its name by now: whoever is told looks at it.
      if (isOtherNow(error)) return dependencies.vanished(item.subject);
      sayUnreadable(item);
    }
  }

  async function handOver(subject: S, stat: FileStat): Promise<void> {
    handingOver++;
    try {
      await dependencies.settled(subject, stat);
    } finally {
      handingOver--;
    }
  }

  function sayUnreadable(item: Waiting<S>): void {
    try {
      dependencies.unreadable(item.subject, item.stat);
    } catch (error) {
      dependencies.failed(error);
    }
  }

  /**
   * Whether its end is still waited for. What looks unfinished for longer than its kind is waited for goes as
   * it is.
   */
  async function isWaitedFor(item: Waiting<S>): Promise<boolean> {
    const age = clock.monotonic() - item.changedAt;
    // So old that no end would be waited for: not a byte need be read.
    if (age >= dependencies.waits.unfinishedFor) return false;
    item.unfinished ??= await dependencies.unfinished(item.subject, item.stat);
    const reason = item.unfinished;
    if (reason === null) return false;
    const until = item.changedAt + waitedFor(reason, dependencies.waits);
    if (clock.monotonic() >= until) return false;
    if (!isCurrent(item)) return true;
    lengthen(item, until);
    hold(item, reason, until);
    return true;
  }

  /** Says why a file waits, once for each reason and time. `until` is monotonic. */
  function hold(item: Waiting<S>, reason: Held, until: number | null): void {
    // "Still changing" needs a person, and stays.
    if (item.said || (item.told.reason === reason && item.told.until === until)) return;
    item.told = { reason, until };
    const dueAt = until === null ? null : Math.round(clock.now() + until - clock.monotonic());
    dependencies.held(item.subject, item.stat, reason, dueAt);
  }

  function sayStillChanging(item: Waiting<S>): void {
    if (item.said || clock.monotonic() - item.since < dependencies.stillChangingAfter) return;
    item.said = true;
    dependencies.stillChanging(item.subject, item.stat);
  }

  return {
    get size() {
      return waiting.size;
    },
    get busy() {
      return waiting.size > 0 || handingOver > 0;
    },
    has: (path) => waiting.has(path),
    offer(subject, stat) {
      const known = waiting.get(subject.path);
      if (known) {
        // What is known of it only by its former row stays known.
        known.subject = known.stat.device === stat.device ? { ...known.subject, ...subject } : subject;
        // Waiting for quiet, its own deadline will see the change; waiting longer, it may be over now.
        if (known.lengthened && !isSameLook(known.stat, stat, subject.network)) changed(known, stat);
        return;
      }
      const now = clock.monotonic();
      const item: Waiting<S> = {
        subject,
        stat,
        dueAt: now,
        since: now,
        changedAt: now,
        lengthened: false,
        unfinished: null,
        told: untold,
        said: false,
      };
      waiting.set(subject.path, item);
      changed(item, stat);
    },
    remove: (path) => waiting.delete(path),
    removeWhere(matches) {
      for (const [path, { subject }] of waiting) if (matches(subject)) waiting.delete(path);
    },
    stop() {
      waiting.clear();
      deadlines.stop();
    },
  };
}

function isOtherNow(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'FILE_GONE' || code === 'FILE_CHANGED';
}
