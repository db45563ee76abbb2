import { foldText } from '#shared/anchor/fold.ts';
import type { CheckedCitation, Citation } from '#shared/cite/citation.ts';
import type { DocumentPassages, FoundPassage, WantedPassage } from '#shared/cite/find-passages.ts';
import { type PassageLink, readPassageLink } from '#shared/cite/passage-link.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import { mostParts, partsOfQuote } from '#shared/cite/quote-parts.ts';
import { judgeCitation, quotedOf } from './judge-citation.ts';

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
    const judged = judgeCitation(one, asked, found.slice(0, asked.length), document, isIn);
    return [citation, { ...answerOf(one, link, { title }), ...judged }];
  });
}

function isSameText(one: string | undefined, other: string | null): boolean {
  return one !== undefined && other !== null && foldText(one).folded === foldText(other).folded;
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
