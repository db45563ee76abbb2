import { type Lookup, lookupIn } from './find-all.ts';
import { foldText } from './fold.ts';

/** Where something stands in a text: UTF-16 units, `to` exclusive. */
export interface TextPlace {
  /**
   * `exact`: the same words, and it is decided which of several places. `approximate`: the likeliest place of
   * words that differ, or of words that stand in several. Never more than is known.
   */
  readonly kind: 'exact' | 'approximate' | 'none';
  /** −1 for none. */
  readonly from: number;
  readonly to: number;
}

export const noPlace: TextPlace = { kind: 'none', from: -1, to: -1 };

/** The text of an original, ready for passages to be found in it. */
export interface AnchorText {
  readonly folded: string;
  readonly lookup: Lookup;
  /** A range of `folded` in the text itself. */
  placeOf(kind: TextPlace['kind'], from: number, to: number): TextPlace;
  /** The first unit of `folded` at or after a place of the text. */
  unitAt(offset: number): number;
}

export function anchorText(text: string): AnchorText {
  const { folded, starts, endOf } = foldText(text);
  return {
    folded,
    lookup: lookupIn(folded),
    placeOf: (kind, from, to) =>
      to <= from ? noPlace : { kind, from: starts[from] as number, to: endOf(to - 1) },
    unitAt(offset) {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((starts[middle] as number) < offset) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}
