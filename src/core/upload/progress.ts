import type { Clock } from '#core/ports/clock.ts';

export interface ActiveUpload {
  readonly uploadId: number;
  readonly path: string;
  readonly size: number;
  sentBytes: number;
}

/** Weight of the newest second in the smoothed rate; about five seconds of memory. */
const smoothing = 0.2;

/**
 * Bytes under way and the smoothed rate (U10). In memory only: progress of a killed process means nothing.
 */
export function createProgress(clock: Clock) {
  const active = new Map<number, ActiveUpload>();
  let rate = 0;
  let windowStart = clock.monotonic();
  let windowBytes = 0;
  let total = 0;

  /** Folds whole seconds that passed into the rate. */
  function roll(): void {
    const now = clock.monotonic();
    if (now - windowStart > 60_000) {
      // After a long silence: no need to walk every second of it.
      rate = 0;
      windowBytes = 0;
      windowStart = now;
    }
    while (now - windowStart >= 1000) {
      rate = rate * (1 - smoothing) + windowBytes * smoothing;
      windowBytes = 0;
      windowStart += 1000;
    }
  }

  return {
    begin(uploadId: number, path: string, size: number): void {
      active.set(uploadId, { uploadId, path, size, sentBytes: 0 });
    },
    sent(uploadId: number, sentBytes: number): void {
      const upload = active.get(uploadId);
      if (!upload) return;
      roll();
      const more = Math.max(0, sentBytes - upload.sentBytes);
      windowBytes += more;
      total += more;
      upload.sentBytes = sentBytes;
    },
    end(uploadId: number): void {
      active.delete(uploadId);
    },
    active: (): ActiveUpload[] => [...active.values()].map((upload) => ({ ...upload })),
    /** Bytes sent in all, those of what was sent again among them. */
    total: () => total,
    /** Bytes a second. */
    rate(): number {
      roll();
      return rate;
    },
  };
}

export type Progress = ReturnType<typeof createProgress>;
