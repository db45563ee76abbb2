import { printable } from './output/format.ts';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Context } from './context.ts';

/**
 * Reads one line from stdin, without showing it on a terminal. Secrets never come as arguments: those are
 * public.
 */
export async function readSecret({ environment }: Context, prompt: string): Promise<string> {
  const { stdin, stderr } = environment;
  const isTerminal = stdin.isTTY === true;
  if (isTerminal) stderr.write(printable(prompt));
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: isTerminal });
  const end = () => lines.close();
  environment.interrupted.addEventListener('abort', end);
  lines.on('SIGINT', end);
  try {
    for await (const line of lines) return line.trim();
    return '';
  } finally {
    environment.interrupted.removeEventListener('abort', end);
    lines.close();
    if (isTerminal) stderr.write('\n');
  }
}
