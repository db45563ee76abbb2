import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '#shared/errors/app-error.ts';
import type { PutBody } from '../service/storage.ts';

/** Up to here a file is read once into memory; above it is streamed, and so read twice (bytes; design.md, "Facts"). */
const wholeFileLimit = 1024 * 1024;
/** Piece read at a time, bytes: large enough to keep up with curl, small enough to keep memory flat. */
const pieceSize = 512 * 1024;

/** The state of a file that must not change between reading and sending. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly device: bigint;
  readonly inode: bigint;
}

export interface ReadFile {
  readonly stamp: FileStamp;
  readonly sha256: string;
  /** What a storage host names as ETag when it names an MD5 (U15). */
  md5(): string;
  /** The bytes to send; the stream throws `FILE_CHANGED` before its last piece when the file is not what was hashed. */
  readonly body: PutBody;
}

async function stampOf(handle: FileHandle): Promise<FileStamp> {
  const stat = await handle.stat({ bigint: true });
  if (!stat.isFile()) throw new AppError('NOT_A_FILE');
  return {
    size: Number(stat.size),
    mtimeNs: stat.mtimeNs,
    ctimeNs: stat.ctimeNs,
    device: stat.dev,
    inode: stat.ino,
  };
}

function isSame(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs && a.inode === b.inode;
}

/**
 * Reads a file for upload: stat, hash, stat again; any difference means it is being written (W3).
 *
 * @throws AppError `FILE_GONE`, `FILE_UNREADABLE`, `FILE_CHANGED`, `FILE_EMPTY`, `NOT_A_FILE`
 */
export async function readFileForUpload(path: string, signal: AbortSignal): Promise<ReadFile> {
  const handle = await openFile(path);
  try {
    const stamp = await stampOf(handle);
    if (stamp.size === 0) throw new AppError('FILE_EMPTY');
    if (stamp.size <= wholeFileLimit) return await readWhole(handle, stamp);
    const sha256 = createHash('sha256');
    const md5 = createHash('md5');
    for await (const piece of pieces(handle, stamp.size)) {
      signal.throwIfAborted();
      sha256.update(piece);
      md5.update(piece);
    }
    if (!isSame(stamp, await stampOf(handle))) throw new AppError('FILE_CHANGED', { retryable: true });
    return streamed(path, stamp, sha256.digest('hex'), md5.digest('hex'));
  } catch (error) {
    throw asFileError(error);
  } finally {
    await handle.close();
  }
}

async function readWhole(handle: FileHandle, stamp: FileStamp): Promise<ReadFile> {
  const bytes = Buffer.allocUnsafeSlow(stamp.size);
  const { bytesRead } = await handle.read(bytes, 0, stamp.size, 0);
  if (bytesRead !== stamp.size || !isSame(stamp, await stampOf(handle))) {
    throw new AppError('FILE_CHANGED', { retryable: true });
  }
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
      if (!isSame(stamp, await stampOf(handle))) throw new AppError('FILE_CHANGED', { retryable: true });
      const hash = createHash('sha256');
      for await (const piece of pieces(handle, stamp.size)) {
        hash.update(piece);
        yield piece;
      }
      if (hash.digest('hex') !== sha256 || !isSame(stamp, await stampOf(handle))) {
        throw new AppError('FILE_CHANGED', { retryable: true });
      }
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
    return await open(path, 'r');
  } catch (error) {
    throw asFileError(error);
  }
}

function asFileError(cause: unknown): unknown {
  if (cause instanceof AppError) return cause;
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ESTALE')
    return new AppError('FILE_GONE', { cause });
  if (code === 'EISDIR') return new AppError('NOT_A_FILE', { cause });
  if (code !== undefined && (cause as NodeJS.ErrnoException).syscall !== undefined) {
    return new AppError('FILE_UNREADABLE', { detail: code, cause, retryable: true });
  }
  return cause;
}
