import type { SandboxClock } from '../clock.ts';

/** A sliding window of 60 sandbox seconds for each API key, or for each organization. */
export interface RateLimit {
  /** Seconds to wait when the request is over the limit, undefined when it is let through. */
  check(who: string): number | undefined;
  /** Requests refused since the start. */
  overLimit(): number;
}

const windowMs = 60_000;

/**
 * Makes the limiter. Refused requests do not use up the window.
 *
 * @param perMinute requests a minute of each; undefined means no limit
 */
export function createRateLimit(perMinute: number | undefined, clock: SandboxClock): RateLimit {
  // For each the times of the last `perMinute` requests let through, as a ring whose `next` slot is the
  // oldest.
  const rings = new Map<string, { times: Float64Array; next: number }>();
  let refused = 0;
  return {
    check(who) {
      if (perMinute === undefined) return undefined;
      let ring = rings.get(who);
      if (ring === undefined) {
        ring = { times: new Float64Array(perMinute).fill(Number.NEGATIVE_INFINITY), next: 0 };
        rings.set(who, ring);
      }
      const now = clock.now();
      const wait = (ring.times[ring.next] ?? 0) + windowMs - now;
      if (wait > 0) {
        refused += 1;
        return Math.ceil(wait / 1000);
      }
      ring.times[ring.next] = now;
      ring.next = (ring.next + 1) % perMinute;
      return undefined;
    },
    overLimit: () => refused,
  };
}
