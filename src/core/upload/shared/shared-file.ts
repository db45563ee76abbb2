import { createHash } from 'node:crypto';
import type { FileGate } from '#core/local/file-gate.ts';
import type { FilePlace } from '#core/local/place.ts';
import type { FileStat } from '#core/local/look.ts';
import type { SharedFile } from '#core/ports/team.ts';

/** Read of each end of a file, bytes. */
const endBytes = 64 * 1024;
/**
 * Up to here a file is read as a whole and nobody is asked: to be sure of another machine's word would take
 * as long (bytes).
 */
export const smallFile = 4 * endBytes;

/** A file as every machine knows it that has the folder, by the name of the folder on its share. */
export function sharedFileOf(
  name: string,
  relativePath: string,
  { size, mtimeNs }: Pick<FileStat, 'size' | 'mtimeNs'>,
): SharedFile {
  const whole = `${name}/${relativePath.normalize('NFC')}`;
  // One machine's view of a Windows share may tell case apart where another's does not.
  const known = name.startsWith('//') ? whole.toLowerCase() : whole;
  // No file system that is shared tells less than microseconds where another one tells them.
  return { path: short(known), size, mtimeUs: Number(BigInt(mtimeNs) / 1000n) };
}

/** A hash of the first and the last bytes of a file that was read as a whole. */
export function endsOf(bytes: Uint8Array): string {
  return short(bytes.subarray(0, endBytes), bytes.subarray(Math.max(0, bytes.byteLength - endBytes)));
}

/** The same of a file at its place; undefined where it is not, or not any more, what `stat` says. */
export async function readEndsHash(
  gate: Pick<FileGate, 'readEnds' | 'stat'>,
  place: FilePlace,
  stat: Pick<FileStat, 'size' | 'mtimeNs'>,
): Promise<string | undefined> {
  const { head, tail } = await gate.readEnds(place, endBytes, endBytes);
  const now = await gate.stat(place.path, place.followLinks);
  return now?.size === stat.size && now.mtimeNs === stat.mtimeNs ? short(head, tail) : undefined;
}

function short(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}
