import { openFile } from './open-file.ts';
import type { FilePlace } from './place.ts';

export interface Ends {
  readonly head: Buffer;
  readonly tail: Buffer;
}

/**
 * The first and the last bytes of a file; they overlap in a short one. How many of the last may depend on the
 * first.
 *
 * @throws AppError as `openFile`; errno errors
 */
export async function readEnds(
  place: FilePlace,
  headLength: number,
  tailLength: number | { readonly zip: number; readonly other: number },
): Promise<Ends> {
  const file = await openFile(place);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(Math.min(headLength, size));
    await file.read(head, 0, head.length, 0);
    const wanted = typeof tailLength === 'number' ? tailLength : tailLength[isZip(head) ? 'zip' : 'other'];
    const tail = Buffer.alloc(Math.min(wanted, size));
    await file.read(tail, 0, tail.length, size - tail.length);
    return { head, tail };
  } finally {
    await file.close();
  }
}

export function isZip(head: Buffer): boolean {
  return head.subarray(0, 4).toString('latin1') === 'PK\x03\x04';
}
