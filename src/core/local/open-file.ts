import { constants, fstatSync, lstatSync, openSync, closeSync, readlinkSync, realpathSync } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { AppError } from '#shared/errors/app-error.ts';
import { isAtOrBelow } from './below.ts';
import { asFileError } from './file-stamp.ts';
import { hasHandlePaths } from './handle-paths.ts';
import { leadsThere, leadsThereNow, mostTries, movesOn } from './leads-there.ts';
import { behindLink, type FilePlace } from './place.ts';

/**
 * Reading only; never through a link in the last part; never waiting for whoever would write to a pipe. Where
 * a system lacks one of them (Windows), the real path of what was opened decides alone.
 */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a regular file for reading, where its place allows it. Whatever happens to the names meanwhile: what
 * is opened is looked at, by the handle, and not what was there before.
 *
 * @throws AppError `FILE_BEHIND_LINK`, `FILE_GONE`, `FILE_UNREADABLE`, `FILE_CHANGED`, `NOT_A_FILE`
 */
export async function openFile(place: FilePlace): Promise<FileHandle> {
  for (let tried = 0; tried < mostTries; tried++) {
    let handle: FileHandle | undefined;
    try {
      handle = await open(await wayTo(place), flags);
      const stat = await handle.stat({ bigint: true });
      if (!stat.isFile()) throw new AppError('NOT_A_FILE', { detail: place.path });
      if (await leadsThere(place, await realPathOf(place.path, handle.fd, stat))) return handle;
    } catch (error) {
      await handle?.close();
      throw asOpenError(error, place);
    }
    await handle.close();
  }
  throw movesOn(place);
}

/** The same on this thread, for volumes that answer at once. */
export function openFileNow(place: FilePlace): number {
  for (let tried = 0; tried < mostTries; tried++) {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(wayToNow(place), flags);
      const stat = fstatSync(descriptor, { bigint: true });
      if (!stat.isFile()) throw new AppError('NOT_A_FILE', { detail: place.path });
      if (leadsThereNow(place, realPathNow(place.path, descriptor, stat))) return descriptor;
    } catch (error) {
      if (descriptor !== undefined) closeSync(descriptor);
      throw asOpenError(error, place);
    }
    closeSync(descriptor);
  }
  throw movesOn(place);
}

/**
 * Where links are followed, a link is resolved before it is opened, so that nothing outside the root is ever
 * opened.
 */
async function wayTo({ path, root, followLinks }: FilePlace): Promise<string> {
  if (!followLinks || root === null) return path;
  const [real, realRoot] = await Promise.all([realpath(path), realpath(root)]);
  if (!isAtOrBelow(real, realRoot)) throw behindLink(path);
  return real;
}

function wayToNow({ path, root, followLinks }: FilePlace): string {
  if (!followLinks || root === null) return path;
  const real = realpathSync.native(path);
  if (!isAtOrBelow(real, realpathSync.native(root))) throw behindLink(path);
  return real;
}

interface Numbers {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly nlink: bigint;
}

/**
 * Where what was opened really lies. Linux knows it of the handle itself; elsewhere the path is resolved
 * again, and counts only if the very file that was opened is found there: else undefined.
 */
async function realPathOf(path: string, descriptor: number, stat: Numbers): Promise<string | undefined> {
  if (hasHandlePaths()) return withoutMark(await readlink(`/proc/self/fd/${descriptor}`), stat, path);
  const real = await realpath(path);
  return isSame(await lstat(real, { bigint: true }), stat) ? real : undefined;
}

function realPathNow(path: string, descriptor: number, stat: Numbers): string | undefined {
  if (hasHandlePaths()) return withoutMark(readlinkSync(`/proc/self/fd/${descriptor}`), stat, path);
  const real = realpathSync.native(path);
  return isSame(lstatSync(real, { bigint: true }), stat) ? real : undefined;
}

/** Linux marks the path of a file that was unlinked meanwhile (proc_pid_fd(5)). */
function withoutMark(told: string, { nlink }: Numbers, path: string): string {
  if (nlink === 0n && told.endsWith(' (deleted)')) throw new AppError('FILE_GONE', { detail: path });
  return told;
}

function isSame(one: Numbers, other: Numbers): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function asOpenError(error: unknown, { path }: FilePlace): unknown {
  const { code } = error as NodeJS.ErrnoException;
  // EMLINK is what some systems of the BSD family say for a link that is not to be followed (open(2)).
  if (code === 'ELOOP' || code === 'EMLINK') return behindLink(path);
  // A socket, or a device without a driver: there, and no file.
  if (code === 'ENXIO' || code === 'ENODEV' || code === 'EOPNOTSUPP') {
    return new AppError('NOT_A_FILE', { detail: path });
  }
  return asFileError(error);
}
