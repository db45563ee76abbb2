import type { Say } from '../sentences/sentences.ts';
import type { ErrorCode } from './catalog.ts';

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
