/** Those who wait for the same thing; woken, each looks for itself whether it came. */
export interface Waiters {
  /** Resolves at the next wake; rejects with the signal's reason when aborted. */
  next(signal: AbortSignal | undefined): Promise<void>;
  /** Wakes all, in the order in which they came. */
  wake(): void;
  count(): number;
}

export function createWaiters(): Waiters {
  let waiting = new Set<() => void>();
  return {
    next(signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          waiting.delete(wake);
          reject(signal?.reason);
        };
        const wake = () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.add(wake);
      });
    },
    wake() {
      const woken = waiting;
      waiting = new Set();
      for (const wake of woken) wake();
    },
    count: () => waiting.size,
  };
}
