/** What is looked for: each byte in lower and in upper case. */
export interface Needle {
  readonly length: number;
  readonly low: Uint8Array;
  readonly high: Uint8Array;
  readonly isAscii: boolean;
}

/** Letters whose cases have different lengths in UTF-8 are compared as they were typed. */
export function foldedBytes(text: string): Needle {
  const encoder = new TextEncoder();
  const low: number[] = [];
  const high: number[] = [];
  for (const character of text) {
    const typed = encoder.encode(character);
    const lower = encoder.encode(character.toLowerCase());
    const upper = encoder.encode(character.toUpperCase());
    const isEven = lower.length === typed.length && upper.length === typed.length;
    low.push(...(isEven ? lower : typed));
    high.push(...(isEven ? upper : typed));
  }
  const isAscii = low.every((byte) => byte < 128);
  return { length: low.length, low: Uint8Array.from(low), high: Uint8Array.from(high), isAscii };
}

/** The first place from `from` on and before `until` at which the needle begins; -1 when there is none. */
export type ByteFinder = (from: number, until: number) => number;

/**
 * Horspool's search by pairs of bytes: which two stand under the needle's end says how far it may move. A
 * pair is rarer than a letter, so the needle nearly always moves by its whole length, and one look-up is all
 * a place costs.
 */
export function createByteFinder(bytes: Uint8Array, length: number, needle: Needle): ByteFinder {
  const { low, high } = needle;
  const last = needle.length - 1;
  if (last < 1) return findByte(bytes, length, needle);
  const skip = pairSkips(needle);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (from, until) => {
    const end = Math.min(length - last, until) + last - 1;
    for (let p = from + last - 1; p < end; ) {
      const step = skip[view.getUint16(p, true)] as number;
      if (step !== 0) {
        p += step;
        continue;
      }
      const place = p - last + 1;
      let same = 0;
      while (same <= last && (bytes[place + same] === low[same] || bytes[place + same] === high[same]))
        same += 1;
      if (same > last) return place;
      p += 1;
    }
    return -1;
  };
}

function findByte(bytes: Uint8Array, length: number, { low, high }: Needle): ByteFinder {
  const [lower] = low;
  const [upper] = high;
  return (from, until) => {
    const end = Math.min(length, until);
    for (let p = from; p < end; p++) if (bytes[p] === lower || bytes[p] === upper) return p;
    return -1;
  };
}

/** How far the needle may move by the pair under its end, whose first byte is the lower eight bits. */
function pairSkips({ low, high, length }: Needle): Uint8Array {
  const skip = new Uint8Array(1 << 16).fill(Math.min(longestStep, length - 1));
  for (let index = 0; index + 1 < length; index++) {
    const step = Math.min(longestStep, length - 2 - index);
    for (const first of [low[index] as number, high[index] as number]) {
      skip[first | ((low[index + 1] as number) << 8)] = step;
      skip[first | ((high[index + 1] as number) << 8)] = step;
    }
  }
  return skip;
}

/** What a byte holds; a shorter step than may be is never wrong. */
const longestStep = 255;
