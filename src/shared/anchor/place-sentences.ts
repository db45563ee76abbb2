import search from 'approx-string-match';
import { type AnchorText, noPlace, type TextPlace } from './anchor-text.ts';
import { commonAfter, commonBefore } from './common.ts';
import { enoughWork } from './find-all.ts';
import { foldText } from './fold.ts';

/** Places of one sentence that are compared; one that stands more often is decided by its neighbours. */
const mostPlaces = 64;
/**
 * Units of context that are compared on each side. So many must be alike on both, or on one, and so many more
 * than at any other place.
 */
const context = { compared: 80, both: 16, one: 60, lead: 8 };
/** Units of a sentence that is told from others without its context. */
const tellsItself = 24;
/** Units of a sentence that parts others wherever its words stand. */
const partsOthers = 8;
/** What stands between two neighbours may be longer or shorter by this, and be the same part of the text. */
const looseness = { share: 0.15, units: 24 };
/** Sentences that differ are looked for between their neighbours, in a part of at most so many units. */
const fuzzy = { longest: 600, gap: 4_000, errors: 0.25 };

interface Sentence {
  readonly text: string;
  /** Where it begins in all sentences together. */
  readonly start: number;
  /** Where it stands in the original, as far as that is known; −1. */
  at: number;
  places: readonly number[];
}

/** A place of a sentence, and how many units beside it are alike. */
interface Surroundings {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Places the sentences of an annotated document, in their order, in the text of its original. A fifth to a
 * third of them stand in it several times; which is which is decided by what surrounds them and by their
 * order, and where that does not decide, a place is `approximate`. So is one that is only a part of a word,
 * of a number or of another sentence, as far as that can be told.
 */
export function placeSentences(original: AnchorText, sentences: readonly string[]): readonly TextPlace[] {
  return placeFolded(original, sentences.map(foldSentence));
}

/** The same for sentences that were folded before there was an original. */
export function placeFolded(original: AnchorText, sentences: readonly string[]): readonly TextPlace[] {
  const { all, together } = inLine(sentences);
  const work = enoughWork();
  /** Which units of the original have their sentence, and where sentences begin and end. */
  const taken = new Uint8Array(original.folded.length);
  /** Units of the longest sentence that may stand over a unit, and has no place yet. */
  const claimed = new Uint32Array(original.folded.length);
  const edges = { begins: new Set<number>(), ends: new Set<number>() };
  const groups: Sentence[][] = [];
  for (const [text, group] of Map.groupBy(all, (sentence) => sentence.text)) {
    const isFit = (at: number) => original.isWhole(at, at + text.length);
    const { at, areAll } = original.lookup(text, mostPlaces, work, isFit);
    const places = at.length > 0 || !areAll ? at : original.lookup(text, mostPlaces, work).at;
    for (const sentence of group) sentence.places = places;
    if (areAll && at.length > 0) groups.push(group);
    // Where it stands more often than there are sentences of these words, it is also a part of others.
    if (text.length < partsOthers || at.length > group.length) continue;
    // Wherever it belongs, what stands beside it is another sentence.
    for (const begin of at) bound(begin, begin + text.length);
  }
  // The longest first: a heading of one word also stands in the sentences that begin with it.
  groups.sort(([left], [right]) => (right?.text.length ?? 0) - (left?.text.length ?? 0));
  for (const group of groups) {
    byContext(group);
    if (group.some(({ at }) => at < 0)) claim(group[0] as Sentence);
  }
  // What is placed by now parts from others what stands beside it.
  for (const group of groups) byContext(group);
  byNeighbours();
  return all.map((sentence, index) => placeOf(sentence, index));

  /** What stands beside a sentence ends where it begins, or the sign before it where it is an item. */
  function bound(from: number, to: number): void {
    edges.begins.add(from).add(original.itemAt(from));
    edges.ends.add(to);
  }

  function isFree(at: number, length: number): boolean {
    return !taken.subarray(at, at + length).includes(1);
  }

  /** What may be all of a longer sentence is not said to be a shorter one. */
  function claim({ text: { length }, places }: Sentence): void {
    for (const at of places)
      for (let unit = at; unit < at + length; unit++)
        claimed[unit] = Math.max(claimed[unit] as number, length);
  }

  function take(sentence: Sentence, at: number): void {
    const end = at + sentence.text.length;
    if (!isFree(at, sentence.text.length)) return;
    sentence.at = at;
    taken.fill(1, at, end);
    bound(at, end);
  }

  /** What surrounds a sentence is more alike in one place than in all others. */
  function byContext(group: readonly Sentence[]): void {
    const open = group.filter(({ at }) => at < 0);
    const wishes = open.map((sentence) => ({ sentence, at: likeliest(sentence, group.length) }));
    const wished = Map.groupBy(wishes, ({ at }) => at);
    for (const { sentence, at } of wishes) if (at >= 0 && wished.get(at)?.length === 1) take(sentence, at);
  }

  /** @param alike how many sentences have the same words */
  function likeliest(sentence: Sentence, alike: number): number {
    const { both, one, lead } = context;
    const { text, places } = sentence;
    const seen = places.filter((at) => isFree(at, text.length)).map((at) => surroundingsAt(sentence, at));
    if (seen.length === 0) return -1;
    const best = seen.reduce((left, right) =>
      right.before + right.after > left.before + left.after ? right : left,
    );
    if (!isBounded(sentence, best)) return -1;
    // Where text was moved, one side of its true place tells of it, and both of a false one may seem to.
    const isTold = seen.every(
      (other) =>
        other === best ||
        (other.before <= best.before &&
          other.after <= best.after &&
          other.before + other.after + lead <= best.before + best.after),
    );
    const most = Math.max(best.before, best.after);
    const isOnly = alike === 1 && places.length === 1;
    // Where some are gone, what stands on one side may be beside another that is alike.
    const others = places.length - seen.length;
    const isOneGone = others + seen.filter((place) => isBounded(sentence, place)).length < alike;
    const isEnough =
      Math.min(best.before, best.after) >= both ||
      (most >= one && !isOneGone) ||
      (isOnly && (most >= both || text.length >= tellsItself));
    return isTold && isEnough ? best.at : -1;
  }

  /** How much of what surrounds a sentence surrounds a place of the original. */
  function surroundingsAt({ text, start }: Sentence, at: number): Surroundings {
    const { compared } = context;
    const { folded } = original;
    const end = start + text.length;
    const before = commonBefore(together, start, folded, at, compared);
    const after = commonAfter(together, end, folded, at + text.length, compared);
    // Where both texts begin or end, all is alike.
    const isFirst = before === start && before === at;
    const isLast = end + after === together.length && at + text.length + after === folded.length;
    return { at, before: isFirst ? compared : before, after: isLast ? compared : after };
  }

  /** Whether a place is all of a sentence of the original, as far as can be told, and not a part of one. */
  function isBounded({ text }: Sentence, { at, before, after }: Surroundings): boolean {
    const end = at + text.length;
    return (
      (claimed[at] as number) <= text.length &&
      (before >= context.both || edges.ends.has(at) || isBegun(at)) &&
      (after >= context.both || edges.begins.has(end) || original.isBorder(end))
    );
  }

  /** Whether nothing goes on there, or a sign begins an item. */
  function isBegun(at: number): boolean {
    return original.isBorder(at) || original.itemAt(at) !== at;
  }

  /** Between two neighbours that are placed, as much text apart as in the document, the order decides. */
  function byNeighbours(): void {
    for (let first = 0; first < all.length; ) {
      const open = all[first] as Sentence;
      if (open.at >= 0 || open.places.length === 0) {
        first += 1;
        continue;
      }
      let last = first;
      while (last < all.length && (all[last] as Sentence).at < 0) last += 1;
      const before = all[first - 1];
      const after = all[last];
      const from = before === undefined ? 0 : before.at < 0 ? -1 : before.at + before.text.length;
      const to = after === undefined ? original.folded.length : after.at;
      const begin = open.start;
      const length = (after?.start ?? together.length) - begin;
      if (from >= 0 && isAsLong(to - from, length)) inOrder(all.slice(first, last), from, to, begin);
      first = last + 1;
    }
  }

  function inOrder(run: readonly Sentence[], from: number, to: number, begin: number): void {
    const isAsMuch = to - from === run.reduce((sum, { text }) => sum + text.length, 0);
    /** As far from both ends as in the document, with the same beside it. */
    const isUnchanged = (sentence: Sentence, at: number) => {
      const { before, after } = surroundingsAt(sentence, at);
      const { both } = context;
      return before >= Math.min(both, at - from) && after >= Math.min(both, to - at - sentence.text.length);
    };
    const groups = [...Map.groupBy(run, (sentence) => sentence.text)];
    for (const [text, alike] of groups.toSorted(([left], [right]) => right.length - left.length)) {
      if (text === '' || work.left < 0) continue;
      work.left -= to - from;
      const free: number[] = [];
      for (let at = original.folded.indexOf(text, from); at >= 0 && at + text.length <= to; ) {
        const isFit = isFree(at, text.length) && original.isWhole(at, at + text.length);
        if (isFit) free.push(at);
        at = original.folded.indexOf(text, at + (isFit ? text.length : 1));
      }
      const isEach =
        free.length === alike.length &&
        alike.every((one, index) => isBounded(one, surroundingsAt(one, free[index] as number)));
      for (const [index, sentence] of alike.entries()) {
        const offset = from + sentence.start - begin;
        const isThere = isAsMuch && free.includes(offset) && isUnchanged(sentence, offset);
        if (isThere && isBounded(sentence, surroundingsAt(sentence, offset))) take(sentence, offset);
        else if (isEach) take(sentence, free[index] as number);
      }
    }
  }

  function placeOf({ text, at, places }: Sentence, index: number): TextPlace {
    if (text === '') return noPlace;
    if (at >= 0) return original.placeOf('exact', at, at + text.length);
    const before = neighbour(index, -1);
    const after = neighbour(index, 1);
    const from = before === undefined ? 0 : before.at + before.text.length;
    const to = after === undefined ? original.folded.length : after.at;
    const [near] = places.toSorted((left, right) => Math.abs(left - from) - Math.abs(right - from));
    if (near !== undefined) return original.placeOf('approximate', near, near + text.length);
    if (to <= from || to - from > fuzzy.gap || text.length > fuzzy.longest || work.left < 0) return noPlace;
    work.left -= (to - from) * text.length;
    const most = Math.floor(text.length * fuzzy.errors);
    const [found] = most === 0 ? [] : search(original.folded.slice(from, to), text, most);
    return found ? original.placeOf('approximate', from + found.start, from + found.end) : noPlace;
  }

  /** The nearest sentence that is placed, among a few. */
  function neighbour(index: number, by: 1 | -1): Sentence | undefined {
    for (let far = 1; far <= 20; far++) {
      const sentence = all[index + by * far];
      if (sentence === undefined || sentence.at >= 0) return sentence;
    }
    return undefined;
  }
}

const isAsLong = (found: number, wanted: number) =>
  Math.abs(found - wanted) <= looseness.units + wanted * looseness.share;

export const foldSentence = (sentence: string) => foldText(sentence).folded;

function inLine(sentences: readonly string[]): { all: Sentence[]; together: string } {
  let start = 0;
  const all = sentences.map((text) => {
    const one: Sentence = { text, start, at: -1, places: [] };
    start += text.length;
    return one;
  });
  return { all, together: sentences.join('') };
}
