import type { Clock } from '#core/ports/clock.ts';

export interface TurnedClock extends Clock {
  /** Lets `milliseconds` pass, running each timer at its own time and settling promises in between. */
  turn(milliseconds: number): Promise<void>;
  timers(): number;
}

/** A clock that stands still until it is turned, for tests. */
export function createTurnedClock(startWall = Date.UTC(2026, 0, 1)): TurnedClock {
  let time = 0;
  let order = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();

  function earliest(): [number, { at: number; callback: () => void }] | undefined {
    let found: [number, { at: number; callback: () => void }] | undefined;
    // Insertion order decides between equals, as Node does.
    for (const entry of timers) if (found === undefined || entry[1].at < found[1].at) found = entry;
    return found;
  }

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
  }

  return {
    now: () => startWall + time,
    monotonic: () => time,
    setTimer(milliseconds, callback) {
      order += 1;
      const id = order;
      timers.set(id, { at: time + Math.max(0, milliseconds), callback });
      return () => timers.delete(id);
    },
    async turn(milliseconds) {
      const end = time + milliseconds;
      await settle();
      for (let next = earliest(); next !== undefined && next[1].at <= end; next = earliest()) {
        timers.delete(next[0]);
        time = Math.max(time, next[1].at);
        next[1].callback();
        await settle();
      }
      time = end;
      await settle();
    },
    timers: () => timers.size,
  };
}

/** Repeatable pseudo-random numbers in 0…1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
