import { AppError, type AppErrorOptions } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { Said } from '#shared/spoken/said.ts';

/**
 * What a failed request means for the one who asked. The table in `outcomes.ts` maps every HTTP outcome to
 * one of these:
 * - `retry`: the same request may succeed later, after `retryAfterMs` or a backoff
 * - `rate-limited`: the host asked for a pause; nothing was done
 * - `offline`: no connection was made; burns no attempt (U13)
 * - `new-address`: the upload address is of no use any more; look whether the file landed, else ask for
 *   another (U7)
 * - `held`: the trouble is the profile's and not this request's; asked again when the governor closes,
 *   nothing is counted
 * - `fix-first`: a person or the settings must change something (key, tags, permissions)
 * - `never`: the same request can never succeed
 */
export type Disposition =
  | 'retry'
  | 'rate-limited'
  | 'offline'
  | 'new-address'
  | 'held'
  | 'fix-first'
  | 'never';

/**
 * Whose trouble a failure is: of every request of the profile, perhaps of every one (several in a row tell),
 * or of this one.
 */
export type Concerns = 'profile' | 'perhaps-profile' | 'request';

export interface ServiceFailure {
  readonly error: AppError;
  readonly disposition: Disposition;
  readonly concerns: Concerns;
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

/** What every call to the API is told. An abort rejects the call with the signal's reason. */
export interface CallOptions {
  readonly priority: Priority;
  readonly signal?: AbortSignal | undefined;
  /** Asked when the budget has granted a place; false leaves the place to others and answers `held`. */
  readonly mayStillGo?: (() => boolean) | undefined;
  /**
   * Asked when the request's turn has come, directly before it goes out; what it throws ends the call with
   * nothing sent. Asked again at another turn, where this machine stood still and may not send in that one.
   */
  readonly beforeSending?: (() => Promise<void>) | undefined;
}

/** A failed service call as the error it stands for. */
export function orThrow<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw answer.failure.error;
}

/** A request that brought what was asked for. */
export function answered<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export interface FailedOptions extends Omit<AppErrorOptions, 'retryable'> {
  readonly status?: number | undefined;
  /** Absent: `request`. */
  readonly concerns?: Concerns;
  readonly retryAfterMs?: number | undefined;
}

/** A request that failed in an expected way. `retryable` of the error follows from the disposition. */
export function failed(
  code: ErrorCode,
  disposition: Disposition,
  options: FailedOptions = {},
): { ok: false; failure: ServiceFailure } {
  const { status, concerns = 'request', maybeDone = false, retryAfterMs, ...rest } = options;
  const error = new AppError(code, { ...rest, maybeDone, retryable: isRetryable(disposition) });
  return {
    ok: false,
    failure: {
      error,
      disposition,
      concerns,
      maybeDone,
      ...(status === undefined ? {} : { status }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
  };
}

function isRetryable(disposition: Disposition): boolean {
  return disposition !== 'never' && disposition !== 'fix-first';
}

/** The same failure, told with more: of what it says, what is given takes the place. */
export function retold(
  { failure }: Extract<Answer<never>, { ok: false }>,
  told: {
    readonly code?: ErrorCode;
    readonly detail?: string;
    readonly spoken?: Said;
    readonly requestId?: string | undefined;
  },
): { ok: false; failure: ServiceFailure } {
  const { retryable, cause, ...error } = failure.error;
  const { code = error.code, requestId = error.requestId, ...words } = told;
  const options = { ...words, retryable, cause, ...(requestId === undefined ? {} : { requestId }) };
  return { ok: false, failure: { ...failure, error: new AppError(code, options) } };
}
