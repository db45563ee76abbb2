import { type Clock, sleep } from '#core/ports/clock.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isWithoutConnection } from '#shared/errors/no-connection.ts';
import { type Answer, orThrow } from './answer.ts';

/** Waits before another try at one document, ms. */
const waits = [1_000, 4_000, 15_000];
/** What stops everything, not just this document: the rest waits for a person. */
const blocking: ReadonlySet<string> = new Set([
  'KEY_MISSING',
  'KEY_REJECTED',
  'KEY_NOT_FOR_THIS_ADDRESS',
  'INSECURE_ADDRESS',
  'QUOTA_EXHAUSTED',
  'PROFILE_MOVED',
]);

export type Tried =
  | { readonly outcome: 'done' }
  /** The signal came; nothing is known of the work. */
  | { readonly outcome: 'cut-off' }
  /** It failed for itself, or nothing else can be done now either. */
  | { readonly outcome: 'failed' | 'blocked'; readonly failure: AppError };

export interface TryOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** False when what failed is not to be tried again. */
  readonly goesOn?: () => boolean;
}

/** Does one of many pieces of work, again where that may help. Throws nothing. */
export async function tryAgain(
  work: () => Promise<void>,
  { clock, signal, goesOn = () => true }: TryOptions,
): Promise<Tried> {
  for (let attempt = 0; ; attempt++) {
    try {
      await work();
      return { outcome: 'done' };
    } catch (error) {
      if (signal.aborted) return { outcome: 'cut-off' };
      const failure = error instanceof AppError ? error : new AppError('UNEXPECTED', { cause: error });
      const wait = waits[attempt];
      if (!failure.retryable || wait === undefined || !goesOn())
        return {
          outcome: blocking.has(failure.code) || isWithoutConnection(failure.code) ? 'blocked' : 'failed',
          failure,
        };
      await sleep(clock, wait, signal).catch(() => undefined);
    }
  }
}

/** Asks the service one of many questions, again where that may help: its last answer. An abort rejects. */
export async function askAgain<A extends Answer<unknown>>(
  ask: () => Promise<A>,
  options: TryOptions,
): Promise<A> {
  let answer: A | undefined;
  const tried = await tryAgain(async () => {
    answer = undefined;
    answer = await ask();
    orThrow(answer);
  }, options);
  options.signal.throwIfAborted();
  if (answer !== undefined) return answer;
  throw tried.outcome === 'failed' || tried.outcome === 'blocked' ? tried.failure : new Error(tried.outcome);
}
