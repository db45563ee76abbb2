import { pipeline, type Transform } from 'node:stream';
import zlib from 'node:zlib';

/** A body is larger than its limit, or grew beyond what a document does: a bomb, or a mistake as bad. */
export class BeyondMeasure extends Error {}

/** Any growth is accepted up to this size, bytes. */
const freeBytes = 64 * 1024 * 1024;
/** Largest growth beyond that: JSON packs 10 to 50 times, a bomb a thousand times. */
const mostGrowth = 200;
/** No document of a content service is larger, bytes. */
const mostBytes = 20 * 1024 * 1024 * 1024;
/** No error message is longer, bytes. */
const longestMessage = 64 * 1024;
/** Servers apply one encoding; proxies have been seen to add another. */
const mostLayers = 3;

/** What `accept-encoding` asks for where an answer may be packed. */
export const acceptedEncodings = 'gzip, br';

/**
 * Decodes the body of an answer piece by piece. This is the only decoder of what comes over the network:
 * clients are made with `decompress: false`, because a library decodes first and looks at the size
 * afterwards. No layer of `encoding` produces more than `most` bytes.
 *
 * @param encoding the value of `content-encoding`
 * @throws BeyondMeasure at more than `most` bytes; errors of zlib and of the source pass through
 */
export function unpack(
  source: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  most = mostBytes,
): AsyncIterable<Uint8Array> {
  const layers = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (layers.length > mostLayers) throw unknownEncoding();
  return layers.reduceRight<AsyncIterable<Uint8Array>>(
    (inner, layer) => unpackLayer(inner, layer, most),
    atMost(source, most),
  );
}

/**
 * Reads a whole body into memory.
 *
 * @throws BeyondMeasure at more than `most` bytes
 */
export async function readBody(
  source: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  most: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of unpack(source, encoding, most)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * The body of a refusal, or what came before the connection broke or the limit was reached: the status is
 * known, and the words are a bonus.
 */
export async function readShortText(
  source: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of unpack(source, encoding, longestMessage)) chunks.push(chunk);
  } catch {
    // Storage closes the connection on what it does not want.
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Yields what is within the limit before it throws. */
async function* atMost(source: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let left = most;
  for await (const chunk of source) {
    yield chunk.byteLength > left ? chunk.subarray(0, left) : chunk;
    left -= chunk.byteLength;
    if (left < 0) throw new BeyondMeasure(`more than ${most} bytes`);
  }
}

async function* unpackLayer(
  source: AsyncIterable<Uint8Array>,
  encoding: string,
  most: number,
): AsyncGenerator<Uint8Array> {
  const decoder = decoderOf(encoding);
  const pieces = source[Symbol.asyncIterator]();
  const first = await pieces.next();
  // An empty body needs no decoder, which would take it for one that was cut off.
  if (first.done) return;
  let packed = 0;
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for (let piece = first; !piece.done; piece = await pieces.next()) {
        packed += piece.value.byteLength;
        yield piece.value;
      }
    } finally {
      await pieces.return?.();
    }
  }
  // An error of the source ends the decoder with it, and comes out of the loop below.
  const unpacked: AsyncIterable<Uint8Array> = pipeline(counted, decoder, () => undefined);
  try {
    for await (const chunk of atMost(unpacked, most)) {
      bytes += chunk.byteLength;
      if (bytes > freeBytes && bytes > packed * mostGrowth)
        throw new BeyondMeasure(`${packed} bytes became more than ${bytes}`);
      yield chunk;
    }
  } finally {
    decoder.destroy();
  }
}

function decoderOf(encoding: string): Transform {
  switch (encoding) {
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
      throw unknownEncoding();
  }
}

function unknownEncoding(): Error {
  return Object.assign(new Error('packed in a way that was not asked for'), { code: 'Z_UNKNOWN_ENCODING' });
}
