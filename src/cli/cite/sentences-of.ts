import { numbersIn } from '#shared/cite/written-numbers.ts';
import { isOurs, type Paragraph, type ProseLink } from './prose.ts';
import { quotesIn, type Range } from './quotes-in.ts';

export interface Sentence {
  readonly from: number;
  readonly text: string;
}

/** Words of a sentence that says something; a link alone after it belongs to the one before. */
const leastWords = 3;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Full stops that end no sentence; also those of initials and of letters that stand for words. */
const shortened =
  /(?:^|[\s(])(?:inc|corp|ltd|co|no|nos|vs|approx|ca|mr|mrs|ms|dr|st|mio|mrd|bzw|pp|fig|abb|(?:\p{L}\.){0,4}\p{L})\.\s*$/iu;
/** The longest of them, with what surrounds it. */
const shortenedLength = 16;

/**
 * A paragraph as it is read for what it says itself: what is quoted is one word that says nothing, and so is
 * what a link says, unless that is a number of its own. As long as the paragraph, on one line.
 */
export function ownWords(paragraph: Paragraph, quotes: readonly Range[]): string {
  const { text, links } = paragraph;
  const pieces: string[] = [];
  let at = 0;
  const put = ({ from, to }: Range, words: string) => {
    if (to <= at) return;
    pieces.push(text.slice(at, Math.max(at, from)), words.slice(Math.max(0, at - from)));
    at = to;
  };
  const all = [
    ...quotes.map((range) => ({ ...range, words: quotedWord(text, range) })),
    ...links.map((link) => ({ ...link, words: saidByLink(paragraph, link) })),
  ].toSorted((left, right) => left.from - right.from || right.to - left.to);
  for (const one of all) put(one, one.words);
  pieces.push(text.slice(at));
  return inLines(pieces.join(''));
}

/** A line's end ends no sentence, unless the next line is an item of a list, or one of them is a row. */
function inLines(text: string): string {
  const lines = text.split('\n');
  const isItem = (line: string) => /^\s{0,8}(?:[-*•–]|\d{1,3}[.)])\s/u.test(line);
  return lines
    .map((line, index) => {
      const next = lines[index + 1];
      if (next === undefined) return line;
      return `${line}${isItem(next) || isRow(line) || isRow(next) ? '\n' : ' '}`;
    })
    .join('');
}

const isRow = (line: string) => line.includes('|');

/** The end of a quoted sentence is one of a sentence. */
function quotedWord(text: string, { from, to }: Range): string {
  const isEnded = to - from > 1 && /[.!?]/.test(text[to - 1] ?? '');
  return isEnded ? `${'X'.padEnd(to - from - 1, 'x')}.` : 'X'.padEnd(to - from, 'x');
}

/**
 * What a link says where that has numbers: `[$391 million]` is a claim as any other. The number of a note,
 * as `[1]`, is none, and neither is a year, which is mostly of a title.
 */
function saidByLink({ text }: Paragraph, { from, to }: ProseLink): string {
  const own = text.slice(from, to);
  const nothing = ' '.repeat(own.length);
  if (isOurs(own) || own.length > 1_000 || !/\p{N}/u.test(own)) return nothing;
  const isInText =
    /\p{L}\s$/u.test(text.slice(from - 2, from)) && /^\s\p{Ll}{4}/u.test(text.slice(to, to + 5));
  // In a row without another it is the figure that is cited.
  const isFigure = isRow(text) && numbersIn(text.slice(0, from) + text.slice(to)).length === 0;
  if (/^[\s[(^]*\d{1,3}[\s\])]*$/u.test(own) && !isInText && !isFigure) return nothing;
  const numbers = numbersIn(own);
  if (numbers.every(({ isYear }) => isYear)) return nothing;
  let words = own;
  const hide = (start: number, end: number) => {
    words = words.slice(0, start) + ' '.repeat(end - start) + words.slice(end);
  };
  for (const one of numbers) if (one.isYear) hide(one.from, one.to);
  for (const one of quotesIn({ text: own, links: [] })) hide(one.from, one.to);
  return words;
}

export function sentencesOf(words: string): Sentence[] {
  if (!isRow(words)) return proseOf(words);
  // “Item 11. | Compensation” is a row, and no two sentences.
  const found: Sentence[] = [];
  let at = 0;
  for (const line of words.split(/(?<=\n)/u)) {
    const own = isRow(line) ? [{ from: 0, text: line }] : proseOf(line);
    found.push(...own.map(({ from, text }) => ({ from: at + from, text })));
    at += line.length;
  }
  return found;
}

function proseOf(words: string): Sentence[] {
  const found: Sentence[] = [];
  let open: { from: number; end: string } | undefined;
  for (const { segment, index } of segmenter.segment(words)) {
    if (open !== undefined && !shortened.test(open.end)) {
      found.push({ from: open.from, text: words.slice(open.from, index) });
      open = undefined;
    }
    const end = `${open?.end ?? ''}${segment.slice(-shortenedLength)}`.slice(-shortenedLength);
    open = { from: open?.from ?? index, end };
  }
  if (open !== undefined) found.push({ from: open.from, text: words.slice(open.from) });
  return found;
}

/** Whether what stands between a quote and its link is no sentence of its own. */
export function isOneThought(between: string): boolean {
  const [, ...others] = [...segmenter.segment(between)].filter(({ segment }) => isTelling(segment));
  return others.length === 0;
}

export const isTelling = (text: string): boolean => (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= leastWords;

/** For each link the sentence it stands in, and the one before where it stands alone in its own. */
export function sentencesOfLinks(links: readonly ProseLink[], words: string): string[] {
  const all = sentencesOf(words);
  const counts = new Map<number, number>();
  const indexes: number[] = [];
  let index = 0;
  for (const { from, to } of links) {
    const at = Math.max(0, from - (to === from ? 1 : 0));
    while (index + 1 < all.length && (all[index + 1] as Sentence).from <= at) index += 1;
    while (index > 0 && (all[index] as Sentence).from > at) index -= 1;
    indexes.push(index);
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  const known = new Map<number, string>();
  return indexes.map((own) => {
    const sentence = known.get(own) ?? textOf(own);
    known.set(own, sentence);
    return sentence;
  });

  function textOf(own: number): string {
    const text = all[own]?.text ?? '';
    const isAlone = !isTelling(text) && !/\d/.test(text);
    const previous = isAlone && !counts.has(own - 1) ? (all[own - 1]?.text ?? '') : '';
    return `${previous}${text}`.replace(/\s+/gu, ' ').trim();
  }
}
