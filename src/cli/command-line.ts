import { Command, CommanderError } from 'commander';
import { AppError } from '#shared/errors/app-error.ts';
import { type ExitClass, exitCodes } from '#shared/errors/catalog-entry.ts';
import type { Say } from '#shared/sentences/sentences.ts';
import { version } from '#shared/version.ts';
import { commands } from './commands/index.ts';
import { complaintOf } from './complaint.ts';
import type { Environment } from './environment.ts';
import { reportFailure } from './failure.ts';
import { createContext, createHost } from './host.ts';
import { addCommonOptions } from './options.ts';

/**
 * Runs one command.
 *
 * @param args what follows the program's name
 * @returns the exit code, by class of failure (`exitCodes`)
 */
export async function runCommandLine(args: readonly string[], environment: Environment): Promise<number> {
  const end: { outcome: ExitClass } = { outcome: 'ok' };
  const program = createProgram(environment);
  let context: ReturnType<typeof createContext> | undefined;
  const contextOnce = () => {
    if (context === undefined) {
      const made = createContext(environment, program);
      context = made;
      // Whatever a mistake has in its words, keys and upload addresses stay out of the terminal and its log
      // (S3).
      environment.onCrash?.((error) => reportFailure(error, made.output, made.redactor, true));
    }
    return context;
  };
  const host = createHost(contextOnce, (outcome) => {
    end.outcome = outcome;
  });
  for (const add of commands) add(program, host);
  try {
    await program.parseAsync(args.flatMap(splitJson), { from: 'user' });
    return exitCodes[end.outcome];
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
    const failure = error instanceof CommanderError ? asUsage(error, program, args) : error;
    if (args.some((arg) => /^--json(=|$)/.test(arg))) program.setOptionValue('json', true);
    const { output, redactor } = contextOnce();
    return reportFailure(failure, output, redactor, args.includes('--verbose'));
  }
}

function createProgram(environment: Environment): Command {
  const program = new Command('sluice')
    .description('Moves documents into a content service and shows what came of them.')
    .version(version)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => environment.stdout.write(text),
      // Errors are told once, by reportFailure; help that was not asked for goes to stderr.
      writeErr: (text) => environment.stderr.write(text),
      outputError: () => undefined,
    })
    .exitOverride();
  return addCommonOptions(program);
}

/** Commander's complaint as a sentence: `error: unknown option '--x'` → `Unknown option '--x'. See …`. */
function asUsage(error: CommanderError, program: Command, args: readonly string[]): AppError {
  if (error.code === 'commander.help')
    return new AppError('USAGE', { said: (say) => say('cli.usage.command'), cause: error });
  const complaint = complaintOf(error);
  const command = helpCommand(program, args);
  const said = (say: Say) => say('cli.complaint.see', { complaint: complaint(say), command });
  return new AppError('USAGE', { said, cause: error });
}

/**
 * `--json=BODY` of `sluice call` is `--json BODY`: elsewhere `--json` takes nothing, and what follows is
 * refused.
 */
function splitJson(arg: string): string[] {
  return arg.startsWith('--json=') ? ['--json', arg.slice('--json='.length)] : [arg];
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
