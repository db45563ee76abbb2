/** The same numbers for the same seed; each below its argument. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    // The low bits of such numbers repeat soon.
    return (state >>> 8) % Math.max(1, below);
  };
}
