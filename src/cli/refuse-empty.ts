import type { Command } from 'commander';

/** Options that choose what a command works on, or say where a folder is. */
const choosing = new Set([
  ...['state', 'folder', 'code', 'document', 'search', 'machine', 'person'],
  ...['path', 'doneFolder', 'failedFolder', 'saveAnnotated'],
]);

/** The argument of `network exceptions`: an empty one means that there are none. */
const mayBeEmpty = 'hosts';

/**
 * An empty argument is the variable of a script that is not set. As a path it would mean the working folder,
 * as the name of a folder every one without a label, and as a filter all uploads.
 *
 * @throws AppError `USAGE` naming the argument or option
 */
export async function refuseEmpty(command: Command): Promise<void> {
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
