import { decodePart } from '#shared/annotated/tape/read.ts';

const backslash = 92;
const letterU = 117;
/** Part of a word. */
const wordLike = /[\p{L}\p{N}\p{M}_]/u;

/**
 * Whether what stands between two places of a JSON string's bytes is no part of a longer word.
 *
 * @param from the string's first byte after its quote @param to the byte of its closing quote
 */
export function isWholeWord(
  bytes: Uint8Array,
  from: number,
  offset: number,
  end: number,
  to: number,
): boolean {
  return (
    !(
      wordLike.test(characterFrom(bytes, offset, to)) && wordLike.test(characterBefore(bytes, from, offset))
    ) && !(wordLike.test(characterBefore(bytes, from, end)) && wordLike.test(characterFrom(bytes, end, to)))
  );
}

/** The same in a text that is decoded. */
export function isWholeWordIn(text: string, start: number, end: number): boolean {
  const joins = (at: number) =>
    wordLike.test(text.slice(at - 1, at)) && wordLike.test(text.slice(at, at + 1));
  return !joins(start) && !joins(end);
}

/** The character that ends at a place; empty at the beginning. */
function characterBefore(bytes: Uint8Array, from: number, offset: number): string {
  if (offset <= from) return '';
  if (bytes[offset - 5] === letterU && isEscape(bytes, from, offset - 6)) {
    return decodePart(bytes, offset - 6, offset);
  }
  if (isEscape(bytes, from, offset - 2)) return decodePart(bytes, offset - 2, offset);
  let start = offset - 1;
  while (start > from && ((bytes[start] as number) & 0xc0) === 0x80) start -= 1;
  return decodePart(bytes, start, offset);
}

/** The character that begins at a place; empty at the end. */
function characterFrom(bytes: Uint8Array, offset: number, to: number): string {
  if (offset >= to) return '';
  if (bytes[offset] === backslash) {
    return decodePart(bytes, offset, offset + (bytes[offset + 1] === letterU ? 6 : 2));
  }
  let end = offset + 1;
  while (end < to && ((bytes[end] as number) & 0xc0) === 0x80) end += 1;
  return decodePart(bytes, offset, end);
}

/** Whether an escape begins at a place: a backslash that is not escaped itself. */
function isEscape(bytes: Uint8Array, from: number, at: number): boolean {
  if (at < from || bytes[at] !== backslash) return false;
  let before = at - 1;
  while (before >= from && bytes[before] === backslash) before -= 1;
  return (at - before) % 2 === 1;
}
