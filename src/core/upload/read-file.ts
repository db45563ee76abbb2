import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import type { PutBody } from '../service/storage.ts';
import { asFileError, assertSame, type FileStamp, stampOf } from './file-stamp.ts';
import type { LocalVolumes } from './local-volume.ts';
import { readSmallFile } from './read-small-file.ts';

/** Up to here a file is read once into memory; above it is streamed, and so read twice (bytes; design.md, "Facts"). */
const wholeFileLimit = 1024 * 1024;
/** Piece read at a time, bytes: large enough to keep up with curl, small enough to keep memory flat. */
const pieceSize = 512 * 1024;

export interface ReadFile {
  readonly stamp: FileStamp;
  readonly sha256: string;
  /** What a storage host names as ETag when it names an MD5 (U15). */
  md5(): string;
  /** The bytes to send; the stream throws `FILE_CHANGED` before its last piece when the file is not what was hashed. */
  readonly body: PutBody;
}

/**
 * Reads a file for upload: stat, hash, stat again; any difference means it is being written (W3).
 *
 * @throws AppError `FILE_GONE`, `FILE_UNREADABLE`, `FILE_CHANGED`, `FILE_EMPTY`, `NOT_A_FILE`
 */
export async function readFileForUpload(
  path: string,
  volumes: LocalVolumes,
  signal: AbortSignal,
): Promise<ReadFile> {
  if (await volumes.isLocal(dirname(path))) {
    const small = readSmallFile(path);
    if (small) return whole(small.stamp, small.bytes);
  }
  const handle = await openFile(path);
  try {
    const stamp = stampOf(await handle.stat({ bigint: true }));
    if (stamp.size <= wholeFileLimit) return whole(stamp, await readWhole(handle, stamp));
    const sha256 = createHash('sha256');
    const md5 = createHash('md5');
    for await (const piece of pieces(handle, stamp.size)) {
      signal.throwIfAborted();
      sha256.update(piece);
      md5.update(piece);
    }
    assertSame(stamp, await handle.stat({ bigint: true }));
    return streamed(path, stamp, sha256.digest('hex'), md5.digest('hex'));
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
    sha256: createHash('sha256').update(bytes).digest('hex'),
    md5: () => createHash('md5').update(bytes).digest('hex'),
    body: { kind: 'buffer', bytes },
  };
}

function streamed(path: string, stamp: FileStamp, sha256: string, md5: string): ReadFile {
  async function* send(): AsyncGenerator<Uint8Array> {
    const handle = await openFile(path);
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
  return { stamp, sha256, md5: () => md5, body: { kind: 'stream', size: stamp.size, open: send } };
}

/**
 * Exactly `size` bytes from the start; fewer means the file was cut meanwhile. Two buffers are filled in turn, so that memory
 * stays flat: a piece may be used until the next but one is asked for (service/storage.ts promises that).
 */
async function* pieces(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  const buffers = [Buffer.allocUnsafeSlow(pieceSize), Buffer.allocUnsafeSlow(pieceSize)] as const;
  for (let position = 0, turn = 0; position < size; turn = 1 - turn) {
    const buffer = buffers[turn] as Buffer;
    const { bytesRead } = await handle.read(buffer, 0, Math.min(pieceSize, size - position), position);
    if (bytesRead === 0) throw new AppError('FILE_CHANGED', { retryable: true });
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Without O_NONBLOCK a named pipe would hold a thread of the pool until somebody writes to it.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw asFileError(error);
  }
}
