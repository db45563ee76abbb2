import type { Citation } from '#shared/cite/citation.ts';
import { longestLink, mostQuotes, mostQuoted, mostSaid } from '#shared/cite/citation.ts';
import { mostCitations, mostCompared, mostLinks, tooMany } from './limits.ts';
import { isOurs, type Paragraph, type ProseLink } from './prose.ts';
import { quotesIn, type Range } from './quotes-in.ts';
import { quotesOfLinks } from './quotes-of-links.ts';
import { isTelling, ownWords, sentencesOfLinks } from './sentences-of.ts';
import { oneLine, wholeQuotes, withoutMarks } from './whole-quote.ts';

/** Letters of what a link says that may be words of the document, and not “here” or a number of a note. */
const leastLinkText = 12;

/**
 * The links of ours in a text, each with all the words that are quoted and the sentence that is said beside
 * it.
 */
export function findCitations(paragraphs: readonly Paragraph[]): Citation[] {
  const found: Citation[] = [];
  let size = 0;
  for (const [index, paragraph] of paragraphs.entries()) {
    const own = citationsOf(paragraphs, paragraph, index);
    for (const { quotes, sentence } of own)
      size += sentence.length + quotes.reduce((sum, quote) => sum + quote.length, 0);
    found.push(...own);
    if (found.length > mostCitations || size > mostCompared) throw tooMany();
  }
  return found;
}

function citationsOf(paragraphs: readonly Paragraph[], paragraph: Paragraph, index: number): Citation[] {
  const { links, isQuote } = paragraph;
  if (links.length === 0) return [];
  if (links.length > mostLinks) throw tooMany();
  const above = quotesAbove(paragraphs, index);
  if (isQuote) {
    const own = wholeQuotes(paragraph);
    return links.map((link, order) =>
      citationOf(paragraph, link, [...(order === 0 ? above : []), own[order] ?? ''], ''),
    );
  }
  const quotes = quotesIn(paragraph);
  const words = ownWords(paragraph, quotes);
  const sentences = sentencesOfLinks(links, words);
  const ofLinks = quotesOfLinks(paragraph, quotes, words);
  const shown = new Map<readonly Range[], string[]>();
  return links.map((link, order) => {
    const ranges = ofLinks.get(link) ?? [];
    const own = shown.get(ranges) ?? ranges.map(({ from, to }) => oneLine(paragraph.text.slice(from, to)));
    shown.set(ranges, own);
    const quoted = order === 0 ? [...above, ...own] : own;
    return citationOf(paragraph, link, quoted, sentences[order] ?? '');
  });
}

function citationOf(
  { text, lineAt }: Paragraph,
  link: ProseLink,
  quoted: readonly string[],
  sentence: string,
): Citation {
  const own = text.slice(link.from, link.to);
  const words = quoted.filter((one) => one !== '');
  const isLinkText = words.length === 0 && mayBeQuoted(own);
  const quotes = isLinkText ? [oneLine(own)] : words;
  const kept = quotes.filter((one) => one.length <= mostQuoted).slice(0, mostQuotes);
  return {
    link: link.address.slice(0, longestLink).toWellFormed(),
    line: lineAt(link.from),
    quotes: kept.map((one) => one.toWellFormed()),
    isLinkText: isLinkText && kept.length > 0,
    sentence: sentence.slice(0, mostSaid).toWellFormed(),
    isCut: kept.length < quotes.length || sentence.length > mostSaid || link.address.length > longestLink,
  };
}

/** What a link says may be words of the document; a number alone is a claim of the sentence it stands in. */
function mayBeQuoted(own: string): boolean {
  if (own.trim().length < leastLinkText || isOurs(own)) return false;
  return isTelling(own) || !/\p{N}/u.test(own);
}

/** Blocks right above that are quotes and have no link of their own; one more than are compared. */
function quotesAbove(paragraphs: readonly Paragraph[], index: number): string[] {
  const found: string[] = [];
  for (let at = index - 1; at >= 0 && found.length <= mostQuotes; at--) {
    const { isQuote, links, text } = paragraphs[at] as Paragraph;
    if (!isQuote || links.length > 0) break;
    found.push(oneLine(withoutMarks(text)));
  }
  return found.toReversed();
}
