import { AppError } from '#shared/errors/app-error.ts';

/** A command may take this long to end once it is interrupted or its time is over, ms; then it is left. */
const grace = 3_000;

/** The time that `--max-wait` gives a command. */
export interface TimeLimit {
  readonly milliseconds: number;
  /** Aborted by the person, or when the time is over: end cleanly. */
  readonly signal: AbortSignal;
  /** Whether the time ended it, and not the person. */
  isOver(): boolean;
  /**
   * The same, unless it goes on after the time, as a request to a service that does not answer: then it is
   * waited for no longer.
   *
   * @throws AppError `TIME_IS_UP`
   */
  bound<T>(work: Promise<T>): Promise<T>;
  /** Lets go of its timers. */
  end(): void;
}

export function createTimeLimit(milliseconds: number, interrupted: AbortSignal): TimeLimit {
  const over = new AbortController();
  const left = Promise.withResolvers<never>();
  // Nobody may be waiting when it comes.
  left.promise.catch(() => undefined);
  let isOver = false;
  let last: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    isOver = !interrupted.aborted;
    over.abort(new Error('the time is over'));
    last = setTimeout(() => left.reject(new AppError('TIME_IS_UP')), grace);
  }, milliseconds);
  return {
    milliseconds,
    signal: AbortSignal.any([interrupted, over.signal]),
    isOver: () => isOver,
    bound: (work) => Promise.race([work, left.promise]),
    end() {
      clearTimeout(timer);
      clearTimeout(last);
    },
  };
}

/**
 * Waits for work that a person may interrupt. A request that goes on all the same is waited for no longer.
 *
 * @throws AppError `CALL_CANCELLED`
 */
export async function untilInterrupted<T>(interrupted: AbortSignal, work: Promise<T>): Promise<T> {
  const left = Promise.withResolvers<never>();
  let last: NodeJS.Timeout | undefined;
  const leave = () => {
    last = setTimeout(() => left.reject(new AppError('CALL_CANCELLED')), grace);
  };
  if (interrupted.aborted) leave();
  else interrupted.addEventListener('abort', leave);
  try {
    return await Promise.race([work, left.promise]);
  } finally {
    clearTimeout(last);
    interrupted.removeEventListener('abort', leave);
  }
}
