import { pipeline, type Transform } from 'node:stream';
import zlib from 'node:zlib';

/** What was fetched grew beyond all measure: a bomb, or a mistake as bad. */
export class BeyondMeasure extends Error {}

/** Up to here anything may be packed as tightly as it likes, bytes. */
const freeBytes = 64 * 1024 * 1024;
/**
 * Beyond that no more than so many times what came over the wire: JSON packs 10 to 50 times, a bomb a
 * thousand times.
 */
const mostGrowth = 200;
/** No document of a content service is larger, bytes. */
const mostBytes = 20 * 1024 * 1024 * 1024;

/**
 * The bytes of a download as they were before they were packed for the way.
 *
 * @throws BeyondMeasure when they become too many; errors of zlib and of the source as they are
 */
export async function* unpack(
  source: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
): AsyncGenerator<Uint8Array> {
  let packed = 0;
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      packed += chunk.byteLength;
      yield chunk;
    }
  }
  const decoder = decoderOf(encoding);
  // An error of the source ends the decoder with it, and comes out of the loop below.
  const unpacked: AsyncIterable<Uint8Array> =
    decoder === undefined ? counted() : pipeline(counted, decoder, () => undefined);
  try {
    for await (const chunk of unpacked) {
      bytes += chunk.byteLength;
      const isBomb = decoder !== undefined && bytes > freeBytes && bytes > packed * mostGrowth;
      if (isBomb || bytes > mostBytes) throw new BeyondMeasure(`${packed} bytes became more than ${bytes}`);
      yield chunk;
    }
  } finally {
    decoder?.destroy();
  }
}

/** Undefined for bytes that come as they are. */
function decoderOf(encoding: string | undefined): Transform | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    case 'zstd':
      return zlib.createZstdDecompress();
    default:
      throw Object.assign(new Error('packed in a way nobody asked for'), { code: 'Z_UNKNOWN_ENCODING' });
  }
}
