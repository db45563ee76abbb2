import type { Say } from '../sentences/sentences.ts';
import { type ErrorCode, errorCatalog } from './catalog.ts';

export interface Explanation {
  /** What happened, for a person. */
  readonly happened: string;
  /** What Sluice does next. */
  readonly next: string;
  /** What the person can do. */
  readonly remedy: string;
}

/** The sentences of a failure in the language of `say`; a code without them is a type error. */
export function explain(say: Say, code: ErrorCode): Explanation {
  return {
    happened: say(`error.${code}.happened`),
    next: say(`error.${code}.next`),
    remedy: say(`error.${code}.remedy`),
  };
}

/** A failure of something a person asked for. */
export interface FailedCall {
  readonly code: ErrorCode;
  /** As in `AppErrorOptions`. */
  readonly maybeDone: boolean;
}

/**
 * The sentences of a failed call of a person. Where service or team gave no answer it is the queue that goes
 * on trying and not a call, so `next` is empty; what may have been done is not to be done again without a
 * look.
 */
export function explainCall(say: Say, { code, maybeDone }: FailedCall): Explanation {
  const explanation = explain(say, code);
  if (errorCatalog[code].exit !== 'unreachable' && code !== 'TEAM_REFUSED') return explanation;
  return {
    ...explanation,
    next: '',
    remedy: maybeDone ? say('error.called.maybeDone') : explanation.remedy,
  };
}
