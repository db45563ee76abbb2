import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { stampOf } from './file-stamp.ts';
import { openFile } from './open-file.ts';
import { type FileIdentity, type FilePlace, identityOf, isUntouched } from './place.ts';
import { pieces } from './pieces.ts';

export interface Hashed {
  readonly sha256: string;
  readonly identity: FileIdentity;
}

/** Called with the bytes hashed so far. */
export type OnHashed = (bytes: number) => void | Promise<void>;

/**
 * The SHA-256 of a file and what it is known by, from one handle; undefined when it changed meanwhile.
 *
 * @throws AppError `FILE_GONE`, `FILE_UNREADABLE`, `FILE_EMPTY`, `NOT_A_FILE`, `FILE_BEHIND_LINK`
 */
export async function hashFile(place: FilePlace, onHashed?: OnHashed): Promise<Hashed | undefined> {
  const handle = await openFile(place);
  try {
    return await hashHandle(handle, onHashed);
  } finally {
    await handle.close();
  }
}

export async function hashHandle(handle: FileHandle, onHashed?: OnHashed): Promise<Hashed | undefined> {
  const before = await handle.stat({ bigint: true });
  const { size } = stampOf(before);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of pieces(handle, size)) {
      hash.update(piece);
      bytes += piece.byteLength;
      await onHashed?.(bytes);
    }
    const identity = identityOf(await handle.stat({ bigint: true }));
    return isUntouched(identityOf(before), identity) ? { sha256: hash.digest('hex'), identity } : undefined;
  } catch (error) {
    if ((error as { code?: string }).code === 'FILE_CHANGED') return undefined;
    throw error;
  }
}
