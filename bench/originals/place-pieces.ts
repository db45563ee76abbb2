import { type AnchorText, anchorText } from '#shared/anchor/anchor-text.ts';
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
/** Units on both sides by which two places are told apart. */
const compared = 40;

/**
 * Where the order of the original says that each piece stands: it was extracted in that order. Undefined
 * where that is not told.
 */
export function standsByOrder(seen: SeenText, pieces: readonly string[]): (Stand | undefined)[] {
  const original = anchorText(seen.text);
  let from = 0;
  return pieces.map((piece) => {
    const { folded } = foldText(piece);
    const next = folded === '' ? -1 : original.folded.indexOf(folded, from);
    if (next < 0 || next - from > farthest) return undefined;
    from = next + folded.length;
    return standOf(original, seen, original.placeOf('exact', next, from).from);
  });
}

/** Places all pieces, and compares those that are called exact with their words and with the truth. */
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
    if (wanted === undefined) continue;
    count.checked += 1;
    if (wanted === standOf(original, seen, place.from)) continue;
    // What changed places with another, all around it the same, is told by nobody.
    const before = together
      .slice(Math.max(0, index - 20), index)
      .join('')
      .slice(-compared);
    const after = together
      .slice(index + 1, index + 20)
      .join('')
      .slice(0, compared);
    const at = original.unitAt(place.from);
    const around = original.folded.slice(Math.max(0, at - compared), at + folded.length + compared);
    if (around !== `${before}${folded}${after}`) count.false.push(`place: ${says}`);
  }
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
