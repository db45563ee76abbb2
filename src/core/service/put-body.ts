import { AppError } from '#shared/errors/app-error.ts';
import type { PutBody } from './storage.ts';

/** The source of the bytes failed, not the network. */
export class SourceError extends Error {
  constructor(cause: unknown) {
    super('the source failed', { cause });
    this.name = 'SourceError';
  }
}

export interface Piece {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

export function sizeOf(body: PutBody): number {
  return body.kind === 'buffer' ? body.bytes.byteLength : body.size;
}

/** Larger pieces of the source are sent in parts, so that progress is seen on a slow line, bytes. */
const largestPiece = 256 * 1024;

/**
 * The bytes of a body in order, in pieces of at most `pieceSize()`. One chunk is read ahead: reading overlaps
 * sending, and the last piece comes only after the source has ended well with exactly its size. Nobody can
 * then hold a whole object of a file that turned out to be changed.
 *
 * @throws SourceError when the source throws, or is longer or shorter than it said
 */
export async function* pieces(body: PutBody, pieceSize: () => number): AsyncGenerator<Piece, void> {
  const size = sizeOf(body);
  let position = 0;
  for await (const { chunk, isLast } of readAhead(chunksOf(body), size)) {
    for (let offset = 0; offset < chunk.byteLength; ) {
      const end = Math.min(chunk.byteLength, offset + Math.min(largestPiece, pieceSize()));
      position += end - offset;
      yield { bytes: chunk.subarray(offset, end), isLast: isLast && position === size };
      offset = end;
    }
  }
}

async function* chunksOf(body: PutBody): AsyncGenerator<Uint8Array, void> {
  if (body.kind === 'buffer') {
    if (body.bytes.byteLength > 0) yield body.bytes;
    return;
  }
  try {
    yield* body.open();
  } catch (error) {
    throw new SourceError(error);
  }
}

async function* readAhead(
  source: AsyncGenerator<Uint8Array, void>,
  size: number,
): AsyncGenerator<{ chunk: Uint8Array; isLast: boolean }, void> {
  let position = 0;
  let next = source.next();
  // Read ahead while the former chunk is on its way; a failure is told when its turn comes.
  next.catch(() => undefined);
  try {
    for (;;) {
      const { value: chunk, done } = await next;
      if (done) break;
      position += chunk.byteLength;
      if (position > size) throw changed();
      next = source.next();
      next.catch(() => undefined);
      if (chunk.byteLength === 0) continue;
      if (position < size) yield { chunk, isLast: false };
      else if ((await next).done) yield { chunk, isLast: true };
      else throw changed();
    }
  } finally {
    await source.return().catch(() => undefined);
  }
  if (position !== size) throw changed();
}

function changed(): SourceError {
  return new SourceError(new AppError('FILE_CHANGED', { retryable: true }));
}
