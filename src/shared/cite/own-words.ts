import { foldText } from '../anchor/fold.ts';
import { hasWordEdges } from '../anchor/word-edges.ts';
import { negationsIn, wayOfLabel } from './number-sense.ts';
import { withoutEnd } from './quote-parts.ts';
import { isSameWords } from './same-words.ts';
import { otherMultiples } from './written-multiples.ts';
import { numbersIn } from './written-numbers.ts';

/** Words that say nothing of what a passage says: small ones, and those that name a source. */
const small =
  /^(?:with|that|this|these|those|from|were|been|have|their|they|them|there|which|into|upon|also|such|then|when|while|where|than|here|both|each|what|whose|other|more|most|less|about|according|accordingly|annual|article|background|based|below|above|cited|citation|company|compare|details?|document|discussed|excerpt|filed|filing|form|full|further|information|letter|link|memo|note[ds]?|original|page|passage|presentation|press|quarterly|quote[ds]?|read|reading|refer|release|reports?|reported|said|says|section|slides?|source|states?|stated|table|text|transcript|yearly|bericht|bericht\p{L}*|dass|dazu|dem|dieser?|diese[ns]?|dokument|eine[nmrs]?|geschäftsbericht|gem(?:ä|ae)(?:ss|ß)|hier|laut|mehr|nach|oder|quartalsbericht|quelle|sagt|seite|sind|siehe|sowie|tabelle|unter|vergl\p{L}*|waren|wurde[n]?|zufolge)$/u;
/** Fewer words of its own only point to a passage: “See the report for Europe”. */
const fewestClaimed = 2;
/** A sentence of as many words, so many of which the passage has too, copies it with other words. */
const copied = { fewest: 5, share: 0.6 };
/** What parts a sentence into what is said for itself. */
const parting =
  /[;:!?|\n]|[.,](?=\s)|(?<!\p{L})(?:while|whereas|although|though|but|despite|because|während|obwohl|aber|weil|trotz)(?!\p{L})/giu;
/** Words that are named as those which only a reader can compare. */
const mostNamed = 8;

/**
 * Words of a sentence that is not quoted which a passage does not vouch for. Where no number of it can be
 * compared, its words have to stand there as they are; else parts of it that have no number, what differs
 * from a passage that it copies, and what it denies and the passage does not.
 *
 * @param around what surrounds the passage: title, heading, name of the file
 */
export function otherWords(sentence: string, passage: string, around: string): string[] {
  if (standsWhole(sentence, passage)) return [];
  const known = new Set(contentOf(around).map(({ stem }) => stem));
  const claimed = contentOf(sentence).filter(({ stem }) => !known.has(stem));
  const denied = negationsIn(sentence);
  const others = new Set(negationsIn(passage).length === 0 ? denied : []);
  if (!hasNumbers(sentence)) {
    const isPointer = claimed.length < fewestClaimed && wayOfLabel(sentence) === null;
    if (isPointer && denied.length === 0) return [];
    const own = new Set(contentOf(passage).map(({ stem }) => stem));
    const unlike = claimed.filter(({ stem }) => !own.has(stem));
    for (const { text } of unlike.length > 0 ? unlike : claimed) others.add(text);
    return [...others].slice(0, mostNamed);
  }
  const there = contentOf(passage).map(({ stem }) => stem);
  const own = new Set(there);
  const had = claimed.filter(({ stem }) => own.has(stem));
  if (claimed.length >= copied.fewest && had.length >= claimed.length * copied.share) {
    for (const { stem, text } of claimed) if (!own.has(stem)) others.add(text);
    for (const text of outOfOrder(had, there)) others.add(text);
    if (denied.length === 0) for (const text of negationsIn(passage)) others.add(text);
  }
  for (const clause of clausesOf(sentence)) {
    if (hasNumbers(clause)) continue;
    const words = contentOf(clause).filter(({ stem }) => !known.has(stem));
    if (words.length < fewestClaimed) continue;
    for (const { stem, text } of words) if (!own.has(stem)) others.add(text);
  }
  return [...others].slice(0, mostNamed);
}

/** Whether a sentence says something, and not only where to look. */
export function isClaim(sentence: string): boolean {
  const words = contentOf(sentence);
  // A title has capital letters throughout.
  return words.length >= fewestClaimed && words.some(({ text }) => /^\p{Ll}/u.test(text));
}

/**
 * Whether a sentence, or the row of a table, is a passage's own from its beginning on. Then it is as good as
 * quoted, also in the figures of a table that says elsewhere what it counts in.
 */
export function standsWhole(sentence: string, passage: string): boolean {
  const said = withoutEnd(sentence.replace(emptied, ' ').replace(/^[\s|]+|[\s|]+$/gu, ''));
  if (contentOf(said).length + numbersIn(said).length < fewestClaimed) return false;
  // Nothing in a cell is drawn as a dash, of which no letter is left.
  const [words, all] = passage.includes('|') ? [said, passage].map(withNothing) : [said, passage];
  return stands(words as string, all as string);
}

const withNothing = (text: string) =>
  text.replace(/(?<![\p{L}\p{N}])\p{Pd}(?![\p{L}\p{N}\p{Sc}(.])/gu, ' nothing ');

function stands(words: string, passage: string): boolean {
  const wanted = foldText(words).folded;
  const { folded, starts, endOf } = foldText(passage);
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    const [from, to] = [starts[at] as number, endOf(at + wanted.length - 1)];
    const isBegun = /(?:^|\n|[.!?]["”’)\]]*\s)[\s|"“„(•-]*$/u.test(passage.slice(0, from));
    const rest = /^[^\n]*?(?=[.!?]\s|\n|$)/u.exec(passage.slice(to))?.[0] ?? '';
    const isApart = hasWordEdges(passage, from, to) && negationsIn(rest).length === 0;
    // A figure of a row goes on to the edge of its cell.
    const line = passage.slice(passage.lastIndexOf('\n', from) + 1, to);
    const isCell = !line.includes('|') || /^\s*(?:\||\n|$)/u.test(passage.slice(to));
    if (isBegun && isApart && isCell && isSameWords(passage.slice(from, to), words)) return true;
  }
  return false;
}

/** Brackets that stood around a link. */
const emptied = /[([]\s*[,;]?\s*[)\]]/gu;

interface Word {
  readonly text: string;
  readonly stem: string;
}

const telling = /(?<!\p{L})(?:\p{L}[\p{L}\p{M}]{3,}|may|can)(?!\p{L})/giu;
const plural = /(?<=s|x|ch|sh)es$|(?<=[^s])s$/u;

function contentOf(text: string): Word[] {
  return [...text.matchAll(telling)].flatMap(({ 0: word }) => {
    const lower = word.toLowerCase();
    return small.test(lower) ? [] : [{ text: word, stem: lower.replace(plural, '') }];
  });
}

const hasNumbers = (text: string) =>
  numbersIn(text).some(({ isYear }) => !isYear) || otherMultiples(text, '').length > 0;

function clausesOf(text: string): string[] {
  const clauses: string[] = [];
  let from = 0;
  for (const { index, 0: sign } of text.matchAll(parting)) {
    clauses.push(text.slice(from, index));
    from = index + sign.length;
  }
  return [...clauses, text.slice(from)];
}

/** Words that a passage has, and not in this order. */
function outOfOrder(words: readonly Word[], there: readonly string[]): string[] {
  let at = 0;
  const found: string[] = [];
  for (const { stem, text } of words) {
    const next = there.indexOf(stem, at);
    if (next < 0) found.push(text);
    else at = next + 1;
  }
  return found;
}
