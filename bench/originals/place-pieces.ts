import { type AnchorText, anchorText, type TextPlace } from '#shared/anchor/anchor-text.ts';
import { foldText } from '#shared/anchor/fold.ts';
import { placeSentences } from '#shared/anchor/place-sentences.ts';
import type { SeenText } from './in-frame.ts';

export interface PlacedCount {
  all: number;
  exact: number;
  /** Of the exact ones, those whose true place is known. */
  checked: number;
  readonly false: string[];
}

/** A place that stays the same when text around it is written otherwise: a text node, and a unit of it. */
type Stand = string;

/** Folded units between two pieces that follow each other in a document, at most. */
const farthest = 3_000;
/** Units on one side that say that a piece is where the order finds it. */
const beside = 12;
/** Units on both sides by which two places are told apart. */
const compared = 40;

/**
 * Where the order of the original says that each piece stands: it was extracted in that order. Undefined
 * where that is not told, as of a cell that is hidden, whose words stand further on for another reason.
 */
export function standsByOrder(seen: SeenText, pieces: readonly string[]): (Stand | undefined)[] {
  const original = anchorText(seen.text);
  const together = pieces.map((piece) => foldText(piece).folded);
  let from = 0;
  return together.map((folded, index) => {
    const next = folded === '' ? -1 : original.folded.indexOf(folded, from);
    if (next < 0 || next - from > farthest) return undefined;
    const [before, after] = surroundingsOf(together, index, beside);
    const end = next + folded.length;
    const isBeside =
      original.folded.startsWith(after, end) || original.folded.slice(0, next).endsWith(before);
    if (next > from && !isBeside) return undefined;
    from = next + folded.length;
    return standOf(original, seen, original.placeOf('exact', next, from).from);
  });
}

/**
 * Places all pieces, and compares those that are called exact with their words and with the truth. Where the
 * truth is not known, a place must be a block of its own whose words stand once, or have on one side the same
 * words as in the document.
 */
export function countPlaced(
  seen: SeenText,
  pieces: readonly string[],
  truth: readonly (Stand | undefined)[],
  count: PlacedCount,
): void {
  const original = anchorText(seen.text);
  const together = pieces.map((piece) => foldText(piece).folded);
  for (const [index, place] of placeSentences(original, pieces).entries()) {
    count.all += 1;
    if (place.kind !== 'exact') continue;
    count.exact += 1;
    const folded = together[index] as string;
    const says = `${pieces[index]} at ${place.from}`;
    if (foldText(seen.text.slice(place.from, place.to)).folded !== folded) count.false.push(`words: ${says}`);
    const wanted = truth[index];
    if (wanted !== undefined) count.checked += 1;
    if (wanted === standOf(original, seen, place.from)) continue;
    const [before, after] = surroundingsOf(together, index, compared);
    const at = original.unitAt(place.from);
    const end = at + folded.length;
    const isAlike = [
      original.folded.slice(Math.max(0, at - compared), at) === before,
      original.folded.slice(end, end + compared) === after,
    ];
    if (wanted === undefined && isBlock(seen.text, place)) continue;
    // What changed places with another, all around it the same, is told by nobody.
    if (wanted === undefined ? !isAlike.some(Boolean) : !isAlike.every(Boolean))
      count.false.push(`${wanted === undefined ? 'unknown' : 'place'}: ${says}`);
  }
}

/** Whether a place is all of a block of the original, and its words stand nowhere else. */
function isBlock(text: string, { from, to }: TextPlace): boolean {
  const words = text.slice(from, to);
  const isOnly = text.indexOf(words) === from && text.lastIndexOf(words) === from;
  return isOnly && /\u2029\s*$/u.test(text.slice(0, from)) && /^\s*(?:\u2029|$)/u.test(text.slice(to));
}

/** What stands before and after a piece in the document, up to so many units. */
function surroundingsOf(together: readonly string[], index: number, most: number): [string, string] {
  const before = together.slice(Math.max(0, index - 20), index).join('');
  const after = together.slice(index + 1, index + 20).join('');
  return [before.slice(-most), after.slice(0, most)];
}

function standOf(original: AnchorText, { starts }: SeenText, offset: number): Stand {
  let node = -1;
  let start = -1;
  for (const [index, begins] of starts.entries()) {
    if (begins < 0 || begins > offset || begins < start) continue;
    node = index;
    start = begins;
  }
  return `${node}:${original.unitAt(offset) - original.unitAt(start)}`;
}
