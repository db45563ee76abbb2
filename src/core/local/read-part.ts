import { openFile } from './open-file.ts';
import type { FilePlace } from './place.ts';

/** Bytes of one part at most. */
const most = 64 * 2 ** 20;

export interface Part {
  readonly bytes: Uint8Array;
  /** Bytes of the whole file. */
  readonly size: number;
}

/**
 * A part of a file, shorter where the file ends before.
 *
 * @throws as `openFile`
 */
export async function readPart(place: FilePlace, from: number, length: number): Promise<Part> {
  const file = await openFile(place);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(length, most, Math.max(0, size - from)));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    return { bytes: bytes.subarray(0, bytesRead), size };
  } finally {
    await file.close();
  }
}

export type ReadPart = typeof readPart;
