import { constants, type Stats } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
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

/** @throws AppError `NAMED_FILE_MISSING`, `NAMED_FILE_UNREADABLE` */
export async function readConfigurationFile(
  path: string,
  { stdin, workingDirectory }: Pick<Environment, 'stdin' | 'workingDirectory'>,
): Promise<ConfigurationFile> {
  if (path === '-')
    return { text: textOf(await buffer(stdin), path), path, base: workingDirectory, isOwn: true };
  const whole = resolve(workingDirectory, path);
  const { bytes, isOwn } = await contentOf(whole);
  return { text: textOf(bytes, whole), path, base: dirname(whole), isOwn };
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
  let file = await readConfigurationFile(path, environment);
  for (let looks = 1; looks < mostLooks; looks += 1) {
    await pause();
    const again = await readConfigurationFile(path, environment);
    if (again.text === file.text) return again;
    file = again;
  }
  return file;
}

async function contentOf(path: string): Promise<{ bytes: Buffer; isOwn: boolean }> {
  try {
    const file = await open(path);
    try {
      return {
        bytes: await file.readFile(),
        isOwn: isOwn(await file.stat()) && (await isOwnWay(path)),
      };
    } finally {
      await file.close();
    }
  } catch (cause) {
    const isGone = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new AppError(isGone ? 'NAMED_FILE_MISSING' : 'NAMED_FILE_UNREADABLE', { detail: path, cause });
  }
}

/**
 * Windows has no such modes. Write access of the group counts, as for sshd's StrictModes: a group with the
 * number of its user may have other members, and a directory service need not list them.
 */
export function isOwn(
  { uid, mode }: Pick<Stats, 'uid' | 'mode'>,
  user: number | undefined = process.geteuid?.(),
): boolean {
  if (user === undefined) return true;
  return (uid === 0 || uid === user) && (mode & 0o022) === 0;
}

/** Links on the way to a file, as many as Linux follows. */
const mostLinks = 40;

/**
 * Whether nobody else can put another file in the place of one: with a folder on the way, or a link that they
 * made, they choose which of the user's or root's files is read. Even one with a text of theirs, as the
 * arguments of a program in `/proc`. In a folder with the sticky bit nobody renames what others own.
 */
export async function isOwnWay(
  path: string,
  user: number | undefined = process.geteuid?.(),
  links = 0,
): Promise<boolean> {
  if (user === undefined) return true;
  const { uid, mode } = await lstat(path);
  const isSticky = (mode & 0o1000) !== 0;
  const kind = mode & constants.S_IFMT;
  // Modes of a link mean nothing.
  const counted = kind === constants.S_IFLNK || (kind === constants.S_IFDIR && isSticky) ? 0 : mode;
  if (!isOwn({ uid, mode: counted }, user) || links > mostLinks) return false;
  const folder = dirname(path);
  if (folder !== path && !(await isOwnWay(folder, user, links))) return false;
  return kind !== constants.S_IFLNK || isOwnWay(resolve(folder, await readlink(path)), user, links + 1);
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
