import { seededRandom } from '../random.ts';

/**
 * A number in 0…1 that is always the same for the same key: what the whole invented data set is drawn from,
 * so that two operations, and two starts, agree.
 */
export function chance(key: string): number {
  return seededRandom(hash(key))();
}

/** A number between two bounds, always the same for the same key. */
export function between(key: string, low: number, high: number): number {
  return low + chance(key) * (high - low);
}

/** One of the choices, always the same for the same key. */
export function choose<Choice>(key: string, choices: readonly [Choice, ...Choice[]]): Choice {
  return choices[Math.floor(chance(key) * choices.length)] ?? choices[0];
}

/** FNV-1a, 32 bits. */
export function hash(key: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    value = Math.imul(value ^ key.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Rounded to so many digits after the point; never −0. */
export function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor + 0;
}
