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

/**
 * Places the sentences of an annotated document, in their order, in the text of its original. A fifth to a
 * third of them stand in it several times; which is which is decided by what surrounds them and by their
 * order, and where that does not decide, a place is `approximate`.
 */
export function placeSentences(original: AnchorText, sentences: readonly string[]): readonly TextPlace[] {
  const { all, together } = foldAll(sentences);
  const work = enoughWork();
  /** Which units of the original have their sentence. */
  const taken = new Uint8Array(original.folded.length);
  const several: Sentence[][] = [];
  for (const [text, group] of Map.groupBy(all, (sentence) => sentence.text)) {
    const { at, areAll } = original.lookup(text, mostPlaces, work);
    for (const sentence of group) sentence.places = at;
    const [only, ...others] = group;
    if (areAll && at.length === 1 && others.length === 0) take(only as Sentence, at[0] as number);
    else if (areAll && at.length > 0) several.push(group);
  }
  // The longest first: a heading of one word also stands in the sentences that begin with it.
  several.sort(([left], [right]) => (right?.text.length ?? 0) - (left?.text.length ?? 0));
  for (const group of several) byContext(group);
  byNeighbours();
  return all.map((sentence, index) => placeOf(sentence, index));

  function isFree(at: number, length: number): boolean {
    return !taken.subarray(at, at + length).includes(1);
  }

  function take(sentence: Sentence, at: number): void {
    if (!isFree(at, sentence.text.length)) return;
    sentence.at = at;
    taken.fill(1, at, at + sentence.text.length);
  }

  /** What surrounds a sentence is more alike in one place than in all others. */
  function byContext(group: readonly Sentence[]): void {
    const wishes = group.map((sentence) => ({ sentence, at: likeliest(sentence) }));
    const wished = Map.groupBy(wishes, ({ at }) => at);
    for (const { sentence, at } of wishes) if (at >= 0 && wished.get(at)?.length === 1) take(sentence, at);
  }

  function likeliest({ text, start, places }: Sentence): number {
    const { compared, both, one, lead } = context;
    const free = places.filter((at) => isFree(at, text.length));
    if (free.length === 0) return -1;
    const seen = free.map((at) => ({
      at,
      before: commonBefore(together, start, original.folded, at, compared),
      after: commonAfter(together, start + text.length, original.folded, at + text.length, compared),
    }));
    const best = seen.reduce((left, right) =>
      right.before + right.after > left.before + left.after ? right : left,
    );
    // Where text was moved, one side of its true place tells of it, and both of a false one may seem to.
    const isTold = seen.every(
      (other) =>
        other === best ||
        (other.before <= best.before &&
          other.after <= best.after &&
          other.before + other.after + lead <= best.before + best.after),
    );
    const isEnough = Math.min(best.before, best.after) >= both || Math.max(best.before, best.after) >= one;
    return isTold && isEnough ? best.at : -1;
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
    const isUnchanged = to - from === run.reduce((sum, { text }) => sum + text.length, 0);
    for (const [text, alike] of Map.groupBy(run, (sentence) => sentence.text)) {
      if (text === '' || work.left < 0) continue;
      work.left -= to - from;
      const free: number[] = [];
      for (let at = original.folded.indexOf(text, from); at >= 0 && at + text.length <= to; ) {
        if (isFree(at, text.length)) free.push(at);
        at = original.folded.indexOf(text, at + text.length);
      }
      for (const [index, sentence] of alike.entries()) {
        const offset = from + sentence.start - begin;
        if (isUnchanged && free.includes(offset)) take(sentence, offset);
        else if (free.length === alike.length) take(sentence, free[index] as number);
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

function foldAll(sentences: readonly string[]): { all: Sentence[]; together: string } {
  let start = 0;
  const all = sentences.map((sentence) => {
    const { folded: text } = foldText(sentence);
    const one: Sentence = { text, start, at: -1, places: [] };
    start += text.length;
    return one;
  });
  return { all, together: all.map(({ text }) => text).join('') };
}
