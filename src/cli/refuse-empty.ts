import type { Command } from 'commander';
import { usage } from './options.ts';

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
export function refuseEmpty(command: Command): void {
  command.registeredArguments.forEach((argument, at) => {
    const given = argument.variadic ? command.args.slice(at) : command.args.slice(at, at + 1);
    if (argument.name() !== mayBeEmpty && given.some(isBlank))
      throw usage('cli.usage.empty', { name: argument.name() });
  });
  for (const option of command.options) {
    const name = option.attributeName();
    if (choosing.has(name) && isEmpty(command.getOptionValue(name)))
      throw usage('cli.usage.empty', { name: option.long ?? name });
  }
}

const isBlank = (text: string) => text.trim() === '';

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' ? isBlank(value) : Array.isArray(value) && value.length === 0;
}
