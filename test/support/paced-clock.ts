import type { Clock } from '#core/ports/clock.ts';
import { createClock, type SandboxClock } from '../../src/sandbox/clock.ts';

/** How often the clocks are moved, and how much of what passed since counts at most; real ms. */
const tick = 2;
const longestTick = 4;
/**
 * They begin ahead of the machine's clock, ms: a file that a test wrote before must not look newer than what
 * came after.
 */
const ahead = 60_000;

export interface PacedClocks {
  readonly core: Clock;
  readonly sandbox: SandboxClock;
  /** Time stands still at the service until the returned function is called: what it is at stays as it is. */
  holdSandbox(): () => void;
  stop(): void;
}

/**
 * Clocks for core and sandbox that pass `speed` times as fast as the loop of this process turns, and no
 * faster. On a machine with other things to do the loop turns late; time then stands still for core as well,
 * so that nothing comes due before what was under way had its chance. What a test asserts about order and
 * about waits holds on any machine.
 */
export function createPacedClocks(speed: number): PacedClocks {
  const sandbox = createClock({ speed: 0, offsetMs: ahead });
  const own = createClock({ speed: 0, offsetMs: ahead });
  const start = own.now();
  let last = performance.now();
  let holds = 0;
  const pace = setInterval(() => {
    const now = performance.now();
    const passed = Math.min(now - last, longestTick) * speed;
    last = now;
    if (holds === 0) sandbox.advance(passed);
    own.advance(passed);
  }, tick);
  return {
    core: {
      now: () => own.now(),
      monotonic: () => own.now() - start,
      setTimer: (milliseconds, callback) => own.setTimer(own.now() + Math.max(0, milliseconds), callback),
    },
    sandbox,
    holdSandbox() {
      holds += 1;
      let isHeld = true;
      return () => {
        if (isHeld) holds -= 1;
        isHeld = false;
      };
    },
    stop() {
      clearInterval(pace);
      own.stop();
      sandbox.stop();
    },
  };
}
