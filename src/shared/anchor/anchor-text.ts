import { lastWhere } from '../last-where.ts';
import { type Lookup, lookupIn } from './find-all.ts';
import { foldText } from './fold.ts';
import { itemSign } from './pieces-of.ts';
import { isWordEdge } from './word-edges.ts';

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
  /** The words of the text of which a range of `folded` is a part. */
  wordsAround(from: number, to: number): TextPlace;
  /** The first unit of `folded` at or after a place of the text. */
  unitAt(offset: number): number;
  /** Whether a range of `folded` begins and ends at edges of words of the text. */
  isWhole(from: number, to: number): boolean;
  /** Whether nothing that goes on in the text stands on both sides of a unit of `folded`. */
  isBorder(unit: number): boolean;
  /**
   * Where the sign of an item of a list begins that stands before a unit of `folded`; else the unit itself.
   */
  itemAt(unit: number): number;
}

/** Between parts of a page: paragraphs, cells, empty lines. */
const parting = /\u2029|\n[^\S\n]*\n/u;
const ending = /[.!?\u2026\u3002\uff01\uff1f]['"\u2019\u201d)\]]*$/u;
/** Characters of a word that are added on each side, at most. */
const mostAdded = 40;
/** Characters of a sign with the space around it. */
const longestItem = 16;
const beforeItem = new RegExp(`(?<=^|[\\n\\u2029]\\s*)${itemSign}\\s*$`, 'u');
/** What may close a sentence after its full stop, in characters that are looked at. */
const closing = 4;

export function anchorText(text: string): AnchorText {
  const { folded, starts, endOf } = foldText(text);
  /** Where a unit begins in the text, and the one before it ends. */
  const startOf = (unit: number) => starts[unit] ?? text.length;
  const endBefore = (unit: number) => (unit === 0 ? 0 : endOf(unit - 1));
  const unitAt = (offset: number) =>
    lastWhere(starts.length, (unit) => (starts[unit] as number) < offset) + 1;
  return {
    folded,
    lookup: lookupIn(folded),
    placeOf: (kind, from, to) =>
      to <= from ? noPlace : { kind, from: starts[from] as number, to: endOf(to - 1) },
    wordsAround(from, to) {
      let begin = startOf(from);
      let end = endBefore(to);
      for (let added = 0; added < mostAdded && !isWordEdge(text, begin); added++) begin -= 1;
      for (let added = 0; added < mostAdded && !isWordEdge(text, end); added++) end += 1;
      return { kind: 'approximate', from: begin, to: end };
    },
    unitAt,
    isWhole(from, to) {
      const isApart = (unit: number) =>
        unit === 0 || unit === folded.length || startOf(unit) !== startOf(unit - 1);
      return (
        isApart(from) && isApart(to) && isWordEdge(text, startOf(from)) && isWordEdge(text, endBefore(to))
      );
    },
    isBorder(unit) {
      if (unit <= 0 || unit >= folded.length) return true;
      const from = endBefore(unit);
      const to = startOf(unit);
      return (
        parting.test(text.slice(from, Math.min(to, from + 200))) ||
        (ending.test(text.slice(Math.max(0, from - closing), from)) && isWordEdge(text, to))
      );
    },
    itemAt(unit) {
      const from = Math.max(0, startOf(unit) - longestItem);
      const sign = beforeItem.exec(text.slice(from, startOf(unit)));
      // Cut off before, it does not begin a line.
      return sign === null || (sign.index === 0 && from > 0) ? unit : unitAt(from + sign.index);
    },
  };
}
