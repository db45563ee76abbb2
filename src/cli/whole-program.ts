import type { Command } from 'commander';
import { createProgram } from './command-line.ts';
import { type CommandTree, commandTree } from './command-tree.ts';
import { addCommands } from './commands/index.ts';
import type { Environment } from './environment.ts';
import { createHost } from './host.ts';

/** The program with all its commands and what each takes, for what is written of them. None of it runs. */
export async function wholeProgram(streams: Pick<Environment, 'stdout' | 'stderr'>): Promise<CommandTree> {
  const program: Command = createProgram(streams);
  const never = createHost(
    () => Promise.reject(new Error('this program is only looked at')),
    () => undefined,
  );
  await addCommands(program, never)();
  return commandTree(program);
}
