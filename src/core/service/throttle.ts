import type { Clock } from '#core/ports/clock.ts';

/** A bandwidth limit shared by all PUTs (U12). */
export interface Throttle {
  /** Resolves when `bytes` may be sent; rejects with the signal's reason when aborted. */
  take(bytes: number, signal?: AbortSignal): Promise<void>;
  /** Largest piece to take at once, in bytes, so that parallel transfers share the line; Infinity without a limit. */
  pieceSize(): number;
  /** Bytes a second; null lifts the limit, 0 pauses. Holds at once, also for those waiting. */
  setLimit(bytesPerSecond: number | null): void;
}

export function createThrottle(_options: { clock: Clock; bytesPerSecond: number | null }): Throttle {
  throw new Error('not built yet');
}
