import { printable } from './output/format.ts';
import { createInterface } from 'node:readline/promises';
import type { Context } from './context.ts';

/**
 * Asks a person to type `answer`. In a pipe nobody can be asked, and the command itself is explicit enough, as with `rm`:
 * then it goes ahead.
 */
export async function confirm(context: Context, question: string, answer: string): Promise<boolean> {
  const { environment, output } = context;
  const { stdin, stderr } = environment;
  if (stdin.isTTY !== true || !output.terminal) return true;
  const prompt = createInterface({ input: stdin, output: stderr });
  try {
    const typed = await prompt.question(printable(`${question} Type ${answer}: `), {
      signal: environment.interrupted,
    });
    if (typed.trim() === answer) return true;
  } catch {
    // Interrupted: the same as "no".
  } finally {
    prompt.close();
  }
  output.note('Nothing was changed.');
  return false;
}
