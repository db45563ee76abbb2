import {
  hasEscape,
  hasKey,
  hasUnicodeEscape,
  JsonProblem,
  keyHasEscape,
  kindMask,
  kinds,
  type ProblemName,
  type Tape,
} from './tape.ts';
import { encodeUtf8 } from '../web.ts';

const state = { value: 0, firstValue: 1, key: 2, firstKey: 3, colon: 4, after: 5, end: 6 } as const;

/** A node for so many bytes is usual; the arrays grow when there are more. */
const usualBytesPerNode = 12;
/** Offsets are 32 bits, and no browser gives more than this at once on every system. */
export const mostBytes = 2 ** 31 - 2 ** 20;
const none = 0xffff_ffff;

/** What may follow a backslash, besides `u`. */
const escapes = new Set([...'"\\/bfnrt'].map((one) => one.charCodeAt(0)));
const words = ['true', 'false', 'null'];
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads JSON (RFC 8259) as its bytes arrive and indexes it: when the last byte is there, so is the index. No
 * recursion, so the depth has no limit, and no strings are made, so neither has the size below 2 GB.
 */
export class TapeScanner {
  #bytes: Uint8Array;
  #length = 0;
  #position = 0;
  #state: number = state.value;
  /** The open array or object; `none` outside of all. */
  #open = none;
  #isObject = false;
  #size = 0;
  #arrays: Arrays;
  /** Where the key before the value began; `none` inside arrays. */
  #keyStart = none;
  #keyFlags = 0;
  /** How far an unfinished string was read, so that none is read twice, and what was seen in it. */
  #resumeAt = 0;
  #stringFlags = 0;

  /** @param expected bytes to come, when known */
  constructor(expected = 0) {
    this.#bytes = new Uint8Array(Math.min(mostBytes, Math.max(64 * 1024, expected)));
    this.#arrays = arraysFor(Math.max(1024, Math.ceil(expected / usualBytesPerNode)));
  }

  get received(): number {
    return this.#length;
  }

  /**
   * Takes the next bytes and indexes what is complete.
   *
   * @throws JsonProblem as soon as the text cannot be JSON any more
   */
  push(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > mostBytes) throw this.#problem('tooLarge', this.#length);
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.min(mostBytes, Math.max(needed, this.#bytes.length * 2)));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = needed;
    this.#scan(false);
  }

  /**
   * The index, after the last byte.
   *
   * @throws JsonProblem
   */
  finish(): Tape {
    this.#scan(true);
    if (this.#state !== state.end) throw this.#problem(this.#size === 0 ? 'empty' : 'ends', this.#length);
    return {
      bytes: this.#bytes,
      length: this.#length,
      size: this.#size,
      ...this.#arrays,
    };
  }

  #problem(name: ProblemName, offset: number): JsonProblem {
    return new JsonProblem(name, this.#bytes, this.#length, offset);
  }

  /**
   * Everything it touches for each byte or node lives in local variables: fields would take three times as
   * long.
   */
  #scan(isLast: boolean): void {
    const bytes = this.#bytes;
    const limit = this.#length;
    let p = this.#position;
    if (p === 0) {
      if (limit < 3 && !isLast) return;
      p = this.#skipMark();
    }
    let now = this.#state;
    let open = this.#open;
    let isObject = this.#isObject;
    let size = this.#size;
    let keyStart = this.#keyStart;
    let keyFlags = this.#keyFlags;
    let { start, next, parent, ordinal, kind, room } = this.#arrays;
    for (;;) {
      while (p < limit) {
        const blank = bytes[p] as number;
        if (blank > 32 || (blank !== 32 && blank !== 10 && blank !== 13 && blank !== 9)) break;
        p += 1;
      }
      if (p >= limit) break;
      const byte = bytes[p] as number;
      if (now === state.after) {
        if (byte === 44) {
          now = isObject ? state.key : state.value;
          p += 1;
          continue;
        }
        if (byte !== (isObject ? 125 : 93)) throw this.#problem('comma', p);
      } else if (now === state.colon) {
        if (byte !== 58) throw this.#problem('colon', p);
        now = state.value;
        p += 1;
        continue;
      } else if (now === state.key || now === state.firstKey) {
        if (byte === 34) {
          const end = this.#endOfString(p, isLast);
          if (end === 0) break;
          keyStart = p;
          keyFlags = this.#stringFlags === 0 ? hasKey : hasKey | keyHasEscape;
          now = state.colon;
          p = end;
          continue;
        }
        if (byte !== 125 || now === state.key) throw this.#problem('key', p);
      } else if (now === state.end) {
        throw this.#problem(byte === 123 || byte === 91 ? 'lines' : 'more', p);
      }
      if (now === state.after || now === state.firstKey || (byte === 93 && now === state.firstValue)) {
        const outer = parent[open] as number;
        next[open] = size;
        p += 1;
        if (outer === open) {
          open = none;
          now = state.end;
        } else {
          open = outer;
          isObject = ((kind[outer] as number) & kindMask) === kinds.object;
          now = state.after;
        }
        continue;
      }

      let found: number;
      let end = p + 1;
      if (byte === 34) {
        end = this.#endOfString(p, isLast);
        if (end === 0) break;
        found = kinds.string | this.#stringFlags;
      } else if (byte === 123) found = kinds.object;
      else if (byte === 91) found = kinds.array;
      else if (byte === 45 || (byte >= 48 && byte <= 57)) {
        end = this.#endOfNumber(p);
        if (end === limit && !isLast) break;
        this.#checkNumber(p, end);
        found = kinds.number;
      } else {
        end = this.#endOfWord(p, isLast);
        if (end === 0) break;
        found = byte === 110 ? kinds.null : kinds.boolean;
      }
      if (size === room) ({ start, next, parent, ordinal, kind, room } = this.#arrays = grown(this.#arrays));
      if (keyStart === none) {
        start[size] = p;
        kind[size] = found;
      } else {
        start[size] = keyStart;
        kind[size] = found | keyFlags;
        keyStart = none;
      }
      if (open === none) parent[size] = size;
      else {
        parent[size] = open;
        const before = next[open] as number;
        ordinal[size] = before;
        next[open] = before + 1;
      }
      if (found === kinds.object || found === kinds.array) {
        // While it is open, `next` counts its children.
        next[size] = 0;
        open = size;
        isObject = found === kinds.object;
        now = isObject ? state.firstKey : state.firstValue;
      } else {
        next[size] = size + 1;
        now = open === none ? state.end : state.after;
      }
      size += 1;
      p = end;
    }
    this.#position = p;
    this.#state = now;
    this.#open = open;
    this.#isObject = isObject;
    this.#size = size;
    this.#keyStart = keyStart;
    this.#keyFlags = keyFlags;
  }

  /** The place after `true`, `false` or `null`; 0 when it has not arrived. */
  #endOfWord(from: number, isLast: boolean): number {
    const bytes = this.#bytes;
    const word = words.find((one) => one.charCodeAt(0) === bytes[from]);
    if (word === undefined) throw this.#problem('value', from);
    const end = from + word.length;
    for (let at = from; at < end && at < this.#length; at++) {
      if (bytes[at] !== word.charCodeAt(at - from)) throw this.#problem('value', from);
    }
    if (end <= this.#length) return end;
    if (isLast) throw this.#problem('ends', this.#length);
    return 0;
  }

  /** Skips a byte order mark of UTF-8; other encodings are not JSON (RFC 8259, section 8.1). */
  #skipMark(): number {
    const [first, second, third] = this.#bytes;
    if (this.#length >= 2 && first === 0xfe && second === 0xff) throw this.#problem('encoding', 0);
    if (this.#length >= 2 && first === 0xff && second === 0xfe) throw this.#problem('encoding', 0);
    return this.#length >= 3 && first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
  }

  /** The place after the closing quote; 0 when it has not arrived. */
  #endOfString(from: number, isLast: boolean): number {
    const bytes = this.#bytes;
    const limit = this.#length;
    let p = from + 1;
    if (this.#resumeAt > from) p = this.#resumeAt;
    else this.#stringFlags = 0;
    for (;;) {
      let byte = 0;
      while (p < limit) {
        byte = bytes[p] as number;
        if (byte === 34 || byte === 92 || byte < 32) break;
        p += 1;
      }
      if (p >= limit) break;
      if (byte === 34) {
        this.#resumeAt = 0;
        return p + 1;
      }
      if (byte < 32) throw this.#problem('control', p);
      const length = bytes[p + 1] === 117 ? 6 : 2;
      if (p + length > limit) break;
      if (length === 2) {
        if (!escapes.has(bytes[p + 1] as number)) throw this.#problem('escape', p);
        this.#stringFlags |= hasEscape;
      } else {
        for (let at = p + 2; at < p + 6; at++) {
          if (!isHex(bytes[at] as number)) throw this.#problem('escape', p);
        }
        this.#stringFlags |= hasUnicodeEscape;
      }
      p += length;
    }
    if (isLast) throw this.#problem('string', from);
    this.#resumeAt = p;
    return 0;
  }

  #endOfNumber(from: number): number {
    const bytes = this.#bytes;
    let p = from + 1;
    while (p < this.#length) {
      const byte = bytes[p] as number;
      const isPart =
        (byte >= 48 && byte <= 57) ||
        byte === 46 ||
        byte === 101 ||
        byte === 69 ||
        byte === 43 ||
        byte === 45;
      if (!isPart) break;
      p += 1;
    }
    return p;
  }

  #checkNumber(from: number, end: number): void {
    const bytes = this.#bytes;
    let p = bytes[from] === 45 ? from + 1 : from;
    // Whole numbers, which most are, without making a text of each.
    if (bytes[p] !== 48 && p < end) {
      while (p < end && (bytes[p] as number) >= 48 && (bytes[p] as number) <= 57) p += 1;
      if (p === end) return;
    }
    const text = String.fromCharCode(...bytes.subarray(from, Math.min(end, from + longestNumber)));
    if (end - from > longestNumber || !numberPattern.test(text)) throw this.#problem('number', from);
  }
}

/** Characters of a number with a fraction or exponent; a whole one may be longer. */
const longestNumber = 4096;

function isHex(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102);
}

type Arrays = Pick<Tape, 'start' | 'next' | 'parent' | 'ordinal' | 'kind'> & { readonly room: number };

function arraysFor(room: number): Arrays {
  const places = () => new Uint32Array(room);
  return {
    start: places(),
    next: places(),
    parent: places(),
    ordinal: places(),
    kind: new Uint8Array(room),
    room,
  };
}

function grown(old: Arrays): Arrays {
  const arrays = arraysFor(Math.ceil(old.room * 1.6));
  for (const name of ['start', 'next', 'parent', 'ordinal', 'kind'] as const) arrays[name].set(old[name]);
  return arrays;
}

/** The index of a whole text. @throws JsonProblem */
export function scanBytes(bytes: Uint8Array): Tape {
  const scanner = new TapeScanner(bytes.length);
  scanner.push(bytes);
  return scanner.finish();
}

/** The index of a text. @throws JsonProblem */
export function scanText(text: string): Tape {
  return scanBytes(encodeUtf8(text));
}
