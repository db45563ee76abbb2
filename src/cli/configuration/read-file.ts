import { constants, fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { isOwn, isOwnWay } from '#core/public/files.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Environment } from '../environment.ts';

/** A configuration file as it is handed to core. */
export interface ConfigurationFile {
  readonly text: string;
  /** As it was named; `-` is standard input. */
  readonly path: string;
  /** The folder that its relative paths begin at: its own, or the working directory for `-`. */
  readonly base: string;
  /** Whether nobody but the user who runs Sluice, and root, can change it. */
  readonly isOwn: boolean;
}

/**
 * @param isAgain only a file can be read again: a pipe, which may be named once, would be waited for
 * @throws AppError `NAMED_FILE_MISSING`, `NAMED_FILE_UNREADABLE`
 */
export async function readConfigurationFile(
  path: string,
  { stdin, workingDirectory }: Pick<Environment, 'stdin' | 'workingDirectory'>,
  isAgain = false,
): Promise<ConfigurationFile> {
  if (path === '-')
    return {
      text: textOf(await buffer(stdin), path),
      path,
      base: workingDirectory,
      isOwn: isStdinOwn(stdin),
    };
  const whole = resolve(workingDirectory, path);
  const { bytes, isOwn } = await contentOf(whole, isAgain);
  return { text: textOf(bytes, whole), path, base: dirname(whole), isOwn };
}

/** After `<`, standard input is a file that others may be able to change. Of a pipe, no one can tell. */
function isStdinOwn(stdin: Environment['stdin']): boolean {
  if (!('fd' in stdin) || typeof stdin.fd !== 'number') return true;
  const stats = fstatSync(stdin.fd);
  return !stats.isFile() || isOwn(stats);
}

/** A file that was the same so long, real ms, is taken for wholly written; and how often it is looked at. */
const still = 300;
const mostLooks = 20;

/**
 * The same of a file that may just be being written, as by a program that writes and asks for a reload: half
 * of it would be another configuration, in which folders or filters are missing.
 */
export async function readSettledFile(
  path: string,
  environment: Parameters<typeof readConfigurationFile>[1],
  pause: () => Promise<unknown> = () => setTimeout(still),
): Promise<ConfigurationFile> {
  let file = await readConfigurationFile(path, environment, true);
  for (let looks = 1; looks < mostLooks; looks += 1) {
    await pause();
    const again = await readConfigurationFile(path, environment, true);
    if (again.text === file.text) return again;
    file = again;
  }
  return file;
}

async function contentOf(path: string, isFile: boolean): Promise<{ bytes: Buffer; isOwn: boolean }> {
  try {
    const file = await open(path, constants.O_RDONLY | (isFile ? (constants.O_NONBLOCK ?? 0) : 0));
    try {
      const stats = await file.stat();
      if (isFile && !stats.isFile()) throw new Error('It is not a file.');
      return { bytes: await file.readFile(), isOwn: isOwn(stats) && isOwnWay(path) };
    } finally {
      await file.close();
    }
  } catch (cause) {
    const isGone = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new AppError(isGone ? 'NAMED_FILE_MISSING' : 'NAMED_FILE_UNREADABLE', { detail: path, cause });
  }
}

/** In another encoding a path would name another folder, that is not there and may come later. */
function textOf(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('NAMED_FILE_UNREADABLE', {
      said: (say) => say('cli.config.notUtf8', { path }),
      cause,
    });
  }
}
