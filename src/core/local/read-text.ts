import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#shared/errors/app-error.ts';
import { openFile } from './open-file.ts';
import type { FilePlace } from './place.ts';

/** How long a drive may take over a small file, real ms. */
const patience = 10_000;
/** Bytes such a file mostly has room in. */
const usual = 4 * 1024;

/**
 * The text of a small file, in UTF-8.
 *
 * @throws AppError `FILE_TOO_LARGE`, `FILE_UNREADABLE` also when it takes too long, and as `openFile`
 */
export async function readText(place: FilePlace, maximumBytes: number): Promise<string> {
  const end = new AbortController();
  const tooLong = delay(patience, undefined, { signal: end.signal, ref: false }).then(
    () => {
      throw new AppError('FILE_UNREADABLE', { detail: `${place.path}: ETIMEDOUT`, retryable: true });
    },
    () => '',
  );
  try {
    return await Promise.race([read(place, maximumBytes), tooLong]);
  } finally {
    end.abort();
  }
}

async function read(place: FilePlace, maximumBytes: number): Promise<string> {
  const handle = await openFile(place);
  try {
    let bytes = Buffer.allocUnsafe(Math.min(usual, maximumBytes + 1));
    for (let length = 0; ; ) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
      length += bytesRead;
      if (length > maximumBytes) throw new AppError('FILE_TOO_LARGE', { detail: place.path });
      if (bytesRead === 0) return bytes.toString('utf8', 0, length);
      if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(8 * length, maximumBytes + 1));
    }
  } finally {
    await handle.close();
  }
}
