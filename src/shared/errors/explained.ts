import { inEnglish } from '../sentences/english.ts';
import type { ErrorCode } from './catalog.ts';
import { type Explanation, explain } from './explain.ts';

/** The sentences of a failure in English: for the command line, for JSON and for logs. */
export function explained(code: ErrorCode): Explanation {
  return explain(inEnglish.say, code);
}
