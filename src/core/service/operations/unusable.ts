import { type Answer, failed } from '../answer.ts';

/** The failure of a request that was not made, with the rules it breaks. */
export function unusable(sentences: readonly string[]): Extract<Answer<never>, { ok: false }> {
  return failed('USAGE', 'never', { detail: [...new Set(sentences)].join(' ') });
}
