import type { Citation } from '#shared/cite/citation.ts';
import type { Paragraph, ProseLink } from './prose.ts';

/** A range of a paragraph's text; `to` exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Quotation marks, each with what ends it. */
const marks: readonly (readonly [open: string, close: string])[] = [
  ['“', '”'],
  ['„', '“”'],
  ['«', '»'],
  ['»', '«'],
  ['‹', '›'],
  ['"', '"'],
];
/** Characters of what one quote may hold; two marks that stand further apart are none of one. */
const longestQuote = 20_000;
/** Letters of what a link says that may be words of the document, and not “here” or a number of a note. */
const leastLinkText = 12;
/** Words of a sentence that says something; a link alone after it belongs to the one before. */
const leastWords = 3;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The links of ours in a text, each with the words that are quoted and the sentence that is said beside it.
 */
export function findCitations(paragraphs: readonly Paragraph[]): Citation[] {
  return paragraphs.flatMap((paragraph, index) => {
    if (paragraph.links.length === 0) return [];
    const before = paragraphs[index - 1];
    const quotes = quotesIn(paragraph);
    const all = sentencesOf(paragraph, quotes);
    return paragraph.links.map((link): Citation => {
      const sentence = sentenceOf(paragraph, link, all);
      const own = paragraph.text.slice(link.from, link.to);
      const quoted =
        wholeQuote(paragraph) ??
        quoteBeside(paragraph, link, quotes) ??
        (before?.isQuote === true && isFirst(paragraph, link) && before.links.length === 0
          ? before.text
          : undefined);
      const isLinkText = quoted === undefined && own.trim().length >= leastLinkText && !/^sluice:/i.test(own);
      return {
        link: link.address,
        line: paragraph.lineAt(link.from),
        quote: clipped(quoted ?? (isLinkText ? own : null)),
        isLinkText,
        sentence: paragraph.isQuote ? '' : sentence.slice(0, longestQuote).toWellFormed(),
      };
    });
  });
}

function clipped(text: string | null): string | null {
  const words = text?.replace(/\s+/gu, ' ').trim() ?? '';
  return words === '' ? null : words.slice(0, longestQuote).toWellFormed();
}

/** A block that is a quote: its words, without the line that says where they are from. */
function wholeQuote({ isQuote, text, links }: Paragraph): string | undefined {
  const [first] = links;
  if (!isQuote || first === undefined) return undefined;
  const words = text
    .slice(0, first.from)
    .replace(/\s*[-–—(]+\s*[^\n]*$/u, '')
    .trim();
  return words === '' ? undefined : words.replace(/^[“"„«]([\s\S]*)[”"“»]$/u, '$1');
}

/** Quotes of a paragraph, without their marks; the outer one where they stand in one another. */
function quotesIn({ text }: Paragraph): Range[] {
  const found: Range[] = [];
  for (let at = 0; at < text.length; at++) {
    const mark = marks.find(([open]) => open === text[at]);
    if (mark === undefined) continue;
    const [open, close] = mark;
    // An inch or a mark in the middle of a word opens nothing.
    if (open === close && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) continue;
    let depth = 1;
    let end = at + 1;
    for (; end < text.length && end - at <= longestQuote; end++) {
      const sign = text[end] as string;
      if (open !== close && sign === open && !close.includes(sign)) depth += 1;
      else if (close.includes(sign)) depth -= 1;
      if (depth === 0) break;
    }
    if (depth !== 0 || end >= text.length) continue;
    if (end > at + 1) found.push({ from: at + 1, to: end });
    at = end;
  }
  return found;
}

/** The quote that a link stands in, the nearest before it, or the one right after it. */
function quoteBeside(paragraph: Paragraph, link: ProseLink, quotes: readonly Range[]): string | undefined {
  const { text, links } = paragraph;
  const around = quotes.find(({ from, to }) => from <= link.from && link.to <= to);
  // What the link itself says may be the quote, with its marks in it.
  const within = quotes.find(({ from, to }) => link.from < from && to < link.to);
  const earlier = links.filter((one) => one.to <= link.from && one.address !== link.address);
  const lastLink = Math.max(0, ...earlier.map(({ to }) => to));
  const before = quotes.findLast(({ from, to }) => to <= link.from && from >= lastLink);
  const nextLink = links.find(({ from }) => from > link.to)?.from ?? text.length;
  const after = quotes.find(({ from, to }) => from >= link.to && to <= nextLink);
  const isNear = before !== undefined && isOneThought(text.slice(before.to, link.from));
  const chosen =
    around ?? within ?? (isNear ? before : undefined) ?? (isFollowing(after) ? after : undefined);
  return chosen && text.slice(chosen.from, chosen.to);

  /** In the same sentence: `As the report (link) says: “…”`. */
  function isFollowing(range: Range | undefined): boolean {
    return range !== undefined && !/[.!?]\s+\p{Lu}/u.test(text.slice(link.to, range.from));
  }
}

/** Whether what stands between a quote and its link is no sentence of its own. */
function isOneThought(between: string): boolean {
  const [, ...others] = [...sentences.segment(between)].filter(({ segment }) => isTelling(segment));
  return others.length === 0;
}

const isTelling = (text: string) => (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= leastWords;

function isFirst({ links }: Paragraph, link: ProseLink): boolean {
  return links[0] === link;
}

/** Full stops that end no sentence. */
const shortened =
  /(?:^|[\s(])(?:inc|corp|ltd|co|no|nos|vs|approx|ca|mr|mrs|ms|dr|st|u\.s|u\.k|e\.g|i\.e|z\.b|d\.h|mio|mrd|bzw|p|pp|s|fig|abb)\.\s*$/iu;

/** The sentences of a paragraph, with what is quoted and linked made to one word that says nothing. */
function sentencesOf({ text, links }: Paragraph, quotes: readonly Range[]): Sentence[] {
  let plain = text;
  const hide = ({ from, to }: Range, filler: string) => {
    plain = plain.slice(0, from) + filler + plain.slice(to);
  };
  for (const link of links) hide(link, ' '.repeat(link.to - link.from));
  // The end of a quoted sentence is one of a sentence.
  for (const quote of quotes) {
    const length = quote.to - quote.from;
    const isEnded = /[.!?]$/.test(text.slice(quote.from, quote.to));
    hide(quote, isEnded && length > 1 ? `${'X'.padEnd(length - 1, 'x')}.` : 'X'.padEnd(length, 'x'));
  }
  const found: Sentence[] = [];
  for (const { segment, index } of sentences.segment(plain)) {
    const last = found.at(-1);
    if (last !== undefined && shortened.test(last.text)) last.text += segment;
    else found.push({ from: index, text: segment });
  }
  return found;
}

interface Sentence {
  readonly from: number;
  text: string;
}

/** The sentence a link stands in, or the one before a link that stands alone. */
function sentenceOf({ links }: Paragraph, link: ProseLink, all: readonly Sentence[]): string {
  const index = all.findLastIndex(
    ({ from }) => from <= Math.max(0, link.from - (link.to === link.from ? 1 : 0)),
  );
  const own = all[index];
  if (own === undefined) return '';
  const previous = all[index - 1];
  const isOthers = ({ from, text }: Sentence) =>
    links.some((one) => one !== link && one.from >= from && one.from < from + text.length);
  const isAlone = !isTelling(own.text) && !/\d/.test(own.text);
  const both = isAlone && previous !== undefined && !isOthers(previous);
  return `${both ? previous.text : ''}${own.text}`.replace(/\s+/gu, ' ').trim();
}
