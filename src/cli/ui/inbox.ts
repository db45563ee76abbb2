import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Calls } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { safeFileName } from './safe-file-name.ts';

/** Bytes of one dropped file. Larger ones belong into a watch folder, which does not copy them first. */
const largest = 10 * 1024 ** 3;
/** Bytes of the disk that are left alone. */
const reserve = 512 * 1024 ** 2;
/** Milliseconds after which a dropped file that nobody uploaded is removed. */
const forgottenAfter = 24 * 60 * 60 * 1000;

/**
 * Dropped files of a browser, which tells no paths: each is copied into a folder of its own below the data
 * folder.
 */
export interface Inbox {
  /**
   * Takes the body of a request as a file of this name (percent-encoded). Nothing is left of one that does
   * not arrive whole.
   *
   * @returns the absolute path
   * @throws AppError `USAGE`, `FILE_TOO_LARGE`, `DISK_FULL` or `CONNECTION_LOST`
   */
  take(encodedName: string, request: IncomingMessage): Promise<string>;
  /**
   * Removes files that are at the service, or that were dropped a day ago and never uploaded. A duplicate
   * stays a day too: it is uploaded after all when the one with the same bytes is given up.
   */
  sweep(calls: Pick<Calls, 'uploads.list'>, now: number): Promise<void>;
}

export function createInbox(dataDirectory: string): Inbox {
  const root = join(dataDirectory, 'inbox');
  return {
    async take(encodedName, request) {
      const name = safeFileName(encodedName);
      if (name === null) throw new AppError('USAGE', { detail: 'this cannot be the name of a file here' });
      const size = sizeOf(request);
      await mkdir(root, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(root);
      if (size > bavail * bsize - reserve) throw new AppError('DISK_FULL', { detail: name });
      const folder = join(root, randomUUID());
      await mkdir(folder, { mode: 0o700 });
      const path = join(folder, name);
      try {
        // A request has exactly the length it announced, or it fails: Node sees to that.
        await pipeline(request, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        return path;
      } catch (cause) {
        await rm(folder, { recursive: true, force: true });
        const isFull = (cause as NodeJS.ErrnoException).code === 'ENOSPC';
        throw new AppError(isFull ? 'DISK_FULL' : 'CONNECTION_LOST', { detail: name, cause });
      }
    },
    async sweep(calls, now) {
      for (const entry of await readdir(root).catch(() => [])) {
        const folder = join(root, entry);
        const { rows } = await calls['uploads.list']({
          filter: { profileId: null, search: entry },
          limit: 1000,
        });
        const found = await stat(folder).catch(() => null);
        const isOld = found !== null && now - found.mtimeMs > forgottenAfter;
        const isOver = rows.every(
          ({ state }) => state === 'completed' || state === 'cancelled' || (state === 'duplicate' && isOld),
        );
        if (isOver && (rows.length > 0 || isOld)) await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

function sizeOf({ headers }: IncomingMessage): number {
  const size = Number(headers['content-length']);
  if (headers['content-length'] === undefined || !Number.isSafeInteger(size)) {
    throw new AppError('USAGE', { detail: 'a file is sent with its length' });
  }
  if (size > largest) {
    throw new AppError('FILE_TOO_LARGE', { detail: 'the inbox takes up to 10 GB; use a watch folder' });
  }
  return size;
}
