import type { ErrorCode } from '#shared/errors/catalog.ts';
import { isWithoutConnection } from '#shared/errors/no-connection.ts';

/** What kind of failure is waited out. */
export type BackoffClass = 'offline' | 'connection' | 'service' | 'rate-limited' | 'address' | 'local';

interface Curve {
  /** Upper bound of the first wait, ms; doubles with each attempt. */
  readonly base: number;
  /** Upper bound of any wait, ms. */
  readonly cap: number;
}

const fiveMinutes = 5 * 60_000;

const curves: Record<BackoffClass, Curve> = {
  // A refused connection costs nobody anything, and work must go on within 3 s of the network's return (U13).
  offline: { base: 500, cap: 2_500 },
  connection: { base: 1_000, cap: fiveMinutes },
  // A service in trouble is helped by being left alone for longer than one hiccup.
  service: { base: 2_000, cap: fiveMinutes },
  // The window of a request limit is a minute; a few seconds free some of it.
  'rate-limited': { base: 5_000, cap: fiveMinutes },
  // A new address is asked for at once; only a second failure in a row means waiting.
  address: { base: 500, cap: fiveMinutes },
  // A locked or changing file.
  local: { base: 2_000, cap: fiveMinutes },
};

/**
 * Milliseconds to wait before the next attempt: full jitter, evenly spread between 0 and the bound, so that
 * many jobs that failed together do not come back together (U4). `attempt` counts the failures so far, from
 * 1; `random` gives 0…1.
 */
export function backoffDelay(kind: BackoffClass, attempt: number, random: () => number): number {
  const { base, cap } = curves[kind];
  const bound = Math.min(cap, base * 2 ** Math.min(Math.max(attempt, 1) - 1, 30));
  return random() * bound;
}

/** The class to wait by after a failure with this code. */
export function backoffClass(code: ErrorCode): BackoffClass {
  if (isWithoutConnection(code)) return 'offline';
  switch (code) {
    case 'TIMED_OUT':
    case 'CONNECTION_LOST':
      return 'connection';
    case 'RATE_LIMITED':
      return 'rate-limited';
    case 'ADDRESS_USED_OR_EXPIRED':
      return 'address';
    case 'FILE_UNREADABLE':
    case 'FILE_CHANGED':
    case 'FILE_GONE':
    case 'DISK_FULL':
      return 'local';
    default:
      return 'service';
  }
}
