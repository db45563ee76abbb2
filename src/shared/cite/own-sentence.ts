import { foldText } from '../anchor/fold.ts';
import { hasWordEdges } from '../anchor/word-edges.ts';
import { withoutEnd } from './quote-parts.ts';
import { isSameWords } from './same-words.ts';
import { numbersIn, withoutReferences } from './written-numbers.ts';

const words = new Intl.Segmenter('en', { granularity: 'word' });
/** A single word, such as “See” or “Source”, only leads to the link. */
const fewestWords = 2;

/** Whether a sentence says something that a reader could compare with a passage. */
export function saysSomething(sentence: string): boolean {
  if (numbersIn(sentence).length > 0) return true;
  const parts = [...words.segment(withoutReferences(sentence))];
  return parts.filter(({ segment }) => /\p{L}/u.test(segment)).length >= fewestWords;
}

/** Text right before the first word of a sentence or row, and how much of it is looked at. */
const beginning = /(?:^|\n|[.!?]["”’)\]]*\s)[\s|"“„(•-]*$/u;
const longestLead = 32;

/** Brackets left empty when the link in them was removed. */
const emptied = /[([][\s.,;:]*[)\]]/gu;

/**
 * Whether an unquoted sentence, or the row of a table, repeats a passage literally, from the beginning of one
 * of its sentences or rows. Such a sentence counts as a quote.
 */
export function isOwnSentence(sentence: string, passage: string): boolean {
  const said = withoutEnd(sentence.replace(emptied, ' ').replace(/^[\s|]+|[\s|]+$/gu, ''));
  if (!passage.includes('|')) return standsIn(said, passage);
  return standsIn(withDashes(said), withDashes(passage));
}

/** Folding drops the dash of an empty cell, so a word replaces it. */
const withDashes = (text: string) =>
  text.replace(/(?<![\p{L}\p{N}])\p{Pd}(?![\p{L}\p{N}\p{Sc}(.])/gu, ' nothing ');

function standsIn(said: string, passage: string): boolean {
  const wanted = foldText(said).folded;
  if (wanted === '') return false;
  const { folded, starts, endOf } = foldText(passage);
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    const [from, to] = [starts[at] as number, endOf(at + wanted.length - 1)];
    if (!beginning.test(passage.slice(Math.max(0, from - longestLead), from))) continue;
    // A figure of a row ends at the edge of its cell.
    const line = passage.slice(passage.lastIndexOf('\n', from) + 1, to);
    const isCell = !line.includes('|') || /^\s*(?:\||\n|$)/u.test(passage.slice(to));
    if (!isCell || !hasWordEdges(passage, from, to)) continue;
    if (isSameWords(passage.slice(from, to), said)) return true;
  }
  return false;
}
