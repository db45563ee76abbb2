import type { Command } from 'commander';
import { createProgram } from './command-line.ts';
import { type CommandTree, commandTree } from './command-tree.ts';
import { addCommands } from './commands/index.ts';
import type { Environment } from './environment.ts';
import { createHost } from './host.ts';

type Streams = Pick<Environment, 'stdout' | 'stderr'>;

/** The program with all its commands and what each takes, for what is written of them. None of it runs. */
export async function wholeProgram(streams: Streams): Promise<CommandTree> {
  return commandTree(await loadedProgram(streams));
}

/** The same as commander has it. */
export async function loadedProgram(streams: Streams): Promise<Command> {
  const program = createProgram(streams);
  const never = createHost(
    () => Promise.reject(new Error('this program is only looked at')),
    () => undefined,
  );
  await addCommands(program, never)();
  return program;
}
