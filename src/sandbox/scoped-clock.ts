import type { SandboxClock } from './clock.ts';

/**
 * A view of a clock whose `stop` drops only the timers set through it, so that a clock may outlive one
 * sandbox.
 */
export function scopedClock(clock: SandboxClock): SandboxClock {
  const cancels = new Set<() => void>();
  let stopped = false;
  return {
    now: () => clock.now(),
    speed: () => clock.speed(),
    advance: (milliseconds) => clock.advance(milliseconds),
    setSpeed: (factor) => clock.setSpeed(factor),
    setTimer(at, run) {
      if (stopped) return () => undefined;
      const cancelTimer = clock.setTimer(at, () => {
        cancels.delete(cancel);
        run();
      });
      const cancel = () => {
        cancels.delete(cancel);
        cancelTimer();
      };
      cancels.add(cancel);
      return cancel;
    },
    stop() {
      stopped = true;
      for (const cancel of cancels) cancel();
    },
  };
}
