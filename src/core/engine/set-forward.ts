import type { Clock } from '#core/ports/clock.ts';

/** How far the clock is set forward after a start: after a power cut it may be years behind. */
export interface SetForward {
  /** What the clock told at the start, ms since the epoch. */
  readonly begunAt: number;
  /** Returns how far since the start, ms, and counts it as allowed for. */
  count(): number;
  /** Returns how far since it was last counted, ms. */
  uncounted(): number;
}

export function measureSetForward(clock: Pick<Clock, 'now' | 'monotonic'>): SetForward {
  const begunAt = clock.now();
  const monotonic = clock.monotonic();
  const total = () => Math.max(0, clock.now() - begunAt - (clock.monotonic() - monotonic));
  let counted = 0;
  return {
    begunAt,
    count() {
      counted = total();
      return counted;
    },
    uncounted: () => Math.max(0, total() - counted),
  };
}
