import { type Clock, sleep } from '#core/ports/clock.ts';
import { backoffDelay } from './backoff.ts';

/** Pauses that storage hosts asked for; each holds all transfers to its host (U5). */
export interface HostHolds {
  /** Waits until the host may be asked again. */
  pass(host: string, signal?: AbortSignal): Promise<void>;
  /** The host asked for a pause; without `retryAfterMs` one with jitter is taken. Returns its length, ms. */
  hold(host: string, retryAfterMs: number | undefined): number;
  /** The host answered well. */
  clear(host: string): void;
}

export function createHostHolds(clock: Clock, random: () => number): HostHolds {
  const holds = new Map<string, { until: number; inRow: number }>();
  return {
    async pass(host, signal) {
      for (let wait = remaining(host); wait > 0; wait = remaining(host)) await sleep(clock, wait, signal);
    },
    hold(host, retryAfterMs) {
      const before = holds.get(host);
      const now = clock.monotonic();
      // Transfers that ran together are refused together; only the next refusal after the pause counts as
      // another.
      const inRow = (before?.inRow ?? 0) + (before !== undefined && before.until > now ? 0 : 1);
      const wait = retryAfterMs ?? backoffDelay('rate-limited', inRow, random);
      const stillHeld = (before?.until ?? 0) - now;
      // The longer of both, and exactly what was asked: `now + wait - now` differs from it by a rounding
      // error.
      const length = Math.max(stillHeld, wait);
      holds.set(host, { until: now + length, inRow });
      return length;
    },
    clear: (host) => holds.delete(host),
  };

  function remaining(host: string): number {
    return (holds.get(host)?.until ?? 0) - clock.monotonic();
  }
}
