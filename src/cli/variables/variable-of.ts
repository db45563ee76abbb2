import type { Command, Option } from 'commander';

/** Options whose variable is called otherwise than they are. */
const others: Readonly<Record<string, string>> = { '--profile-name': 'SLUICE_PROFILE' };

/**
 * Options that no variable stands for, because they say yes to what cannot be taken back, or choose what a
 * command does: whoever runs it says so each time. Of `--include` and `--exclude` the order between them
 * counts, which variables do not have.
 */
const saidEachTime: ReadonlySet<string> = new Set([
  '--accept-insecure',
  '--accept-settings',
  '--address',
  '--all',
  '--check',
  '--delete',
  '--exclude',
  '--help',
  '--include',
  '--keep',
  '--leave-uploads',
  '--none',
  '--place',
  '--prune',
  '--schema',
  '--sign-out',
  '--version',
  '--yes',
]);

/**
 * Commands that change what is named: what, and how, is said each time. A variable left from before would
 * change more than was meant.
 */
const ofTheMoment: ReadonlySet<string> = new Set([
  'connectors update',
  'documents delete',
  'documents share',
  'documents tag',
  'folders edit',
  'profiles edit',
  'retry',
  'uploads cancel',
  'uploads pause',
  'uploads resolve',
  'uploads resume',
  'uploads top',
]);

/**
 * The variable that stands for an option, the same way for all: `SLUICE_` and, but for what every command
 * takes, the command, then the option: `--settle` of `folders add` is `SLUICE_FOLDERS_ADD_SETTLE`. Undefined
 * where none does.
 */
export function variableOf(command: Command, option: Pick<Option, 'long'>): string | undefined {
  const { long } = option;
  const path = pathOf(command);
  if (long == null || saidEachTime.has(long) || ofTheMoment.has(path.join(' '))) return undefined;
  return others[long] ?? ['SLUICE', ...path, long.slice(2)].join('_').replaceAll('-', '_').toUpperCase();
}

/** The names of a command and those around it, without the program's. */
export function pathOf(command: Command): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}
