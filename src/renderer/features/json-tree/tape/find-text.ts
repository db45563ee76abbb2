import { lastWhere } from '#shared/last-where.ts';
import { decodePart, endOfString, keyOf, stringOf, valueStart } from '#shared/annotated/tape/read.ts';
import {
  hasEscape,
  hasKey,
  hasUnicodeEscape,
  keyHasEscape,
  kindMask,
  kinds,
  type Tape,
} from '#shared/annotated/tape/tape.ts';
import { createByteFinder, foldedBytes } from './byte-finder.ts';
import { isWholeWord, isWholeWordIn } from './whole-word.ts';

export interface TextQuery {
  readonly text: string;
  readonly within: 'all' | 'keys' | 'values';
  /** Only what is no part of a longer word counts. */
  readonly wholeWords?: boolean;
  /** Only what is found in the values of these nodes counts. */
  readonly accept?: (node: number) => boolean;
}

/** A search that goes on a piece at a time, so that whoever runs it stays able to answer. */
export interface TextSearch {
  /** Searches on for about so many milliseconds; false when there is more to do. */
  run(milliseconds: number): boolean;
  /** Places in the bytes, in order once it is done. */
  readonly offsets: Uint32Array;
  /** The node of each. */
  readonly nodes: Uint32Array;
  readonly count: number;
  /** Whether it ended early, at `mostHits`. */
  readonly isCut: boolean;
}

export const mostHits = 1_000_000;
/** Bytes looked at between two looks at the clock. */
const stride = 1 << 20;
const backslash = 92;
/**
 * Words and digits: no such text reaches from one key or value into another, so where it stands it is part of
 * one.
 */
const words = /^\w+(?: \w+)*$/;
/** Characters that a JSON text writes as an escape of one letter, or may. */
const escapable = /[\\"/\b\f\n\r\t]/;

/**
 * Finds a text in keys and values, upper and lower case alike, by searching the bytes. Strings with escapes
 * that could hide it are read one by one; all others are never decoded.
 */
export function searchText(tape: Tape, query: TextQuery): TextSearch {
  const { text, within, accept, wholeWords = false } = query;
  const needle = foldedBytes(text);
  const folded = text.toLowerCase();
  // Which escapes keep the bytes from showing the text as it is.
  const hidingValue = escapable.test(text) ? hasEscape | hasUnicodeEscape : hasUnicodeEscape;
  const { bytes, length, kind, size } = tape;
  const last = needle.length - 1;
  const find = createByteFinder(bytes, length, needle);
  let offsets = new Uint32Array(256);
  let nodes = new Uint32Array(256);
  const isWords = within === 'all' && accept === undefined && !wholeWords && words.test(text);
  /** Flags of nodes whose strings are read one by one. */
  const slow =
    (within !== 'values' && accept === undefined ? keyHasEscape : 0) | (within !== 'keys' ? hidingValue : 0);
  const fourSlow = Math.imul(slow, 0x01010101);
  const flagsOfFour = new DataView(kind.buffer, kind.byteOffset, kind.byteLength);
  let slowCount = 0;
  let count = 0;
  let at = 0;
  let slowNode = 0;
  let isCut = false;
  let wordNode = 0;
  let token: Token = { node: 0, textStart: 0, textEnd: 0, end: 0, isWanted: false };
  let isDone = text === '' || size === 0;

  function add(offset: number, node: number): void {
    if (count === mostHits) {
      isCut = true;
      return;
    }
    if (count === offsets.length) {
      offsets = grown(offsets);
      nodes = grown(nodes);
    }
    offsets[count] = offset;
    nodes[count] = node;
    count += 1;
  }

  /** One stride of the search over the bytes. */
  function searchBytes(): void {
    const end = Math.min(length - last, at + stride);
    while (at < end) {
      const place = find(at, end);
      if (place === -1) at = end;
      // A hit may overlap a place where the bytes were right and an escape was not.
      else at = place + (check(place) ? needle.length : 1);
    }
  }

  /** Takes in a place where the bytes are right, if they are text of a key or value that counts. */
  function check(offset: number): boolean {
    if (!isWords || bytes[offset - 1] === backslash) return checkClosely(offset);
    wordNode = nodeFrom(wordNode, offset);
    if (((kind[wordNode] as number) & slow) !== 0) return checkClosely(offset);
    add(offset, wordNode);
    return true;
  }

  /** The same for a text that may also stand between keys and values, or in an escape. */
  function checkClosely(offset: number): boolean {
    let before = offset - 1;
    while (bytes[before] === backslash) before -= 1;
    // After an odd number of backslashes the first byte belongs to an escape.
    if ((offset - before) % 2 === 0) return false;
    if (offset >= token.end) token = tokenAt(offset);
    const end = offset + needle.length;
    const isHit = token.isWanted && offset >= token.textStart && end <= token.textEnd && isMatch(offset, end);
    if (isHit) add(offset, token.node);
    return isHit;
  }

  /** The key or value around a place. Kept until its end, because a long string may hold very many hits. */
  function tokenAt(offset: number): Token {
    const node = nodeFrom(token.node, offset);
    const flags = kind[node] as number;
    const start = tape.start[node] as number;
    if ((flags & hasKey) !== 0) {
      const keyEnd = endOfString(bytes, start);
      if (offset < keyEnd) {
        const isWanted = within !== 'values' && accept === undefined && (flags & keyHasEscape) === 0;
        return { node, textStart: start + 1, textEnd: keyEnd - 1, end: keyEnd, isWanted };
      }
    }
    const type = flags & kindMask;
    const from = valueStart(tape, node);
    if (type >= kinds.array) return { node, textStart: 0, textEnd: 0, end: from + 1, isWanted: false };
    const isString = type === kinds.string;
    const textEnd = isString ? endOfString(bytes, from) - 1 : endOfWord(bytes, from, length);
    const isHidden = isString && (flags & hidingValue) !== 0;
    const isWanted = within !== 'keys' && !isHidden && (accept === undefined || accept(node));
    return { node, textStart: isString ? from + 1 : from, textEnd, end: textEnd + 1, isWanted };
  }

  /** The node whose token holds a place, which lies after a known node and usually near it. */
  function nodeFrom(known: number, offset: number): number {
    let low = known;
    let step = 1;
    while (low + step < size && (tape.start[low + step] as number) <= offset) {
      low += step;
      step *= 2;
    }
    const count = Math.min(size, low + step + 1) - low - 1;
    return low + 1 + lastWhere(count, (index) => (tape.start[low + 1 + index] as number) <= offset);
  }

  /**
   * Upper and lower case were compared byte by byte, which for letters of several bytes takes in too much.
   */
  function isMatch(offset: number, end: number): boolean {
    const isSame = needle.isAscii || decodePart(bytes, offset, end).toLowerCase() === folded;
    if (!isSame || !wholeWords) return isSame;
    return isWholeWord(bytes, token.textStart, offset, end, token.textEnd);
  }

  /** Strings whose escapes may hide the text. Few nodes have any, so four are looked at in one. */
  function searchEscaped(until: number): boolean {
    while (slowNode < size) {
      const end = Math.min(size, slowNode + 0x1000);
      while (slowNode < end) {
        const isNone = slowNode + 4 <= size && (flagsOfFour.getInt32(slowNode) & fourSlow) === 0;
        if (isNone) slowNode += 4;
        else {
          searchNode(slowNode);
          slowNode += 1;
        }
      }
      if (performance.now() > until) break;
    }
    return slowNode >= size;
  }

  function searchNode(node: number): void {
    const flags = (kind[node] as number) & slow;
    if ((flags & keyHasEscape) !== 0) inString(keyOf(tape, node) ?? '', tape.start[node] as number, node);
    if ((flags & ~keyHasEscape) !== 0 && (accept === undefined || accept(node))) {
      inString(stringOf(tape, node) ?? '', valueStart(tape, node), node);
    }
  }

  function inString(value: string, start: number, node: number): void {
    const lower = value.toLowerCase();
    // A few letters are longer in lower case; then the place is only about right.
    for (
      let found = lower.indexOf(folded);
      found !== -1;
      found = lower.indexOf(folded, found + folded.length)
    ) {
      if (wholeWords && !isWholeWordIn(lower, found, found + folded.length)) continue;
      add(byteOfCharacter(bytes, start + 1, found), node);
      slowCount += 1;
    }
  }

  /** Hits of strings that were read one by one came last. */
  function inOrder(): void {
    const order = Array.from({ length: count }, (_, hit) => hit);
    order.sort((left, right) => (offsets[left] as number) - (offsets[right] as number));
    offsets = Uint32Array.from(order, (hit) => offsets[hit] as number);
    nodes = Uint32Array.from(order, (hit) => nodes[hit] as number);
  }

  return {
    run(milliseconds) {
      const until = performance.now() + milliseconds;
      while (!isDone) {
        if (at < length - last && !isCut) searchBytes();
        else if (isCut || searchEscaped(until)) {
          isDone = true;
          if (slowCount > 0) inOrder();
        }
        if (performance.now() > until) break;
      }
      return isDone;
    },
    get offsets() {
      return offsets.subarray(0, count);
    },
    get nodes() {
      return nodes.subarray(0, count);
    },
    get count() {
      return count;
    },
    get isCut() {
      return isCut;
    },
  };
}

/** A key or a value; valid up to `end`. */
interface Token {
  readonly node: number;
  readonly textStart: number;
  readonly textEnd: number;
  readonly end: number;
  readonly isWanted: boolean;
}

function grown(old: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const array = new Uint32Array(old.length * 4);
  array.set(old);
  return array;
}

function endOfWord(bytes: Uint8Array, from: number, length: number): number {
  let p = from;
  while (p < length && (bytes[p] as number) > 32 && bytes[p] !== 44 && bytes[p] !== 93 && bytes[p] !== 125)
    p += 1;
  return p;
}

/** The byte at which the character of this number (UTF-16) of a string begins. @param from after the quote */
export function byteOfCharacter(bytes: Uint8Array, from: number, character: number): number {
  let p = from;
  for (let seen = 0; seen < character; ) {
    const byte = bytes[p] as number;
    if (byte === backslash) {
      p += bytes[p + 1] === 117 ? 6 : 2;
      seen += 1;
    } else if (byte < 0x80) {
      p += 1;
      seen += 1;
    } else if (byte < 0xe0) {
      p += 2;
      seen += 1;
    } else if (byte < 0xf0) {
      p += 3;
      seen += 1;
    } else {
      p += 4;
      seen += 2;
    }
  }
  return p;
}
