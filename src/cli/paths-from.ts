import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Environment } from './environment.ts';
import { usage } from './options.ts';
import { readArgument } from './read-argument.ts';

/** The flags that give paths as a list in a file. */
export interface PathsFromFlags {
  readonly filesFrom?: string;
  readonly null?: boolean;
}

export function addPathsFromFlags(command: Command): Command {
  return command
    .option('--files-from <file>', 'also the paths in this list, one a line; - is stdin')
    .option('-0, --null', 'a NUL ends each path of the list, as `find -print0` writes it');
}

/**
 * The paths that were given, and those of the list, as they stand there.
 *
 * @param isOptional there may be none
 * @throws AppError `USAGE` where there are none; `NAMED_FILE_MISSING`, `NAMED_FILE_UNREADABLE`
 */
export async function pathsGiven(
  given: readonly string[],
  { filesFrom, null: endsWithNull = false }: PathsFromFlags,
  environment: Environment,
  isOptional = false,
): Promise<string[]> {
  if (filesFrom === undefined && endsWithNull) throw usage('cli.files.nullAlone');
  const list =
    filesFrom === undefined ? '' : await readArgument(filesFrom === '-' ? '-' : `@${filesFrom}`, environment);
  const listed = list
    .replace(/^\uFEFF/, '')
    .split(endsWithNull ? '\0' : /\r?\n/)
    .filter((path) => path !== '');
  if (given.length + listed.length === 0 && !isOptional) throw usage('cli.files.noneGiven');
  return [...given, ...listed];
}

/** The same, found from the working directory. */
export async function absolutePathsGiven(
  given: readonly string[],
  flags: PathsFromFlags,
  environment: Environment,
  isOptional = false,
): Promise<string[]> {
  const paths = await pathsGiven(given, flags, environment, isOptional);
  return paths.map((path) => resolve(environment.workingDirectory, path));
}
