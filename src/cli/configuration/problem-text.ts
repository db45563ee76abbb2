import type { ConfigurationProblem } from '#shared/configuration/problem.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { printable } from '../output/format.ts';
import type { Words } from '../output/words.ts';

/** `sluice.yaml:12:5: folders[0].shar is no key of this format. (Did you mean share?)`, as compilers do. */
export function problemText(
  path: string,
  { line, column, said, suggestion }: ConfigurationProblem,
  words: Words,
): string {
  const what = words.remark(said);
  const text =
    suggestion === undefined
      ? what
      : words.say('cli.complaint.suggestion', { complaint: what, names: suggestion });
  return printable(`${path}:${line}:${column}: ${text}`);
}

/** The same for programs: in English, as all JSON. */
export function problemJson(problem: ConfigurationProblem, english: Words): Record<string, unknown> {
  const { line, column, key, suggestion } = problem;
  return { line, column, key, message: english.remark(problem.said), ...(suggestion && { suggestion }) };
}

/** What ends a command after its problems were told, each in a line. */
export function refusedConfiguration(
  path: string,
  problems: readonly ConfigurationProblem[],
  note: (text: string) => void,
  words: Words,
): AppError {
  for (const problem of problems) note(problemText(path, problem, words));
  return new AppError('CONFIGURATION_REFUSED', {
    said: (say) => say('cli.config.problems', { count: problems.length, path }),
  });
}
