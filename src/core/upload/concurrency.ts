/** Fewest uploads at once (U1). */
const lowest = 2;
const start = 4;

/**
 * How many uploads at once: one more for each that went well, half of it after the service or the line showed
 * strain. Failures that flew together count once.
 */
export function createConcurrency(highest: number) {
  const floor = Math.min(lowest, highest);
  let places = Math.min(start, highest);
  let sinceCut = places;
  return {
    places: () => Math.floor(places),
    wentWell(): void {
      places = Math.min(highest, places + 1);
      sinceCut += 1;
    },
    strained(): void {
      if (sinceCut < places) return;
      places = Math.max(floor, Math.floor(places / 2));
      sinceCut = 0;
    },
  };
}
