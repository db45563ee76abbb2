import { createInterface } from 'node:readline/promises';
import type { Context } from './context.ts';
import { usage } from './options.ts';
import { printable } from './output/format.ts';

/**
 * Asks a person to type `answer`; false for anything else. The question stands on stderr, so that stdout may
 * be piped.
 *
 * @throws AppError USAGE where nobody can be asked (a script, a scheduler, input that is piped): what cannot
 *   be taken back is not done unasked, `--yes` says that it is meant
 */
export async function confirm(context: Context, question: string, answer: string): Promise<boolean> {
  const { environment, output } = context;
  const { stdin, stderr } = environment;
  if (stdin.isTTY !== true || stderr.isTTY !== true)
    throw usage('cli.confirm.nobody', { question: printable(question) });
  const prompt = createInterface({ input: stdin, output: stderr });
  try {
    const typed = await prompt.question(printable(output.say('cli.confirm.ask', { question, answer })), {
      signal: environment.interrupted,
    });
    if (typed.trim() === answer) return true;
  } catch {
    // Interrupted: the same as "no".
  } finally {
    prompt.close();
  }
  output.note(output.say('cli.confirm.nothing'));
  return false;
}
