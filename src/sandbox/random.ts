/** A source of numbers in 0…1 that gives the same run for the same seed. */
export type Random = () => number;

/**
 * A small seeded generator (mulberry32): enough for faults and delays, never for keys or signatures.
 *
 * @param seed any integer; the same seed gives the same sequence
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
