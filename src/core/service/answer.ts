import type { AppError } from '#shared/errors/app-error.ts';

/**
 * What a failed request means for the one who asked. The table in `outcomes.ts` maps every HTTP outcome to one of these:
 * - `retry`: the same request may succeed later, after `retryAfterMs` or a backoff
 * - `rate-limited`: the host asked for a pause; nothing was done
 * - `offline`: no connection was made; burns no attempt (U13)
 * - `new-address`: the upload address is of no use any more; look whether the file landed, else ask for another (U7)
 * - `fix-first`: a person or the settings must change something (key, tags, permissions)
 * - `never`: the same request can never succeed
 */
export type Disposition = 'retry' | 'rate-limited' | 'offline' | 'new-address' | 'fix-first' | 'never';

export interface ServiceFailure {
  readonly error: AppError;
  readonly disposition: Disposition;
  /** HTTP status, absent when no answer came. */
  readonly status?: number;
  /** True when the request may have taken effect although it failed (lost answer, 5xx after sending). */
  readonly maybeDone: boolean;
  /** Milliseconds to wait, from `Retry-After`. */
  readonly retryAfterMs?: number;
}

/** Expected failures are values; a throw is a bug or an abort. */
export type Answer<T> = { ok: true; value: T } | { ok: false; failure: ServiceFailure };

/** Who is asking; a higher one goes first in the request budget. */
export type Priority = 'person' | 'manual' | 'fresh' | 'backlog' | 'polling';
