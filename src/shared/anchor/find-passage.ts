import search from 'approx-string-match';
import type { AnchorText, TextPlace } from './anchor-text.ts';
import { noPlace } from './anchor-text.ts';
import { commonAfter, commonBefore } from './common.ts';
import { enoughWork, type Work } from './find-all.ts';
import { foldText } from './fold.ts';
import { isWordEdge } from './word-edges.ts';

/** A passage as it was kept: W3C's text quote and text position selectors. */
export interface Passage {
  readonly quote: string;
  /** What stood before and after it, as far as that is known. */
  readonly prefix?: string;
  readonly suffix?: string;
  /** Where it began, in UTF-16 units of a text that may have been another one. */
  readonly position?: number;
}

/** What each kind of likeness counts, of 92. */
const weights = { quote: 50, prefix: 20, suffix: 20, position: 2 };
/** Places of the same words that are compared. */
const mostPlaces = 500;
/** Of one place over the next, so that it is decided; of the context where there is no other place. */
const lead = 4;
const leastContext = 0.25;
/** Units of words that are told from others without their context. */
const tellsItself = 24;
/** Words that differ: up to which length, with which share of units that differ, in texts of which length. */
const fuzzy = { longest: 2_000, errors: 0.2, text: 4_000_000 };

/**
 * Finds a passage in the text of an original: its own words first, and where they stand in several places the
 * one whose surroundings are most alike; words that differ a little only where it does not stand as it was.
 */
export function findPassage(original: AnchorText, passage: Passage): TextPlace {
  const wanted = {
    quote: foldText(passage.quote).folded,
    prefix: foldText(passage.prefix ?? '').folded,
    suffix: foldText(passage.suffix ?? '').folded,
    unit: passage.position === undefined ? undefined : original.unitAt(passage.position),
  };
  const { quote } = wanted;
  if (quote === '') return noPlace;
  const work = enoughWork();
  const isFit = wholeOnly(original, passage, quote.length);
  const { at, areAll } = original.lookup(quote, mostPlaces, work, isFit);
  if (at.length === 0) return findInWords(original, wanted, work) ?? findAlike(original, wanted);
  const likeness = at.map((from) => likenessOf(original.folded, wanted, from, from + quote.length));
  const [best, second] = likeness.toSorted((left, right) => right.score - left.score);
  if (best === undefined) return noPlace;
  const tells = best.context >= leastContext || quote.length >= tellsItself;
  const isDecided = areAll && (second === undefined ? tells : best.score - second.score >= lead);
  return original.placeOf(isDecided ? 'exact' : 'approximate', best.from, best.from + quote.length);
}

/** A passage is not within words or numbers, but where it was when it was kept. */
function wholeOnly(original: AnchorText, { quote, prefix = '', suffix = '' }: Passage, length: number) {
  const around = prefix + quote + suffix;
  const edges = [prefix.length, prefix.length + quote.length].map((at) => isWordEdge(around, at));
  if (!edges.every(Boolean)) return undefined;
  return (at: number) => original.isWhole(at, at + length);
}

/** A part of other words, which are the likeliest that there is. Never exact. */
function findInWords(original: AnchorText, wanted: Wanted, work: Work): TextPlace | undefined {
  const { length } = wanted.quote;
  const { at } = original.lookup(wanted.quote, mostPlaces, work);
  const likeness = at.map((from) => likenessOf(original.folded, wanted, from, from + length));
  const [best] = likeness.toSorted((left, right) => right.score - left.score);
  return best && original.wordsAround(best.from, best.from + length);
}

interface Wanted {
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly unit: number | undefined;
}

/** How alike a place is, in the units of `weights`; `context` is the share of what surrounds it. */
function likenessOf(text: string, wanted: Wanted, from: number, to: number) {
  const { prefix, suffix, unit } = wanted;
  const before = commonBefore(prefix, prefix.length, text, from, prefix.length);
  const after = commonAfter(suffix, 0, text, to, suffix.length);
  const known = prefix.length + suffix.length;
  const distance = unit === undefined ? 1 : Math.abs(unit - from) / Math.max(1, text.length);
  const score =
    weights.prefix * share(before, prefix.length) +
    weights.suffix * share(after, suffix.length) +
    weights.position * (1 - distance);
  return { from, score: weights.quote + score, context: share(before + after, known) };
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** The likeliest place of words that differ. Never exact. */
function findAlike(original: AnchorText, wanted: Wanted): TextPlace {
  const { folded } = original;
  const { quote } = wanted;
  if (quote.length > fuzzy.longest || folded.length > fuzzy.text) return noPlace;
  const most = Math.floor(quote.length * fuzzy.errors);
  const found = most === 0 ? [] : search(folded, quote, most).slice(0, mostPlaces);
  const [best] = found
    .map(({ start, end, errors }) => ({
      start,
      end,
      score: likenessOf(folded, wanted, start, end).score - weights.quote * share(errors, quote.length),
    }))
    .toSorted((left, right) => right.score - left.score);
  return best === undefined ? noPlace : original.placeOf('approximate', best.start, best.end);
}
