/** The sandbox's time: everything that waits or expires asks this and never the machine. */
export interface SandboxClock {
  /** Milliseconds since 1970, in sandbox time. */
  now(): number;
  /**
   * Runs once when sandbox time reaches `at` (milliseconds since 1970). Returns a function that cancels it.
   */
  setTimer(at: number, run: () => void): () => void;
  /** Turns the clock forward; timers that fall due run, in order, before this returns. */
  advance(milliseconds: number): void;
  /** Sandbox seconds for each real second from now on; 1 is real time, 0 stands still. */
  setSpeed(factor: number): void;
  speed(): number;
  /** Drops every timer. */
  stop(): void;
}

interface Timer {
  at: number;
  run: () => void;
}

/** setTimeout takes at most a signed 32-bit count of milliseconds; longer waits are taken in pieces. */
const longestTimeout = 2_147_483_647;

/**
 * A clock that starts at real time plus an offset and can be turned and sped up.
 *
 * @param start.offsetMs sandbox time minus real time at the start, in milliseconds (default 0)
 * @param start.speed sandbox seconds a real second (default 1)
 */
export function createClock(start: { offsetMs?: number; speed?: number } = {}): SandboxClock {
  let speed = start.speed ?? 1;
  let realBase = Date.now();
  let base = realBase + (start.offsetMs ?? 0);
  // Sorted by `at`, latest first, so that the next timer to run is taken from the end.
  const timers: Timer[] = [];
  let armed: NodeJS.Timeout | undefined;
  let armedFor = Number.POSITIVE_INFINITY;
  let stopped = false;

  const now = () => base + (Date.now() - realBase) * speed;

  const rebase = (to: number) => {
    base = to;
    realBase = Date.now();
  };

  const arm = () => {
    const next = timers.at(-1);
    if (stopped || next === undefined || speed === 0) {
      clearTimeout(armed);
      armed = undefined;
      armedFor = Number.POSITIVE_INFINITY;
      return;
    }
    if (armed !== undefined && armedFor === next.at) return;
    clearTimeout(armed);
    armedFor = next.at;
    armed = setTimeout(runDue, Math.min(Math.max(Math.ceil((next.at - now()) / speed), 0), longestTimeout));
    // The servers keep the process alive, not what is due some day.
    armed.unref();
  };

  function runDue(): void {
    clearTimeout(armed);
    armed = undefined;
    for (let next = timers.at(-1); next !== undefined && next.at <= now() && !stopped; next = timers.at(-1)) {
      timers.pop();
      next.run();
    }
    arm();
  }

  return {
    now,
    speed: () => speed,
    setTimer(at, run) {
      const timer = { at, run };
      timers.splice(firstNotLater(timers, at), 0, timer);
      arm();
      // Taken out when its time comes: looking for it now would cost more than keeping it.
      return () => {
        timer.run = () => undefined;
      };
    },
    advance(milliseconds) {
      rebase(now() + milliseconds);
      runDue();
    },
    setSpeed(factor) {
      rebase(now());
      speed = factor;
      clearTimeout(armed);
      armed = undefined;
      arm();
    },
    stop() {
      stopped = true;
      timers.length = 0;
      arm();
    },
  };
}

/**
 * Index of the first timer due at or before `at`: a new one goes before it, so equal times run in order of
 * setting.
 */
function firstNotLater(timers: readonly Timer[], at: number): number {
  let low = 0;
  let high = timers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timers[middle]?.at ?? 0) > at) low = middle + 1;
    else high = middle;
  }
  return low;
}
