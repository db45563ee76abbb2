import type { IncomingHttpHeaders } from 'node:http';

const stray = new Set(['x-api-key', 'authorization', 'content-type']);

/**
 * The first header that breaks the signature of a pre-signed address, or undefined: an API key, an
 * authorization, a content type or anything that begins with `x-amz-`.
 */
export function findStrayHeader(headers: IncomingHttpHeaders): string | undefined {
  return Object.keys(headers).find((name) => stray.has(name) || name.startsWith('x-amz-'));
}
