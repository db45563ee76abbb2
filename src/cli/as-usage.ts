import type { Command, CommanderError } from 'commander';
import { AppError } from '#shared/errors/app-error.ts';
import type { Say } from '#shared/sentences/sentences.ts';
import { complaintOf } from './complaint.ts';

/** Commander's complaint as a sentence: `error: unknown option '--x'` → `Unknown option '--x'. See …`. */
export function asUsage(error: CommanderError, program: Command, args: readonly string[]): AppError {
  if (error.code === 'commander.help')
    return new AppError('USAGE', { said: (say) => say('cli.usage.command'), cause: error });
  const complaint = complaintOf(error);
  const command = helpCommand(program, args);
  const said = (say: Say) => say('cli.complaint.see', { complaint: complaint(say), command });
  return new AppError('USAGE', { said, cause: error });
}

/** The help of the command as far as its name was understood. */
function helpCommand(program: Command, args: readonly string[]): string {
  const names = [program.name()];
  let at = program;
  for (const word of args.filter((arg) => !arg.startsWith('-'))) {
    const next = at.commands.find((command) => command.name() === word);
    if (next === undefined) break;
    names.push(word);
    at = next;
  }
  return [...names, '--help'].join(' ');
}
