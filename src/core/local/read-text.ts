import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#shared/errors/app-error.ts';
import { openFile } from './open-file.ts';
import type { FilePlace } from './place.ts';

/** How long a drive may take over a small file, real ms. */
const patience = 10_000;
/** Bytes such a file mostly has room in. */
const usual = 4 * 1024;

/**
 * The text of a small file: in UTF-8, or in UTF-16 with a byte order mark, as programs on Windows write it.
 *
 * @throws AppError `FILE_TOO_LARGE`, `FILE_UNREADABLE` also when it takes too long or is no such text, and as
 *   `openFile`
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
      if (bytesRead === 0) return decode(bytes.subarray(0, length), place);
      if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(8 * length, maximumBytes + 1));
    }
  } finally {
    await handle.close();
  }
}

function decode(bytes: Buffer, { path }: FilePlace): string {
  const mark = bytes.toString('hex', 0, 2);
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // No text in that encoding.
  }
  throw new AppError('FILE_UNREADABLE', { detail: path });
}
