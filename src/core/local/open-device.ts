import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { AppError } from '#shared/errors/app-error.ts';
import { isOfUser } from './own-way.ts';

/**
 * Opens what is written to and not replaced, such as `/dev/stdout` or a pipe. Whoever may write to the folder
 * can put a pipe there to read what is written, or swap it for a link to a private file. So only what the
 * user or root put there is opened, without being emptied, and compared again through its handle.
 *
 * @returns undefined for anything else
 * @throws AppError `FILE_SWAPPED`
 */
export async function openDevice(path: string): Promise<FileHandle | undefined> {
  const entry = await lstat(path).catch(() => undefined);
  const there = await stat(path).catch(() => undefined);
  if (!entry || !isOfUser(entry.uid) || !there || !isDevice(there)) return undefined;
  const file = await open(path, constants.O_WRONLY);
  if (isDevice(await file.stat())) return file;
  await file.close();
  throw new AppError('FILE_SWAPPED', { detail: path });
}

const isDevice = (found: Stats) => !found.isFile() && !found.isDirectory();
