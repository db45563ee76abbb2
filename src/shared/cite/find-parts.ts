import { findPassage } from '../anchor/find-passage.ts';
import { enoughWork } from '../anchor/find-all.ts';
import { foldText } from '../anchor/fold.ts';
import { hasWordEdges } from '../anchor/word-edges.ts';
import type { QuotePart } from './quote-parts.ts';
import { isSameWords } from './same-words.ts';
import type { Range, WholeText } from './whole-text.ts';

/** Units of folded text that may have been left out between two parts: some paragraphs. */
const longestGap = 3_000;
/** Places of the longest part that are tried. */
const mostPlaces = 500;
/** Characters by which a place that begins or ends within a word is made wider, to show the words. */
const longestWord = 40;

export interface FoundParts {
  readonly range: Range;
  readonly isSame: boolean;
  /** The words of each part. */
  readonly pieces: readonly Range[];
}

/**
 * The parts of a quote where they stand as they are, as whole words, in their order and near one another; of
 * several such places the one nearest to where it is said to stand. Else the likeliest place of the longest
 * part, which is not the same; null where there is none.
 *
 * @param near where it is said to stand; of several the nearest counts
 */
export function findParts(
  whole: WholeText,
  parts: readonly QuotePart[],
  near: readonly Range[],
): FoundParts | null {
  const anchor = whole.anchor();
  const folded = parts.map(({ words }) => foldText(words).folded);
  const pivot = folded.reduce(
    (best, one, index) => (one.length > (folded[best] ?? '').length ? index : best),
    0,
  );
  const wanted = folded[pivot] ?? '';
  if (wanted === '') return null;
  const units = near.map(({ from, to }) => ({ from: anchor.unitAt(from), to: anchor.unitAt(to) }));
  const distance = (at: number) =>
    units.length === 0
      ? at
      : Math.min(...units.map(({ from, to }) => Math.max(0, from - at - wanted.length, at - to)));
  const { at } = anchor.lookup(wanted, mostPlaces, enoughWork());
  const inside = units.flatMap((one) => insidePlaces(anchor.folded, wanted, one));
  const places = [...new Set([...inside, ...at])].map((start) => ({ start, far: distance(start) }));
  for (const { start } of places.toSorted((left, right) => left.far - right.far)) {
    const chain = chainAt(start);
    if (chain === null) continue;
    const pieces = chain.map((from, index) => rangeOf(from, index));
    const [first, last] = [pieces[0] as Range, pieces.at(-1) as Range];
    return { range: { from: first.from, to: last.to }, isSame: true, pieces };
  }
  const alike = findPassage(anchor, {
    quote: parts[pivot]?.words ?? '',
    ...(near[0] === undefined ? {} : { position: near[0].from }),
  });
  if (alike.kind === 'none') return null;
  const range = toWords(whole.text, alike);
  return { range, isSame: false, pieces: [range] };

  function rangeOf(from: number, index: number): Range {
    return anchor.placeOf('exact', from, from + (folded[index] as string).length);
  }

  /** Where each part stands when the longest stands there. */
  function chainAt(start: number): number[] | null {
    if (!fits(start, pivot)) return null;
    const chain = [start];
    for (let index = pivot + 1, from = start; index < parts.length; index++) {
      const behind = from + (folded[index - 1] as string).length;
      from = firstOf(index, behind, behind + longestGap);
      if (from < 0) return null;
      chain.push(from);
    }
    for (let index = pivot - 1, to = start; index >= 0; index--) {
      to = lastOf(index, to - longestGap, to);
      if (to < 0) return null;
      chain.unshift(to);
    }
    return chain;
  }

  function firstOf(index: number, from: number, to: number): number {
    const words = folded[index] as string;
    const text = anchor.folded.slice(from, to + words.length);
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
      if (words !== '' && fits(from + at, index)) return from + at;
    return -1;
  }

  function lastOf(index: number, from: number, to: number): number {
    const words = folded[index] as string;
    const start = Math.max(0, from - words.length);
    const text = anchor.folded.slice(start, to);
    for (let at = text.lastIndexOf(words); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(words, at - 1))
      if (words !== '' && fits(start + at, index)) return start + at;
    return -1;
  }

  function fits(at: number, index: number): boolean {
    const { words, letter, isCutOff } = parts[index] as QuotePart;
    const { from, to } = rangeOf(at, index);
    const before = anchor.folded[at - 1] ?? '';
    if (letter !== null && before.toLowerCase() !== letter.toLowerCase()) return false;
    const open = { start: letter !== null, end: isCutOff };
    return hasWordEdges(whole.text, from, to, open) && isSameWords(whole.text.slice(from, to), words);
  }
}

/** Where words stand in or at a place: there may be more of them than are looked up in all of the text. */
function insidePlaces(text: string, words: string, { from, to }: Range): number[] {
  const start = Math.max(0, from - words.length);
  const part = text.slice(start, to + words.length);
  const found: number[] = [];
  for (let at = part.indexOf(words); at >= 0 && found.length < mostPlaces; at = part.indexOf(words, at + 1))
    found.push(start + at);
  return found;
}

function toWords(text: string, { from, to }: Range): Range {
  const before = /[\p{L}\p{N}.,'’$€£-]*$/u.exec(text.slice(Math.max(0, from - longestWord), from))?.[0] ?? '';
  const after = /^[\p{L}\p{N}%]*/u.exec(text.slice(to, to + longestWord))?.[0] ?? '';
  const isWithin = hasWordEdges(text, from, to);
  return isWithin ? { from, to } : { from: from - before.length, to: to + after.length };
}
