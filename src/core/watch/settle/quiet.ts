import type { FileStat } from '#core/local/look.ts';
import type { Clock } from '../../ports/clock.ts';

/** A step of the system clock larger than this is taken for somebody (or NTP) setting it. Milliseconds. */
const clockStep = 1000;

/**
 * Watches the system clock for being set, in either direction: the age of a file is believed only while it is
 * steady.
 */
export interface SteadyClock {
  readonly now: () => number;
  readonly monotonic: () => number;
  /** True when the system clock was not set within the last `milliseconds`. */
  steadyFor(milliseconds: number): boolean;
  /**
   * Milliseconds by which the system clock ran ahead of the monotonic one since the last call; sleep shows
   * here.
   */
  takeDrift(): number;
}

export function createSteadyClock(clock: Clock): SteadyClock {
  let offset = clock.now() - clock.monotonic();
  let reported = offset;
  let jumpedAt = Number.NEGATIVE_INFINITY;
  const look = () => {
    const current = clock.now() - clock.monotonic();
    if (Math.abs(current - offset) > clockStep) jumpedAt = clock.monotonic();
    offset = current;
  };
  return {
    now: clock.now,
    monotonic: clock.monotonic,
    steadyFor(milliseconds) {
      look();
      return clock.monotonic() - jumpedAt > milliseconds;
    },
    takeDrift() {
      look();
      const drift = offset - reported;
      reported = offset;
      return drift;
    },
  };
}

interface Ages {
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/**
 * Milliseconds since the last change of a file by its own timestamps, or null when they cannot be believed:
 * on a network root (another machine's clock), after the clock was set, or when they lie in the future.
 */
export function ageOf(stat: Ages, clock: SteadyClock, settleMs: number, network: boolean): number | null {
  if (network || !clock.steadyFor(settleMs)) return null;
  const age = clock.now() - Math.max(stat.mtimeMs, stat.ctimeMs);
  return age < 0 ? null : age;
}

/**
 * Milliseconds still to wait until a file has been quiet for `settleMs`; the whole time when its age is not
 * believed.
 */
export function quietIn(age: number | null, settleMs: number): number {
  return age === null ? settleMs : Math.max(0, settleMs - age);
}

/**
 * Whether two looks at a path saw the same file as it was. Network and FUSE volumes may make up all but size
 * and time anew.
 */
export function isSameLook(one: FileStat, two: FileStat, network: boolean): boolean {
  if (one.size !== two.size || one.mtimeNs !== two.mtimeNs) return false;
  return network || (one.ctimeMs === two.ctimeMs && one.inode === two.inode && one.device === two.device);
}
