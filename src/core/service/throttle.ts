import type { Clock } from '#core/ports/clock.ts';

/** A bandwidth limit shared by all PUTs (U12). */
export interface Throttle {
  /** Resolves when `bytes` may be sent; rejects with the signal's reason when aborted. */
  take(bytes: number, signal?: AbortSignal): Promise<void>;
  /**
   * Largest piece to take at once, in bytes, so that parallel transfers share the line; Infinity without a
   * limit.
   */
  pieceSize(): number;
  /** Bytes a second; null lifts the limit, 0 pauses. Holds at once, also for those waiting. */
  setLimit(bytesPerSecond: number | null): void;
}

interface Waiter {
  readonly bytes: number;
  readonly pass: () => void;
}

/** Unused bandwidth is kept for this long, so that late timers cost nothing, ms. */
const creditMs = 250;
/**
 * Pieces so small that each of many transfers moves several times a second, yet not so small that they cost
 * time.
 */
const piecesASecond = 50;
const smallestPiece = 1024;
const largestPiece = 256 * 1024;

/**
 * Creates a shared limiter. Every transfer asks for one small piece at a time and they are served in turn, so
 * that all of them go on in parallel, each with its share. A piece is paid for after it went: the next one
 * waits until it would have taken its time.
 */
export function createThrottle({
  clock,
  bytesPerSecond,
}: {
  clock: Clock;
  bytesPerSecond: number | null;
}): Throttle {
  let limit = bytesPerSecond;
  /** Bytes that may go now; below zero while the last piece is being paid for. */
  let credit = 0;
  let creditAt = clock.monotonic();
  let cancelTimer: (() => void) | undefined;
  const waiting = new Set<Waiter>();

  function accrue(): void {
    const now = clock.monotonic();
    const most = ((limit ?? 0) * creditMs) / 1_000;
    credit = Math.min(most, credit + ((limit ?? 0) * (now - creditAt)) / 1_000);
    creditAt = now;
  }

  function pump(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    accrue();
    for (const waiter of waiting) {
      if (limit !== null && (limit === 0 || credit < 0)) break;
      if (limit !== null) credit -= waiter.bytes;
      waiting.delete(waiter);
      waiter.pass();
    }
    if (waiting.size > 0 && limit !== null && limit > 0)
      cancelTimer = clock.setTimer(Math.max(1, (-credit / limit) * 1_000), pump);
  }

  return {
    take(bytes, signal) {
      if (limit === null && !signal?.aborted) return Promise.resolve();
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          waiting.delete(waiter);
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          bytes,
          pass() {
            signal?.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.add(waiter);
        pump();
      });
    },
    pieceSize() {
      if (limit === null) return Number.POSITIVE_INFINITY;
      return Math.min(largestPiece, Math.max(smallestPiece, Math.floor(limit / piecesASecond)));
    },
    setLimit(next) {
      accrue();
      limit = next;
      // A debt from a fast time would stop a slow one for long.
      credit = next === null ? 0 : Math.max(credit, -next);
      pump();
    },
  };
}
