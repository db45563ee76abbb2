import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '#core/ports/logger.ts';
import type { Calls } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { usage } from '../options.ts';
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
   * Takes a stream of unknown length, such as stdin, as a file of this name. Nothing is left of one that is
   * cut off.
   *
   * @returns the absolute path
   * @throws AppError `USAGE`, `FILE_EMPTY`, `FILE_TOO_LARGE`, `DISK_FULL` or, once interrupted, `CANCELLED`
   */
  takeStream(name: string, stream: NodeJS.ReadableStream, interrupted: AbortSignal): Promise<string>;
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
      if (size > (await roomIn(root))) throw new AppError('DISK_FULL', { detail: name });
      // A request has exactly the length it announced, or it fails: Node sees to that.
      const write = (file: NodeJS.WritableStream) => pipeline(request, file);
      return keep(root, name, write, (cause) => new AppError('CONNECTION_LOST', { detail: name, cause }));
    },
    async takeStream(given, stream, interrupted) {
      const name = safeFileName(encodeURIComponent(given));
      if (name === null) throw usage('cli.upload.noName', { name: given });
      await mkdir(root, { recursive: true, mode: 0o700 });
      const limit = (pieces: AsyncIterable<string | Buffer>) => bounded(pieces, root, name);
      const write = (file: NodeJS.WritableStream) => pipeline(stream, limit, file, { signal: interrupted });
      return keep(root, name, write, (cause) => new AppError('CANCELLED', { detail: name, cause }));
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

/** Milliseconds between looks for files that are not needed any more. */
const sweepEvery = 60 * 60 * 1000;

/** Sweeps now and every hour, while an agent runs. The returned function ends it. */
export function keepSwept(inbox: Inbox, calls: Calls, logger: Logger): () => void {
  const sweep = () =>
    inbox
      .sweep(calls, Date.now())
      .catch((error: unknown) => logger.warn('the inbox was not swept', { error }));
  void sweep();
  const timer = setInterval(() => void sweep(), sweepEvery);
  return () => clearInterval(timer);
}

/** Bytes that may come in. */
async function roomIn(root: string): Promise<number> {
  const { bavail, bsize } = await statfs(root);
  return bavail * bsize - reserve;
}

/**
 * Writes a file into a folder of its own, or leaves nothing.
 *
 * @param write brings all of it
 * @param brokenOff what it is when the source ends before its end
 */
async function keep(
  root: string,
  name: string,
  write: (file: NodeJS.WritableStream) => Promise<void>,
  brokenOff: (cause: unknown) => AppError,
): Promise<string> {
  const folder = join(root, randomUUID());
  await mkdir(folder, { mode: 0o700 });
  const path = join(folder, name);
  try {
    await write(createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return path;
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    if (cause instanceof AppError) throw cause;
    const isFull = (cause as NodeJS.ErrnoException).code === 'ENOSPC';
    throw isFull ? new AppError('DISK_FULL', { detail: name, cause }) : brokenOff(cause);
  }
}

/** Bytes between looks at what is left of the disk, while a stream of unknown length comes in. */
const lookEveryBytes = 64 * 1024 ** 2;

async function* bounded(
  pieces: AsyncIterable<string | Buffer>,
  root: string,
  name: string,
): AsyncGenerator<Buffer> {
  let size = 0;
  let looksAt = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    size += bytes.length;
    if (size > largest) throw tooLarge();
    if (size >= looksAt) {
      looksAt = size + lookEveryBytes;
      if ((await roomIn(root)) < lookEveryBytes) throw new AppError('DISK_FULL', { detail: name });
    }
    yield bytes;
  }
  if (size === 0) throw new AppError('FILE_EMPTY', { detail: name });
}

function tooLarge(): AppError {
  return new AppError('FILE_TOO_LARGE', { detail: 'the inbox takes up to 10 GB; use a watch folder' });
}

function sizeOf({ headers }: IncomingMessage): number {
  const size = Number(headers['content-length']);
  if (headers['content-length'] === undefined || !Number.isSafeInteger(size)) {
    throw new AppError('USAGE', { detail: 'a file is sent with its length' });
  }
  if (size > largest) throw tooLarge();
  return size;
}
