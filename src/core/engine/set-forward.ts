import type { Clock } from '#core/ports/clock.ts';

/** How far the clock was set forward since this call, ms: after a power cut it may be years behind. */
export function measureSetForward(clock: Pick<Clock, 'now' | 'monotonic'>): () => number {
  const wall = clock.now();
  const monotonic = clock.monotonic();
  return () => Math.max(0, clock.now() - wall - (clock.monotonic() - monotonic));
}
