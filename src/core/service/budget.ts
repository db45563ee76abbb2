import type { Clock } from '#core/ports/clock.ts';
import type { Priority } from './answer.ts';

export interface BudgetOptions {
  readonly clock: Clock;
  /** What the service allows a key in any 60 s (field notes, "Limits that clients keep"). */
  readonly requestsPerMinute: number;
  /** Requests at once. */
  readonly inFlight?: number;
  /** Share of the limit that only a person may use, 0…1; at least one request. */
  readonly personReserve?: number;
  /** 0…1, for the jitter after a 429 without `Retry-After`. */
  readonly random?: () => number;
}

/** The right to send one request. End it exactly once. */
export interface Permit {
  /** The answer came, or none will: the slot stays occupied for 60 s from now. */
  done(): void;
  /** Nothing left this machine: the slot is free at once. */
  unused(): void;
  /** The answer was 429. Holds the host and learns a lower limit; returns the milliseconds of the hold. */
  rateLimited(retryAfterMs?: number): number;
}

export interface BudgetSnapshot {
  /** Slots occupied now: in flight, or answered in the last 60 s. */
  readonly occupied: number;
  readonly inFlight: number;
  readonly waiting: Readonly<Record<Priority, number>>;
  /** The limit of the profile, and the one in force after 429s. */
  readonly limit: number;
  readonly effectiveLimit: number;
  /** Monotonic ms until which the host asked for silence; absent when it did not. */
  readonly heldUntil?: number;
  /** Requests sent since the start. */
  readonly sent: number;
}

/** One request budget for all API calls of a profile; PUTs to storage do not count. */
export interface Budget {
  acquire(priority: Priority, signal?: AbortSignal): Promise<Permit>;
  /** Sends nothing before this monotonic time (ms). Never shortens an earlier hold. */
  holdUntil(untilMonotonicMs: number): void;
  setLimit(requestsPerMinute: number): void;
  snapshot(): BudgetSnapshot;
}

export function createBudget(_options: BudgetOptions): Budget {
  throw new Error('not built yet');
}
