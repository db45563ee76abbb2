import type { PutBody } from '../storage.ts';

/** An address where nobody answers. */
export const nowhere = 'http://127.0.0.1:9';

/** What makes an address a signed one; a secret that must show nowhere. */
export const query = '?X-Amz-Signature=canarysignature&X-Amz-Expires=60';

export function streamOf(size: number, chunks: () => AsyncIterable<Uint8Array>): PutBody {
  return { kind: 'stream', size, open: chunks };
}

export async function* chunks(count: number, bytes: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) yield Buffer.alloc(bytes, index);
}
