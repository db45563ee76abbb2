import type { CheckedCitation, Citation } from '#shared/cite/citation.ts';
import { type CitedDocument, dayOf } from '#shared/cite/cited-document.ts';
import type { FoundPassage, WantedPassage } from '#shared/cite/find-passages.ts';
import { missingNumbers } from '#shared/cite/missing-numbers.ts';
import { isOwnSentence, saysSomething } from '#shared/cite/own-sentence.ts';
import { passageLink } from '#shared/cite/passage-citation.ts';
import { mostParts, numbersPutIn, partsOfQuote } from '#shared/cite/quote-parts.ts';
import { type Said, said } from '#shared/spoken/said.ts';

/**
 * The outcome of a citation whose passages were looked up. Quotes decide between same, moved, changed and
 * gone. The writer's own words and numbers are not judged: if the passage does not contain them literally,
 * the outcome is `unknown`.
 *
 * @param found one for each of `wanted`, in the same order
 * @param isIn whether the original contains a passage; undefined if that is not known
 */
export function judgeCitation(
  citation: Citation,
  wanted: readonly WantedPassage[],
  found: readonly (FoundPassage | null)[],
  document: CitedDocument,
  isIn: ReadonlyMap<FoundPassage, boolean | undefined>,
): Partial<CheckedCitation> {
  const { quotes } = citation;
  const sentence = withoutTitle(citation.sentence, document.title);
  const claims = [sentence, ...quotes.map(numbersPutIn)].join('\n');
  const isUnread = citation.isCut || quotes.some((quote) => partsOfQuote(quote).length > mostParts);
  if (wanted.length === 0) {
    if (isUnread) return { reason: said('cite.tooLong') };
    return saysSomething(claims) ? { reason: said('cite.noPassage') } : { outcome: 'same' };
  }
  const pairs = found.map((one, index) => ({ one, quote: wanted[index]?.quote ?? null }));
  const lost = pairs.filter(({ one }) => one === null);
  const there = found.filter((one) => one !== null);
  const [first] = there;
  if (first === undefined || lost.length > 0) {
    const blamed = quotedOf(lost.map(({ quote }) => quote));
    return { outcome: 'gone', ...(blamed !== null && { quote: blamed }), reason: said('cite.noWords') };
  }

  // Several quotes may be in the same sentences.
  const passage = [...new Set(there.map((one) => one.sentence))].join('\n');
  const isQuoted = wanted.some(({ parts }) => parts !== undefined);
  const isOwn = !isQuoted && isOwnSentence(sentence, passage);
  const missing = isOwn ? [] : missingNumbers(claims, withSurroundings(passage, there, document));
  const differing = pairs.filter(({ one }) => one?.isSame === false);
  const inOriginal = there.some((one) => isIn.get(one) === undefined)
    ? null
    : there.every((one) => isIn.get(one));
  const isChanged = differing.length > 0 || inOriginal === false;
  const isPartRead = missing.length > 0 && there.some((one) => one.isCut);
  const doubt = doubtOf({
    isTooLong: isUnread || isPartRead,
    isNowhere: there.some((one) => one.isThere === null),
    missing,
    isUnquoted: !isQuoted && !isOwn && saysSomething(sentence),
  });
  const isMoved = there.some((one) => one.isThere === false);
  const shown = differing.length > 0 ? differing : pairs;
  const { place, page, section } = first;
  return {
    outcome: isChanged ? 'changed' : doubt !== null ? 'unknown' : isMoved ? 'moved' : 'same',
    inOriginal,
    reason: inOriginal === false ? said('cite.notInOriginal') : isChanged ? null : doubt,
    ...(differing.length > 0 && { quote: quotedOf(differing.map(({ quote }) => quote)) }),
    found: quotedOf(shown.map(({ one }) => one?.quote ?? null)),
    to: passageLink({ document, quote: first.quote, place, page, section }),
    section,
    numbers: missing,
  };
}

/** The numbers of a title are not claims of the sentence that names it. */
function withoutTitle(sentence: string, title: string | null): string {
  return title === null || title.trim() === '' ? sentence : sentence.replaceAll(title, ' ');
}

/** A passage with its headings and the document's title and day, which may state a number as well. */
function withSurroundings(passage: string, there: readonly FoundPassage[], document: CitedDocument): string {
  const sections = new Set(there.map(({ section }) => section));
  return [passage, ...sections, document.title, dayOf(document)].filter((one) => one !== null).join('\n');
}

interface Doubts {
  readonly isTooLong: boolean;
  /** The document does not number the page that the link names. */
  readonly isNowhere: boolean;
  readonly missing: readonly string[];
  readonly isUnquoted: boolean;
}

/** Why the comparison is not complete; null if it is. */
function doubtOf({ isTooLong, isNowhere, missing, isUnquoted }: Doubts): Said | null {
  if (isTooLong) return said('cite.tooLong');
  if (isNowhere) return said('cite.noPage');
  if (missing.length > 0) return said('cite.missingNumbers', { numbers: missing.join(', ') });
  return isUnquoted ? said('cite.unquoted') : null;
}

/** Several quotes in a line. Quotation marks depend on the language and are added later. */
export function quotedOf(words: readonly (string | null)[]): string | null {
  const known = words.filter((one) => one !== null);
  return known.length === 0 ? null : known.join(' … ');
}
