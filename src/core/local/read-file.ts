import { createHash, hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { asFileError, assertSame, type FileStamp, stampOf } from './file-stamp.ts';
import type { OnHashed } from './hash-file.ts';
import type { LocalVolumes } from './local-volume.ts';
import { openFile } from './open-file.ts';
import { pieces } from './pieces.ts';
import type { FilePlace } from './place.ts';
import { readSmallFile } from './read-small-file.ts';

/**
 * Up to here a file is read once into memory, which sends a small one about a fifth faster; above it is
 * streamed, and so read twice (bytes).
 */
const wholeFileLimit = 1024 * 1024;

/**
 * The bytes of a file on their way out: whole, or opened again as a stream of exactly `size` bytes, once an
 * attempt. Two buffers are filled in turn, so a piece is good until the next but one is asked for.
 */
export type FileBody =
  | { readonly kind: 'buffer'; readonly bytes: Uint8Array }
  | { readonly kind: 'stream'; readonly size: number; open(): AsyncGenerator<Uint8Array> };

export interface ReadFile {
  readonly stamp: FileStamp;
  readonly sha256: string;
  /** What a storage host names as ETag when it names an MD5 (U15). */
  md5(): string;
  /**
   * The bytes to send; the stream throws `FILE_CHANGED` before its last piece when the file is not what was
   * hashed.
   */
  readonly body: FileBody;
}

/**
 * Reads a file for upload: stat, hash, stat again; any difference means it is being written (W3).
 *
 * @throws AppError `FILE_GONE`, `FILE_UNREADABLE`, `FILE_CHANGED`, `FILE_EMPTY`, `NOT_A_FILE`,
 *   `FILE_BEHIND_LINK`
 */
export async function readFileForUpload(
  place: FilePlace,
  volumes: LocalVolumes,
  signal: AbortSignal,
  onHashed?: OnHashed,
): Promise<ReadFile> {
  if (await volumes.isLocal(dirname(place.path))) {
    const small = readSmallFile(place);
    if (small) return whole(small.stamp, small.bytes);
  }
  const handle = await openFile(place);
  try {
    const stamp = stampOf(await handle.stat({ bigint: true }));
    if (stamp.size <= wholeFileLimit) return whole(stamp, await readWhole(handle, stamp));
    const sha256 = createHash('sha256');
    const md5 = createHash('md5');
    let bytes = 0;
    for await (const piece of pieces(handle, stamp.size)) {
      signal.throwIfAborted();
      sha256.update(piece);
      md5.update(piece);
      bytes += piece.byteLength;
      await onHashed?.(bytes);
    }
    assertSame(stamp, await handle.stat({ bigint: true }));
    return streamed(place, stamp, sha256.digest('hex'), md5.digest('hex'));
  } catch (error) {
    throw asFileError(error);
  } finally {
    await handle.close();
  }
}

async function readWhole(handle: FileHandle, stamp: FileStamp): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(stamp.size);
  const { bytesRead } = await handle.read(bytes, 0, stamp.size, 0);
  if (bytesRead !== stamp.size) throw new AppError('FILE_CHANGED', { retryable: true });
  assertSame(stamp, await handle.stat({ bigint: true }));
  return bytes;
}

function whole(stamp: FileStamp, bytes: Buffer): ReadFile {
  return {
    stamp,
    sha256: hash('sha256', bytes),
    md5: () => hash('md5', bytes),
    body: { kind: 'buffer', bytes },
  };
}

function streamed(place: FilePlace, stamp: FileStamp, sha256: string, md5: string): ReadFile {
  const open = () => readStreamed(place, stamp, sha256);
  return { stamp, sha256, md5: () => md5, body: { kind: 'stream', size: stamp.size, open } };
}

/**
 * The bytes of a file that was hashed, once more. @throws AppError `FILE_CHANGED` before the last piece, and
 * as `openFile`
 */
export async function* readStreamed(
  place: FilePlace,
  stamp: FileStamp,
  sha256: string,
): AsyncGenerator<Uint8Array> {
  const handle = await openFile(place);
  try {
    assertSame(stamp, await handle.stat({ bigint: true }));
    const hash = createHash('sha256');
    for await (const piece of pieces(handle, stamp.size)) {
      hash.update(piece);
      yield piece;
    }
    assertSame(stamp, await handle.stat({ bigint: true }));
    if (hash.digest('hex') !== sha256) throw new AppError('FILE_CHANGED', { retryable: true });
  } catch (error) {
    throw asFileError(error);
  } finally {
    await handle.close();
  }
}
