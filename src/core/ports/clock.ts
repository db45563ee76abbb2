/** Time as a parameter, so that tests can turn it. All waits in core go through here. */
export interface Clock {
  /** Wall time, milliseconds since the epoch. May jump; never measure durations with it. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back, even when the system clock is set. */
  monotonic(): number;
  /** Calls back once after `milliseconds`; the returned function cancels it. */
  setTimer(milliseconds: number, callback: () => void): () => void;
}

/** Resolves after `milliseconds` of the clock; rejects with the signal's reason when aborted. */
export function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.setTimer(milliseconds, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** The real clock; `speed` above 1 makes every minute pass that much faster, for tests and benchmarks. */
export function createClock(speed = 1): Clock {
  const wallStart = Date.now();
  const start = performance.now();
  return {
    now: () => (speed === 1 ? Date.now() : wallStart + (performance.now() - start) * speed),
    monotonic: () => performance.now() * speed,
    setTimer(milliseconds, callback) {
      // Node fires timers above 2^31-1 ms at once.
      const timer = setTimeout(callback, Math.min(milliseconds / speed, 2 ** 31 - 1));
      return () => clearTimeout(timer);
    },
  };
}
