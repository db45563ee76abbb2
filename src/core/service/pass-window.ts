/** Requests of background work that may go out in a minute while the governor is open. */
const mostPasses = 2;
/** Longer than the minute that is promised, ms: one request may travel longer than the next. */
export const passWindowMs = 65_000;

/** What was let through lately while the governor is open. Times are monotonic ms. */
export interface PassWindow {
  /** How many may still go now. */
  room(now: number): number;
  /** From when on so many may go, if nothing else goes meanwhile. */
  roomAt(now: number, count: number): number;
  note(now: number, count: number): void;
  clear(): void;
}

export function createPassWindow(): PassWindow {
  let passes: number[] = [];
  const roomAt = (at: number) => mostPasses - passes.filter((pass) => pass + passWindowMs > at).length;
  return {
    room: roomAt,
    roomAt(now, count) {
      const times = [now, ...passes.map((pass) => pass + passWindowMs)].filter((at) => at >= now);
      return Math.min(...times.filter((at) => roomAt(at) >= count));
    },
    note(now, count) {
      passes = passes.filter((pass) => pass + passWindowMs > now);
      for (let pass = 0; pass < count; pass++) passes.push(now);
    },
    clear() {
      passes = [];
    },
  };
}
