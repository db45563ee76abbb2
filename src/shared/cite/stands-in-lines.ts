import type { AnchorText } from '../anchor/anchor-text.ts';
import { findPassage, type Passage } from '../anchor/find-passage.ts';
import { foldText } from '../anchor/fold.ts';
import { hasWordEdges } from '../anchor/word-edges.ts';

/** Letters and digits beside a passage that tell its place from another one of like words. */
const around = 12;
/** Words of a passage that may be others: more of them are another passage, or letters that were not read. */
const mostOthers = 0.2;

/**
 * Whether words of an annotated document stand in the lines of a PDF; undefined where that cannot be told. A
 * PDF says where letters are drawn, and no more: a line of its foot or a raised number may stand within a
 * sentence, and letters of a font may be unknown. So words are only called others where their place is known
 * by what stands beside it, word stands for word, and what differs is plainly another number or word.
 */
export function standsInLines(original: AnchorText, text: string) {
  let whole: string | undefined;
  const isSomewhere = (quote: string) => {
    whole ??= plain(text);
    return whole.includes(plain(quote));
  };
  return (passage: Passage): boolean | undefined => judge(original, text, passage, isSomewhere);
}

function judge(
  original: AnchorText,
  text: string,
  passage: Passage,
  isSomewhere: (quote: string) => boolean,
): boolean | undefined {
  const { kind, from, to } = findPassage(original, passage);
  if (kind === 'none') return undefined;
  const found = text.slice(from, to);
  if (signed(found) === signed(passage.quote)) return hasWordEdges(text, from, to) ? true : undefined;
  // Parted there by what else is on a page.
  if (isSomewhere(passage.quote)) return undefined;
  const isOther = isBeside(text, from, to, passage) && areOthers(wordsOf(passage.quote), wordsOf(found));
  return isOther ? false : undefined;
}

/** With the dash of a number, which is another one without it. */
const signed = (text: string) => foldText(text).folded.replace(/[^\p{L}\p{N}-]/gu, '');
const plain = (text: string) => foldText(text).folded.replace(/[^\p{L}\p{N}]/gu, '');
/** A word that is parted at the end of a line is one. */
const wordsOf = (text: string) =>
  (text.replaceAll(/[\p{Pd}\u00ad][^\S\n]*\n\s*/gu, '').match(/[\p{L}\p{N}]+/gu) ?? []).map(plain);

function isBeside(text: string, from: number, to: number, { prefix = '', suffix = '' }: Passage): boolean {
  const before = plain(prefix).slice(-around);
  const after = plain(suffix).slice(0, around);
  // More of the text: white space and signs do not count.
  const isAfter = plain(text.slice(to, to + 4 * around)).startsWith(after);
  const isBefore = plain(text.slice(Math.max(0, from - 4 * around), from)).endsWith(before);
  return (after.length === around && isAfter) || (before.length === around && isBefore);
}

/** Whether word stands for word, some are others, and each of those plainly so. */
function areOthers(wanted: readonly string[], found: readonly string[]): boolean {
  if (wanted.length !== found.length) return false;
  const others = wanted.map((word, index) => [word, found[index] as string] as const);
  const differing = others.filter(([one, other]) => one !== other);
  return (
    differing.length <= Math.max(1, wanted.length * mostOthers) &&
    differing.every(([one, other]) => isPlainlyOther(one, other))
  );
}

/** A raised number makes one longer, and a letter that is not known changes part of a word. */
function isPlainlyOther(one: string, other: string): boolean {
  if ([one, other].every((word) => /^\d+$/u.test(word)))
    return !one.startsWith(other) && !other.startsWith(one);
  if (![one, other].every((word) => /^\p{L}{2,}$/u.test(word))) return false;
  const length = Math.min(one.length, other.length);
  let same = 0;
  for (let index = 0; index < length; index++) if (one[index] === other[index]) same += 1;
  return same * 2 < length;
}
