import { Command, CommanderError } from 'commander';
import { type ExitClass, exitCodes } from '#shared/errors/catalog-entry.ts';
import { version } from '#shared/version.ts';
import { addCommands } from './commands/index.ts';
import type { MadeContext } from './create-context.ts';
import type { Environment } from './environment.ts';
import { createHost } from './host.ts';
import { addCommonOptions } from './common-options.ts';
import { takeVariables } from './variables/take-variables.ts';

/**
 * Runs one command.
 *
 * @param args what follows the program's name
 * @returns the exit code, by class of failure (`exitCodes`)
 */
export async function runCommandLine(args: readonly string[], environment: Environment): Promise<number> {
  const end: { outcome: ExitClass } = { outcome: 'ok' };
  const program = createProgram(environment);
  let context: Promise<MadeContext> | undefined;
  const contextOnce = () => {
    context ??= import('./create-context.ts').then(({ createContext }) =>
      createContext(environment, program.opts()),
    );
    return context;
  };
  const host = createHost(contextOnce, (outcome) => {
    end.outcome = outcome;
  });
  const loadAll = addCommands(program, host);
  /** What is complained of names the help of the command as far as that was understood. */
  const asUsage = async (error: CommanderError) => {
    await loadAll();
    return (await import('./as-usage.ts')).asUsage(error, program, args);
  };
  try {
    takeVariables(program, environment.variables);
    if (listsCommands(program, args)) await loadAll();
    await program.parseAsync(args.flatMap(splitJson), { from: 'user' });
    (await context)?.output.end();
    return exitCodes[end.outcome];
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
    const failure = error instanceof CommanderError ? await asUsage(error) : error;
    if (args.some((arg) => /^--json(=|$)/.test(arg))) program.setOptionValue('json', true);
    const { fail } = await contextOnce();
    return fail(failure, args.includes('--verbose'));
  }
}

/** Whether the help that lists all commands, each with what it takes, is to be shown. */
function listsCommands(program: Command, args: readonly string[]): boolean {
  if (args.includes('help')) return true;
  const names = new Set(program.commands.map((command) => command.name()));
  return !args.some((arg) => names.has(arg) || arg === '--version' || arg === '-V');
}

/** The program with its common options, and without its commands. */
export function createProgram(environment: Pick<Environment, 'stdout' | 'stderr'>): Command {
  const program = new Command('sluice')
    .description('Moves documents into a content service and shows what came of them.')
    .version(version)
    .addHelpText('after', '\nEvery option can be given by a variable too: `sluice help environment`.')
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

/**
 * `--json=BODY` of `sluice call` is `--json BODY`: elsewhere `--json` takes nothing, and what follows is
 * refused.
 */
function splitJson(arg: string): string[] {
  return arg.startsWith('--json=') ? ['--json', arg.slice('--json='.length)] : [arg];
}
