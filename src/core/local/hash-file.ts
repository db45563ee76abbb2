import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { type FileStamp, stampOf } from './file-stamp.ts';
import { openFile } from './open-file.ts';
import { type FileIdentity, type FilePlace, isUntouched } from './place.ts';
import { pieces } from './read-file.ts';

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
  const before = stampOf(await handle.stat({ bigint: true }));
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of pieces(handle, before.size)) {
      hash.update(piece);
      bytes += piece.byteLength;
      await onHashed?.(bytes);
    }
    const after = stampOf(await handle.stat({ bigint: true }));
    const identity = identityOf(after);
    return isUntouched(identityOf(before), identity) ? { sha256: hash.digest('hex'), identity } : undefined;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'FILE_CHANGED' || code === 'FILE_EMPTY') return undefined;
    throw error;
  }
}

export function identityOf(stamp: FileStamp): FileIdentity {
  return {
    device: String(stamp.device),
    inode: String(stamp.inode),
    size: stamp.size,
    mtimeNs: String(stamp.mtimeNs),
    ctimeNs: String(stamp.ctimeNs),
  };
}
