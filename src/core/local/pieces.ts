import type { FileHandle } from 'node:fs/promises';
import { AppError } from '#shared/errors/app-error.ts';

/** Piece read at a time, bytes: large enough to keep up with curl, small enough to keep memory flat. */
const pieceSize = 512 * 1024;

/**
 * Exactly `size` bytes from the start; fewer means the file was cut meanwhile. Two buffers are filled in
 * turn, so that memory stays flat: a piece may be used until the next but one is asked for.
 */
export async function* pieces(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  const buffers = [Buffer.allocUnsafeSlow(pieceSize), Buffer.allocUnsafeSlow(pieceSize)] as const;
  for (let position = 0, turn = 0; position < size; turn = 1 - turn) {
    const buffer = buffers[turn] as Buffer;
    const { bytesRead } = await handle.read(buffer, 0, Math.min(pieceSize, size - position), position);
    if (bytesRead === 0) throw new AppError('FILE_CHANGED', { retryable: true });
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
