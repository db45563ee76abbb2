import type { Clock } from '#core/ports/clock.ts';
import { createFailuresInRow, type Failing } from './failures-in-row.ts';

/** Work that is done in turns: one at a time, again when somebody asks, and later by itself. */
export interface WakeLoop {
  /** The first turn comes now, or after so many ms. */
  start(afterMs?: number): void;
  /** Takes a turn now, or another one right after the one under way. */
  wake(): void;
  /** Takes the next turn in so many ms, or sooner where one is planned. */
  wakeWithin(milliseconds: number): void;
  /** Since when a turn is wanted that was not taken yet, monotonic ms; undefined while none is. */
  overdueSince(): number | undefined;
  /** What its turns threw, from the second in a row on. */
  failing(): Failing | undefined;
  /** Nothing begins any more; resolves when the turn under way has ended, which its signal asks it to. */
  stop(): Promise<void>;
}

export interface WakeLoopOptions {
  readonly clock: Clock;
  /** One turn; ms until the next, or undefined where only a wake brings one. */
  readonly turn: (signal: AbortSignal) => number | undefined | Promise<number | undefined>;
  /** What a turn threw, and whether that is news. Never because it was stopped. */
  readonly onError: (error: unknown, isNews: boolean) => void;
}

/** After a turn that threw: the first wait and the longest, ms; doubled in between. */
const firstWaitMs = 5_000;
const longestWaitMs = 60_000;
/** No turns closer together than this, ms, whatever the times in the ledger say. */
const shortestWaitMs = 1;

/**
 * Runs work in turns. Nothing a turn throws gets out: it is told, and the next turn comes later. A wake that
 * comes while one is under way is not lost.
 */
export function createWakeLoop({ clock, turn, onError }: WakeLoopOptions): WakeLoop {
  let abort = new AbortController();
  let running = false;
  let under: Promise<void> | undefined;
  /** From before `under` is known: a turn may wake its own loop before it first waits for something. */
  let isTurning = false;
  let again = false;
  /** When the first wake came during the turn under way, monotonic ms. */
  let wantedSince: number | undefined;
  const failures = createFailuresInRow(clock);
  let planned: { at: number; cancel: () => void } | undefined;

  function clear(): void {
    planned?.cancel();
    planned = undefined;
  }

  function wakeWithin(milliseconds: number): void {
    if (!running) return;
    const at = clock.monotonic() + Math.max(shortestWaitMs, milliseconds);
    if (planned && planned.at <= at) return;
    clear();
    const cancel = clock.setTimer(Math.max(shortestWaitMs, milliseconds), () => {
      planned = undefined;
      wake();
    });
    planned = { at, cancel };
  }

  function wake(): void {
    if (!running) return;
    again = isTurning;
    if (isTurning) {
      wantedSince ??= clock.monotonic();
      return;
    }
    isTurning = true;
    wantedSince = undefined;
    under = take().finally(() => {
      isTurning = false;
      if (again) wake();
    });
  }

  async function take(): Promise<void> {
    const { signal } = abort;
    try {
      const next = await turn(signal);
      failures.succeeded();
      if (next !== undefined) wakeWithin(next);
    } catch (error) {
      if (signal.aborted) return;
      const isNews = failures.failed(error);
      wakeWithin(Math.min(longestWaitMs, firstWaitMs * 2 ** (failures.count() - 1)));
      onError(error, isNews);
    }
  }

  return {
    start(afterMs = 0) {
      abort = new AbortController();
      running = true;
      if (afterMs > 0) wakeWithin(afterMs);
      else wake();
    },
    wake,
    wakeWithin,
    overdueSince() {
      const isPlanOverdue = planned !== undefined && planned.at < clock.monotonic();
      const wanted = [wantedSince, isPlanOverdue ? planned?.at : undefined].filter((at) => at !== undefined);
      return running && wanted.length > 0 ? Math.min(...wanted) : undefined;
    },
    failing: failures.failing,
    async stop() {
      running = false;
      clear();
      abort.abort(new DOMException('This work stops.', 'AbortError'));
      await under;
    },
  };
}
