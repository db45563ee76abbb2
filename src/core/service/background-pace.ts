/** Spaces background requests out once half of the window is used. Times are monotonic ms. */
export interface BackgroundPace {
  /** When the next background request may go. */
  nextAt(): number;
  /** One goes now; `free` slots are left for the background, and more come free at `freeAt`. */
  sent(state: { now: number; limit: number; occupied: number; free: number; freeAt: number }): void;
  reset(): void;
}

/** Behind schedule (late timers, slow answers) the background may catch up this much, ms. */
const catchUpMs = 1_000;

/**
 * A backlog that used the whole window in one burst would keep everybody else waiting until the burst leaves
 * the window, up to a minute. So the first half goes out at once, and the free rest is spread over the time
 * until slots come free again, never closer than the average rate. This costs no throughput: the window fills
 * up in the same minute.
 */
export function createBackgroundPace(): BackgroundPace {
  let next = Number.NEGATIVE_INFINITY;
  return {
    nextAt: () => next,
    sent({ now, limit, occupied, free, freeAt }) {
      if (occupied <= limit / 2) {
        next = now;
        return;
      }
      const spacing = Math.max(60_000 / limit, (freeAt - now) / Math.max(free, 1));
      next = Math.max(next, now - Math.max(catchUpMs, spacing)) + spacing;
    },
    reset() {
      next = Number.NEGATIVE_INFINITY;
    },
  };
}
