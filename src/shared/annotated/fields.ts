import { endOfString } from './tape/read.ts';
import { hasKey, kindMask, kinds, type Tape } from './tape/tape.ts';
import { encodeUtf8 } from './web.ts';

/** Which node holds each field of an object; -1 where there is none. */
export type Fields<Name extends string> = Readonly<Record<Name, number>>;

/** Finds the fields of objects by any of their known names, without decoding keys. */
export type FieldReader<Name extends string> = (tape: Tape, node: number) => Fields<Name>;

/**
 * Makes a reader. The interface leaves the names open, so each field has several; the first that is there
 * counts.
 *
 * @param names field → the keys it is known under, the usual one first
 */
export function fieldReader<Name extends string>(
  names: Readonly<Record<Name, readonly string[]>>,
): FieldReader<Name> {
  const known = new Map<number, { field: Name; rank: number; key: Uint8Array }>();
  const fields = Object.keys(names) as Name[];
  for (const field of fields) {
    for (const [rank, text] of names[field].entries()) {
      const key = encodeUtf8(text);
      known.set(hash(key, 0, key.length), { field, rank, key });
    }
  }
  const empty = Object.fromEntries(fields.map((field) => [field, -1])) as Record<Name, number>;
  return (tape, node) => {
    const found = { ...empty };
    if (((tape.kind[node] as number) & kindMask) !== kinds.object) return found;
    const ranks: Partial<Record<Name, number>> = {};
    const end = tape.next[node] as number;
    const { bytes } = tape;
    for (let child = node + 1; child < end; child = tape.next[child] as number) {
      if (((tape.kind[child] as number) & hasKey) === 0) continue;
      const start = (tape.start[child] as number) + 1;
      const keyEnd = endOfString(bytes, start - 1) - 1;
      const entry = known.get(hash(bytes, start, keyEnd));
      if (entry === undefined || entry.rank > (ranks[entry.field] ?? 99)) continue;
      if (!isSame(bytes, start, keyEnd, entry.key)) continue;
      ranks[entry.field] = entry.rank;
      found[entry.field] = child;
    }
    return found;
  };
}

/** FNV-1a. */
function hash(bytes: Uint8Array, from: number, end: number): number {
  let value = 0x811c9dc5;
  for (let at = from; at < end; at++) value = Math.imul(value ^ (bytes[at] as number), 0x01000193);
  return value;
}

function isSame(bytes: Uint8Array, from: number, end: number, key: Uint8Array): boolean {
  if (end - from !== key.length) return false;
  for (let at = 0; at < key.length; at++) if (bytes[from + at] !== key[at]) return false;
  return true;
}
