import { closeSync, fstatSync, readSync } from 'node:fs';
import { AppError } from '#shared/errors/app-error.ts';
import { asFileError, assertSame, type FileStamp, stampOf } from './file-stamp.ts';
import { openFileNow } from './open-file.ts';
import type { FilePlace } from './place.ts';

/**
 * Larger files are read off the main thread: a slow disk may take longer over them than a window may wait
 * (bytes).
 */
const smallFileLimit = 256 * 1024;

export interface SmallFile {
  readonly stamp: FileStamp;
  readonly bytes: Buffer;
}

/**
 * Reads a small file in one go on this thread: five trips to the thread pool cost several times what they do.
 * Only for volumes that answer at once (`local-volume.ts`).
 *
 * @returns undefined when the file is not small
 * @throws AppError `FILE_GONE`, `FILE_UNREADABLE`, `FILE_CHANGED`, `FILE_EMPTY`, `NOT_A_FILE`,
 *   `FILE_BEHIND_LINK`
 */
export function readSmallFile(place: FilePlace): SmallFile | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openFileNow(place);
    const stamp = stampOf(fstatSync(descriptor, { bigint: true }));
    if (stamp.size > smallFileLimit) return undefined;
    const bytes = Buffer.allocUnsafeSlow(stamp.size);
    if (readSync(descriptor, bytes, 0, stamp.size, 0) !== stamp.size) {
      throw new AppError('FILE_CHANGED', { retryable: true });
    }
    assertSame(stamp, fstatSync(descriptor, { bigint: true }));
    return { stamp, bytes };
  } catch (error) {
    throw asFileError(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
