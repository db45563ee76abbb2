import {
  hasEscape,
  hasKey,
  hasUnicodeEscape,
  type KindName,
  keyHasEscape,
  kindMask,
  kinds,
  type Tape,
} from './tape.ts';
import { decodeUtf8 } from '../web.ts';

const names: readonly KindName[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];
const quote = 34;
const backslash = 92;

export function kindOf(tape: Tape, node: number): KindName {
  return names[(tape.kind[node] as number) & kindMask] ?? 'null';
}

export function isContainer(tape: Tape, node: number): boolean {
  return ((tape.kind[node] as number) & kindMask) >= kinds.array;
}

/** The place after the closing quote of the string that begins at `from`. */
export function endOfString(bytes: Uint8Array, from: number): number {
  for (let p = bytes.indexOf(quote, from + 1); ; p = bytes.indexOf(quote, p + 1)) {
    let before = p - 1;
    while (bytes[before] === backslash) before -= 1;
    // An even number of backslashes before a quote escape one another.
    if ((p - before) % 2 === 1) return p + 1;
  }
}

function skipBlank(bytes: Uint8Array, from: number): number {
  let p = from;
  while (bytes[p] === 32 || bytes[p] === 10 || bytes[p] === 13 || bytes[p] === 9) p += 1;
  return p;
}

/** Where the value begins, after key and colon. */
export function valueStart(tape: Tape, node: number): number {
  const start = tape.start[node] as number;
  if (((tape.kind[node] as number) & hasKey) === 0) return start;
  const { bytes } = tape;
  return skipBlank(bytes, skipBlank(bytes, endOfString(bytes, start)) + 1);
}

function endOfScalar(tape: Tape, start: number): number {
  const { bytes, length } = tape;
  if (bytes[start] === quote) return endOfString(bytes, start);
  let p = start;
  while (p < length && (bytes[p] as number) > 32 && bytes[p] !== 44 && bytes[p] !== 93 && bytes[p] !== 125)
    p += 1;
  return p;
}

/** The place after the value. */
export function valueEnd(tape: Tape, node: number): number {
  const { bytes } = tape;
  let at = (tape.next[node] as number) - 1;
  const start = valueStart(tape, at);
  // The last descendant ends first, then each array and object around it, up to the node.
  let p = isContainer(tape, at) ? skipBlank(bytes, start + 1) + 1 : endOfScalar(tape, start);
  while (at !== node) {
    p = skipBlank(bytes, p) + 1;
    at = tape.parent[at] as number;
  }
  return p;
}

/** The key of a member; null for what stands in an array, and for the root. */
export function keyOf(tape: Tape, node: number): string | null {
  const kind = tape.kind[node] as number;
  if ((kind & hasKey) === 0) return null;
  const start = tape.start[node] as number;
  const end = endOfString(tape.bytes, start);
  return (kind & keyHasEscape) === 0
    ? decodeUtf8(tape.bytes.subarray(start + 1, end - 1))
    : (JSON.parse(decodeUtf8(tape.bytes.subarray(start, end))) as string);
}

/** The text of a string; null for any other value. Single halves of surrogate pairs stay as they are. */
export function stringOf(tape: Tape, node: number): string | null {
  if (((tape.kind[node] as number) & kindMask) !== kinds.string) return null;
  const start = valueStart(tape, node);
  return decodeString(tape, node, start, endOfString(tape.bytes, start));
}

/** @param start at its quote. @param end after its quote */
function decodeString(tape: Tape, node: number, start: number, end: number): string {
  const isEscaped = ((tape.kind[node] as number) & (hasEscape | hasUnicodeEscape)) !== 0;
  return isEscaped
    ? (JSON.parse(decodeUtf8(tape.bytes.subarray(start, end))) as string)
    : decodeUtf8(tape.bytes.subarray(start + 1, end - 1));
}

/** A number as JavaScript has it; null for any other value. */
export function numberOf(tape: Tape, node: number): number | null {
  if (((tape.kind[node] as number) & kindMask) !== kinds.number) return null;
  const { bytes } = tape;
  const start = valueStart(tape, node);
  let p = bytes[start] === 45 ? start + 1 : start;
  let value = 0;
  for (; (bytes[p] as number) >= 48 && (bytes[p] as number) <= 57; p++)
    value = value * 10 + (bytes[p] as number) - 48;
  const byte = bytes[p];
  if (byte !== 46 && byte !== 101 && byte !== 69) return bytes[start] === 45 ? -value : value;
  return Number(decodeUtf8(bytes.subarray(start, endOfScalar(tape, start))));
}

/** The value as it stands in the text, byte for byte. */
export function rawBytes(tape: Tape, node: number): Uint8Array {
  return tape.bytes.subarray(valueStart(tape, node), valueEnd(tape, node));
}

/** The value as JavaScript has it. For small parts: everything below it becomes objects. */
export function parsedValue(tape: Tape, node: number): unknown {
  return JSON.parse(decodeUtf8(rawBytes(tape, node)));
}

export interface CutText {
  readonly text: string;
  /** Whether there is more. */
  readonly isCut: boolean;
  /** Bytes of the whole, without quotes. */
  readonly bytes: number;
}

/**
 * A scalar for showing: strings without quotes, cut after about `most` bytes, never in the middle of a
 * character.
 */
export function shortText(tape: Tape, node: number, most: number): CutText {
  const start = valueStart(tape, node);
  const end = endOfScalar(tape, start);
  if (((tape.kind[node] as number) & kindMask) !== kinds.string) {
    const text = decodeUtf8(tape.bytes.subarray(start, Math.min(end, start + most)));
    return { text, isCut: end - start > most, bytes: end - start };
  }
  const bytes = end - start - 2;
  if (bytes <= most) return { text: decodeString(tape, node, start, end), isCut: false, bytes };
  return {
    text: decodePart(tape.bytes, start + 1, safeEnd(tape.bytes, start + 1, most)),
    isCut: true,
    bytes,
  };
}

/** The last place at or before `from + most` at which neither a character nor an escape is cut. */
function safeEnd(bytes: Uint8Array, from: number, most: number): number {
  let end = from + most;
  while (((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  // Of these bytes only: where few strings have escapes, the next one may be at the far end of the document.
  const part = bytes.subarray(from, end);
  for (let at = part.indexOf(backslash); at !== -1; ) {
    const after = at + (bytes[from + at + 1] === 117 ? 6 : 2);
    if (after > part.length) return from + at;
    at = part.indexOf(backslash, after);
  }
  return end;
}

/** The text between two places inside a string that cut no escape. */
export function decodePart(bytes: Uint8Array, from: number, end: number): string {
  const text = decodeUtf8(bytes.subarray(from, end));
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** The members or items of a node, in order. */
export function* childrenOf(tape: Tape, node: number): Generator<number> {
  if (!isContainer(tape, node)) return;
  const end = tape.next[node] as number;
  for (let child = node + 1; child < end; child = tape.next[child] as number) yield child;
}

/** How many members or items. */
export function countOf(tape: Tape, node: number): number {
  let count = 0;
  const end = tape.next[node] as number;
  for (let child = node + 1; child < end; child = tape.next[child] as number) count += 1;
  return count;
}

/** The member with this key; the last one where there are several, as `JSON.parse` has it. */
export function memberOf(tape: Tape, node: number, key: string): number | undefined {
  let found: number | undefined;
  if (((tape.kind[node] as number) & kindMask) !== kinds.object) return found;
  for (const child of childrenOf(tape, node)) if (keyOf(tape, child) === key) found = child;
  return found;
}

/** How many arrays and objects it stands in. */
export function depthOf(tape: Tape, node: number): number {
  let depth = 0;
  for (let at = node; at !== 0; at = tape.parent[at] as number) depth += 1;
  return depth;
}
