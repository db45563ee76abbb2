import { Command, CommanderError } from 'commander';
import { type ExitClass, exitCodes } from '#shared/errors/catalog-entry.ts';
import { version } from '#shared/version.ts';
import { addExamples } from './help/examples.ts';
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
  let isAgent = false;
  const contextOnce = () => {
    context ??= import('./create-context.ts').then(({ createContext }) =>
      createContext(environment, program.opts(), isAgent),
    );
    return context;
  };
  const opened = async () => {
    const made = await contextOnce();
    made.openLog();
    return made;
  };
  const host = createHost(opened, (outcome) => {
    end.outcome = outcome;
  });
  const loadAll = addCommands(program, host);
  program.hook('preSubcommand', async (_program, chosen) => {
    isAgent = agents.has(chosen.name());
    if (environment.inApp === true) await assertInApp(chosen);
  });
  program.hook('preAction', (_program, chosen) => refuseEmpty(chosen));
  /** What is complained of names the help of the command as far as that was understood. */
  const asUsage = async (error: CommanderError) => {
    await loadAll();
    return (await import('./as-usage.ts')).asUsage(error, program, args);
  };
  try {
    takeVariables(program, environment.variables);
    if (listsCommands(program, args)) await loadAll();
    await program.parseAsync(args.flatMap(splitJson), { from: 'user' });
    // Some or all of it is still to be done, or unknown: it is said that the time is why.
    const made = await context;
    if (made?.limit?.isOver() === true && end.outcome !== 'ok')
      throw (await import('./time-is-up.ts')).timeIsUp(made);
    return exitCodes[end.outcome];
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
    const failure = error instanceof CommanderError ? await asUsage(error) : error;
    if (args.some((arg) => /^--json(=|$)/.test(arg))) program.setOptionValue('json', true);
    const made = await contextOnce();
    const { isCutOff, timeIsUp } = await import('./time-is-up.ts');
    return made.fail(isCutOff(failure, made) ? timeIsUp(made) : failure, args.includes('--verbose'));
  } finally {
    (await context)?.end();
  }
}

/** Commands that run until they are interrupted. */
const agents: ReadonlySet<string> = new Set(['ui', 'watch']);

/** Commands that start the programs of the agent's package, or are what the app itself is. */
const notInApp: ReadonlySet<string> = new Set(['demo', 'sandbox', 'ui']);

async function assertInApp(chosen: Command): Promise<void> {
  const command = chosen.name();
  if (notInApp.has(command)) throw (await import('./options.ts')).usage('cli.app.notHere', { command });
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
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => environment.stdout.write(text),
      // Errors are told once, by reportFailure; help that was not asked for goes to stderr.
      writeErr: (text) => environment.stderr.write(text),
      outputError: () => undefined,
    })
    .exitOverride();
  addExamples(
    program,
    'sluice demo',
    { line: 'sluice doctor --base-url https://api.example.com', does: 'a service of your own' },
    'sluice folders add ~/research',
    'sluice watch',
  );
  return addCommonOptions(program);
}

/**
 * `--json=BODY` of `sluice call` is `--json BODY`: elsewhere `--json` takes nothing, and what follows is
 * refused.
 */
function splitJson(arg: string): string[] {
  return arg.startsWith('--json=') ? ['--json', arg.slice('--json='.length)] : [arg];
}

/** Options that choose what a command works on, or say where a folder is. */
const choosing = new Set([
  'state',
  'folder',
  'code',
  'document',
  'search',
  'machine',
  'person',
  'path',
  'doneFolder',
  'failedFolder',
  'saveAnnotated',
  'sharedAs',
]);

/** The argument of `network exceptions`: an empty one means that there are none. */
const mayBeEmpty = 'hosts';

/**
 * An empty argument is the variable of a script that is not set. As a path it would mean the working folder,
 * as the name of a folder every one without a label, and as a filter all uploads.
 *
 * @throws AppError `USAGE` naming the argument or option
 */
async function refuseEmpty(command: Command): Promise<void> {
  const name = emptyArgument(command) ?? emptyOption(command);
  if (name !== undefined) throw (await import('./options.ts')).usage('cli.usage.empty', { name });
}

function emptyArgument({ registeredArguments, args }: Command): string | undefined {
  const empty = registeredArguments.find((argument, at) => {
    const given = argument.variadic ? args.slice(at) : args.slice(at, at + 1);
    return argument.name() !== mayBeEmpty && given.some(isBlank);
  });
  return empty?.name();
}

function emptyOption(command: Command): string | undefined {
  const empty = command.options.find((option) => {
    const name = option.attributeName();
    return choosing.has(name) && isEmpty(command.getOptionValue(name));
  });
  return empty && (empty.long ?? empty.attributeName());
}

const isBlank = (text: string) => text.trim() === '';

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' ? isBlank(value) : Array.isArray(value) && value.length === 0;
}
