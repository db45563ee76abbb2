import { decodeUtf8 } from '../web.ts';

/** What a value is. Stored in the lower three bits of a node's kind. */
export const kinds = { null: 0, boolean: 1, number: 2, string: 3, array: 4, object: 5 } as const;
export type KindName = keyof typeof kinds;

/** The lower three bits of a kind: one of `kinds`. */
export const kindMask = 0b111;
/** The node is a member of an object: its token begins with the key. */
export const hasKey = 0b1000;
/** The value is a string with escapes of one character, such as `\n`. */
export const hasEscape = 0b1_0000;
/** The value is a string with `\u` escapes. */
export const hasUnicodeEscape = 0b10_0000;
/** The key has escapes of any kind. */
export const keyHasEscape = 0b100_0000;

/**
 * A JSON text as an index over its bytes: nothing is copied and nothing becomes an object until somebody
 * looks at it. Nodes are numbered in the order of the text, so a node's descendants are the numbers from
 * `node + 1` to `next[node] - 1`, and a place in the bytes is found by bisection. 17 bytes a node; a parsed
 * value would take several times that, and a string could not hold a large document at all.
 */
export interface Tape {
  readonly bytes: Uint8Array;
  /** Bytes of the text; the array may be longer. */
  readonly length: number;
  /** Number of nodes. */
  readonly size: number;
  /** Where the node's token begins: its key, or its value when it has none. */
  readonly start: Uint32Array;
  /** The node after the last descendant: the next sibling, if there is one. */
  readonly next: Uint32Array;
  /** The array or object it stands in; the root is its own. */
  readonly parent: Uint32Array;
  /** How many siblings come before it. */
  readonly ordinal: Uint32Array;
  readonly kind: Uint8Array;
}

/** Why a text is no JSON, and where. */
export class JsonProblem extends Error {
  /** Counted from 0. */
  readonly offset: number;
  /** Counted from 1; the column in characters. */
  readonly line: number;
  readonly column: number;
  /** What stands around the place, cut, on one line. */
  readonly excerpt: string;
  readonly problem: ProblemName;

  constructor(problem: ProblemName, bytes: Uint8Array, length: number, offset: number) {
    super(`${problem} at byte ${offset}`);
    this.problem = problem;
    this.offset = offset;
    let line = 1;
    let lineStart = 0;
    for (let at = bytes.indexOf(10); at !== -1 && at < offset; at = bytes.indexOf(10, at + 1)) {
      line += 1;
      lineStart = at + 1;
    }
    this.line = line;
    this.column = decodeUtf8(bytes.subarray(lineStart, offset)).length + 1;
    const from = Math.max(lineStart, offset - excerptBefore);
    const around = decodeUtf8(bytes.subarray(from, Math.min(length, offset + excerptAfter)));
    this.excerpt = (around.split(/[\n\r]/, 1)[0] ?? '').replaceAll(/\p{Cc}/gu, ' ');
  }
}

/** Bytes shown around a problem. */
const excerptBefore = 40;
const excerptAfter = 40;

export type ProblemName =
  | 'empty'
  | 'ends'
  | 'string'
  | 'escape'
  | 'control'
  | 'number'
  | 'value'
  | 'key'
  | 'colon'
  | 'comma'
  | 'more'
  | 'lines'
  | 'encoding'
  | 'tooLarge';
