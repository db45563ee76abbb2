import { foldText } from '#shared/anchor/fold.ts';
import type { CheckedCitation, Citation } from '#shared/cite/citation.ts';
import { type CitedDocument, dayOf } from '#shared/cite/cited-document.ts';
import type { DocumentPassages, FoundPassage, WantedPassage } from '#shared/cite/find-passages.ts';
import { type ComparedNumbers, compareNumbers } from '#shared/cite/numbers.ts';
import { passageLink } from '#shared/cite/passage-citation.ts';
import { type PassageLink, readPassageLink } from '#shared/cite/passage-link.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import { numbersPutIn, partsOfQuote } from '#shared/cite/quote-parts.ts';
import { isClaim, otherWords, standsWhole } from '#shared/cite/own-words.ts';
import { numbersIn } from '#shared/cite/written-numbers.ts';

/** Reads passages of a document; undefined where it is not on this machine and may not be fetched. */
export type ReadDocument = (
  contentId: ContentId,
  wanted: readonly WantedPassage[],
) => Promise<DocumentPassages | undefined>;

export interface CheckContext {
  readonly read: ReadDocument;
  /**
   * Which passages stand in the original; undefined where it is not here, or has no text that is read, and
   * for a passage of which that cannot be told.
   */
  readonly standInOriginal: (
    contentId: ContentId,
    passages: readonly FoundPassage[],
  ) => Promise<readonly (boolean | undefined)[] | undefined>;
  /** Why a document is not there any more, where that is known here. */
  readonly goneBecause: (contentId: ContentId) => Said | undefined;
  readonly fileNameOf: (contentId: ContentId) => string | null;
}

/** Parts of one quote, where something was left out in between. */
const mostParts = 50;

interface Asked {
  readonly citation: Citation;
  readonly link: PassageLink;
  readonly wanted: readonly WantedPassage[];
}

/** Compares citations with the documents that are here, a document at a time, and answers in their order. */
export async function checkCitations(
  context: CheckContext,
  citations: readonly Citation[],
): Promise<CheckedCitation[]> {
  const asked = citations.map((citation): Asked | null => {
    const link = readPassageLink(citation.link);
    return link && { citation, link, wanted: wantedOf(citation, link) };
  });
  const answers = new Map<Citation, CheckedCitation>();
  const known = asked.filter((one) => one !== null);
  for (const [contentId, group] of Map.groupBy(known, ({ link }) => link.contentId)) {
    for (const [citation, answer] of await checkDocument(context, contentId, group))
      answers.set(citation, answer);
  }
  return citations.map(
    (citation) => answers.get(citation) ?? answerOf(citation, null, { reason: said('cite.noLink') }),
  );
}

/** All that is looked for of one citation: what is quoted, else the words of its link. */
function wantedOf({ quotes, isLinkText }: Citation, link: PassageLink): WantedPassage[] {
  const { path, from, to, endPath } = link;
  const place = path === null || from === null || to === null ? null : { path, from, to, endPath };
  const own = link.quote === null && place === null ? [] : [{ quote: link.quote, place, page: link.page }];
  const quoted = quotes.flatMap((quote) => {
    const parts = partsOfQuote(quote);
    return parts.length === 0 || parts.length > mostParts
      ? []
      : [{ quote, parts, place, beside: link.quote, page: link.page }];
  });
  // What a link says may be a name of its own; then the words that it carries count.
  return isLinkText ? [...own, ...quoted] : quoted.length > 0 ? quoted : own;
}

async function checkDocument(
  { read, standInOriginal, goneBecause, fileNameOf }: CheckContext,
  contentId: ContentId,
  group: readonly Asked[],
): Promise<[Citation, CheckedCitation][]> {
  const each = (part: Partial<CheckedCitation>) =>
    group.map(({ citation, link }): [Citation, CheckedCitation] => [
      citation,
      answerOf(citation, link, { title: fileNameOf(contentId), ...part }),
    ]);
  const gone = goneBecause(contentId);
  if (gone !== undefined) return each({ outcome: 'gone', reason: gone });
  let passages: DocumentPassages | undefined;
  try {
    passages = await read(
      contentId,
      group.flatMap(({ wanted }) => wanted),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'DOCUMENT_NOT_FOUND') return each({ outcome: 'gone', reason: said('cite.gone') });
    return each({
      reason: { code: error.code, values: error.detail === undefined ? {} : { detail: error.detail } },
    });
  }
  if (passages === undefined) return each({ reason: said('cite.notHere') });
  const fileName = fileNameOf(contentId);
  const title = passages.title ?? fileName;
  const document = { contentId, title, fileName, publishedAt: passages.publishedAt };
  const all = passages.found.filter((one) => one !== null);
  const stand = all.length === 0 ? undefined : await standInOriginal(contentId, all);
  const isIn = new Map(all.map((one, index) => [one, stand?.[index]]));
  let next = 0;
  return group.map(({ citation, link, wanted }) => {
    const found = passages.found.slice(next, next + wanted.length);
    next += wanted.length;
    const isName = citation.isLinkText && (found.at(-1) == null || isSameText(citation.quotes[0], title));
    const isNamed = isName && wanted.at(-1)?.parts !== undefined;
    const one = isName ? { ...citation, quotes: [] } : citation;
    const asked = isNamed ? wanted.slice(0, -1) : wanted;
    const judged = judge(one, asked, found.slice(0, asked.length), document, isIn);
    return [citation, { ...answerOf(one, link, { title }), ...judged }];
  });
}

function isSameText(one: string | undefined, other: string | null): boolean {
  return one !== undefined && other !== null && foldText(one).folded === foldText(other).folded;
}

/** The heading that a passage is itself. */
const isHeading = (section: string, passage: string) =>
  foldText(passage).folded.includes(foldText(section).folded);

function judge(
  { sentence, quotes, isCut }: Citation,
  wanted: readonly WantedPassage[],
  found: readonly (FoundPassage | null)[],
  document: CitedDocument,
  isIn: ReadonlyMap<FoundPassage, boolean | undefined>,
): Partial<CheckedCitation> {
  const { title, fileName } = document;
  // A title may hold numbers of its own.
  const plain = title === null || title.trim() === '' ? sentence : sentence.replaceAll(title, ' ');
  const claims = [plain, ...quotes.map(numbersPutIn)].filter((one) => one !== '').join('\n');
  const isUnread = isCut || quotes.some((quote) => partsOfQuote(quote).length > mostParts);
  if (wanted.length === 0) {
    if (isUnread) return { reason: said('cite.tooLong') };
    // The document is there, and more is not said of it.
    const isOpen = numbersIn(claims).length > 0 || isClaim(plain);
    return isOpen ? { reason: said('cite.noPassage') } : { outcome: 'same' };
  }
  const pairs = found.map((one, index) => ({ one, quote: wanted[index]?.quote ?? null }));
  const lost = pairs.filter(({ one }) => one === null);
  const there = found.filter((one) => one !== null);
  const [first] = there;
  if (first === undefined || lost.length > 0) {
    const blamed = quotedOf(lost.map(({ quote }) => quote));
    return { outcome: 'gone', ...(blamed !== null && { quote: blamed }), reason: said('cite.noWords') };
  }
  const { place, page, section } = first;
  // Several quotes of one sentence have the same around them.
  const joined = (part: (one: FoundPassage) => string) => [...new Set(there.map(part))].join('\n');
  const passage = joined(({ sentence: around }) => around);
  const sections = there.map((one) => one.section).filter((one) => one !== null);
  const around = [title, dayOf(document), ...sections].join(' ');
  // What is not quoted, and is the passage's own all the same, needs no reckoning.
  const isOwn = quotes.length === 0;
  const isWhole = isOwn && standsWhole(plain, passage);
  const compared = isWhole
    ? nothingElse
    : compareNumbers(claims, passage, { years: around, before: joined(({ before }) => before) });
  const { missing, unstated, unsure, rescaled } = compared;
  const names = [title, fileName, ...sections.filter((one) => !isHeading(one, passage))].join(' ');
  const words = isOwn && !isWhole ? otherWords(plain, passage, names) : [];
  const differing = pairs.filter(({ one }) => one?.isSame === false);
  const isMoved = there.some((one) => one.isThere === false);
  const isNowhere = there.some((one) => one.isThere === null);
  const inOriginal = there.some((one) => isIn.get(one) === undefined)
    ? null
    : there.every((one) => isIn.get(one));
  // What is missing may stand where a sentence was too long to be read.
  const isPart = missing.length > 0 && there.some((one) => one.isCut);
  const isLong = isUnread || isPart;
  const isChanged = differing.length > 0 || (missing.length > 0 && !isPart) || inOriginal === false;
  const isOpen = [unstated, unsure, words].some(({ length }) => length > 0) || isLong || isNowhere;
  const blamed = differing.length > 0 ? differing : pairs;
  return {
    outcome: isChanged ? 'changed' : isOpen ? 'unknown' : isMoved ? 'moved' : 'same',
    inOriginal,
    reason: whyOf(inOriginal, isLong, isNowhere, { unstated, unsure, rescaled, words }),
    ...(differing.length > 0 && { quote: quotedOf(differing.map(({ quote }) => quote)) }),
    found: quotedOf(blamed.map(({ one }) => one?.quote ?? null)),
    to: passageLink({ document, quote: first.quote, place, page, section }),
    section,
    numbers: missing,
  };
}

const nothingElse: ComparedNumbers = { missing: [], unstated: [], unsure: [], rescaled: [] };

function whyOf(
  inOriginal: boolean | null,
  isLong: boolean,
  isNowhere: boolean,
  { unstated, unsure, rescaled, words }: Omit<ComparedNumbers, 'missing'> & { words: readonly string[] },
): Said | null {
  if (inOriginal === false) return said('cite.notInOriginal');
  if (isLong) return said('cite.tooLong');
  if (isNowhere) return said('cite.noPage');
  if (rescaled.length > 0) return said('cite.otherScale', { numbers: rescaled.join(', ') });
  if (unsure.length > 0) return said('cite.otherSense', { numbers: unsure.join(', ') });
  if (unstated.length > 0) return said('cite.noUnit', { numbers: unstated.join(', ') });
  return words.length > 0 ? said('cite.ownWords', { words: words.join(', ') }) : null;
}

/** Several quotes in a line; each language has marks of its own around it. */
function quotedOf(words: readonly (string | null)[]): string | null {
  const known = words.filter((one) => one !== null);
  return known.length === 0 ? null : known.join(' … ');
}

function answerOf(
  { link: text, line, quotes }: Citation,
  link: PassageLink | null,
  part: Partial<CheckedCitation>,
): CheckedCitation {
  return {
    link: text,
    line,
    outcome: 'unknown',
    contentId: link?.contentId ?? null,
    title: null,
    quote: quotedOf(quotes) ?? link?.quote ?? null,
    found: null,
    to: null,
    section: null,
    numbers: [],
    inOriginal: null,
    reason: null,
    ...part,
  };
}
