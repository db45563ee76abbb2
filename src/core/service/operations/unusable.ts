import type { Said, SpokenCode } from '#shared/spoken/said.ts';
import type { Say } from '#shared/sentences/sentences.ts';
import { type Answer, failed } from '../answer.ts';

/** The failure of a request that was not made, with the rules it breaks; the first of them travels. */
export function unusable(problems: readonly Said[]): Extract<Answer<never>, { ok: false }> {
  const all = (say: Say) => {
    const sentences = problems.map(({ code, values }) => say(`said.${code as SpokenCode}`, values));
    return [...new Set(sentences)].join(' ');
  };
  const [spoken] = problems;
  return failed('USAGE', 'never', { said: all, ...(spoken === undefined ? {} : { spoken }) });
}
