import type { TextPlace } from './anchor-text.ts';

/** Which sentence stands at a place of the original; exact ones go before. −1 for none. */
export function sentenceAt(places: readonly TextPlace[], offset: number): number {
  let found = -1;
  for (const [index, { kind, from, to }] of places.entries()) {
    if (offset < from || offset >= to) continue;
    if (kind === 'exact') return index;
    if (found < 0) found = index;
  }
  return found;
}
