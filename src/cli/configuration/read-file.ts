import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { AppError } from '#shared/errors/app-error.ts';
import type { Environment } from '../environment.ts';

/** A configuration file as it is handed to core. */
export interface ConfigurationFile {
  readonly text: string;
  /** As it was named; `-` is standard input. */
  readonly path: string;
  /** The folder that its relative paths begin at: its own, or the working directory for `-`. */
  readonly base: string;
}

/** @throws AppError `NAMED_FILE_MISSING`, `NAMED_FILE_UNREADABLE` */
export async function readConfigurationFile(
  path: string,
  { stdin, workingDirectory }: Pick<Environment, 'stdin' | 'workingDirectory'>,
): Promise<ConfigurationFile> {
  if (path === '-') return { text: await text(stdin), path, base: workingDirectory };
  const whole = resolve(workingDirectory, path);
  try {
    return { text: await readFile(whole, 'utf8'), path, base: dirname(whole) };
  } catch (cause) {
    const isGone = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new AppError(isGone ? 'NAMED_FILE_MISSING' : 'NAMED_FILE_UNREADABLE', { detail: whole, cause });
  }
}
