import { sources } from '../../data/catalog.ts';
import { createEntityFinder } from '../../enrich/annotate/find-entities.ts';
import type { Services } from '../../services.ts';
import { documentsNaming, type FoundChunk, findChunks } from '../../store/find-chunks.ts';
import type { User } from '../../store/users.ts';
import { parseDateTime } from '../fields.ts';
import type { Filters, Scope, SearchQuery, SetFilter, ValueFilter } from './search-body.ts';

export interface Found {
  /** Each chunk once, best first. */
  chunks: FoundChunk[];
  /** The sub-queries as they ran, for `metadata.audit`. */
  queries: { text: string; filters: Filters }[];
}

/** Chunks read from the store for a sub-query before filters narrow them: for a ranking, and for counts. */
const mostRanked = 5000;
export const mostCounted = 100_000;
/** Most sub-queries of a smart search. */
const mostSubQueries = 4;
const dayMs = 24 * 60 * 60 * 1000;
const findEntities = createEntityFinder();

/** Words that say nothing about the subject of a text. */
const fillers = new Set(
  'a an and are as at be been by can did do does for from had has have how in is it its of on or that the their this to was were what when which who why will with'.split(
    ' ',
  ),
);

/** Searches the indexed documents that the user may read. */
export function runSearch(query: SearchQuery, user: User, services: Services, most = mostRanked): Found {
  const texts = textsOf(query);
  const asked = query.search_mode === 'smart' ? texts.flatMap(split) : texts;
  const queries = (asked.length === 0 ? [''] : asked).map((text) => enriched(text, query));
  const best = new Map<number, FoundChunk>();
  for (const { text, filters } of queries) {
    const words = wordsOf(text);
    if (words.length === 0 && text.trim() !== '') continue;
    // A filter that was added here narrows to documents: not every chunk about a company repeats its name.
    const documents =
      filters === query.filters
        ? undefined
        : documentsNaming(services.database, filters.entity?.any_of ?? []);
    for (const chunk of findChunks(services.database, words, user, most)) {
      if (documents?.has(chunk.documentId) === false || !meetsAll(chunk, query.filters, services)) continue;
      const known = best.get(chunk.chunkId);
      if (known === undefined || known.relevance < chunk.relevance) best.set(chunk.chunkId, chunk);
    }
  }
  return { chunks: [...best.values()].toSorted((left, right) => right.relevance - left.relevance), queries };
}

/** The texts of a query. Without any, the filters alone decide. */
export function textsOf({ text = '', texts }: SearchQuery): string[] {
  return texts ?? (text.trim() === '' ? [] : [text]);
}

/** Companies that the text names become a filter, unless the caller has one or wants none (rule 4). */
function enriched(text: string, { filters, auto_enrich_filters }: SearchQuery): Found['queries'][number] {
  const companies = findEntities(text).filter(({ entity }) => entity.type === 'COMP');
  if (!auto_enrich_filters || filters.entity !== undefined || companies.length === 0)
    return { text, filters };
  const any_of = [...new Set(companies.map(({ entity }) => entity.id))];
  return { text, filters: { ...filters, entity: { any_of } } };
}

function wordsOf(text: string): string[] {
  const words: string[] = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !fillers.has(word.toLowerCase()));
  return telling.length === 0 ? words : telling;
}

/** The whole text and its parts: the sub-queries of a smart search. */
function split(text: string): string[] {
  const parts = text.split(/[,;?]|\band\b|\bversus\b|\bvs\b/i).map((part) => part.trim());
  const telling = parts.filter((part) => wordsOf(part).length > 0 && part !== text.trim());
  return [text, ...(telling.length > 1 ? telling : [])].slice(0, mostSubQueries);
}

/** Source, tier, package and categories of a document, by its origin. */
export function labelsOf({ origin }: FoundChunk) {
  const names: Record<string, string> = {
    email: 'E-mail',
    investment_research: 'Sandbox Securities',
    document_library: 'Document library',
  };
  const name = names[origin] ?? 'My files';
  const card = sources.find((one) => one.name === name);
  const research = origin === 'investment_research' ? ['research', 'research_investment_research'] : [];
  return {
    source: { id: card?.id ?? '', name, rank: card?.rank ?? '' },
    tier: card?.tier ?? '',
    package: card?.package ?? '',
    categories: ['my_files', ...research],
  };
}

/** Whether a chunk meets every filter (section 4.13, rule 7). */
function meetsAll(chunk: FoundChunk, filters: Filters, { tags }: Services): boolean {
  const { source, tier, categories } = labelsOf(chunk);
  const { start, end = '9999-12-31' } = filters.timestamp ?? {};
  // A plain date as the end means its whole day.
  const last = parseDateTime(end) + (end.length === 10 ? dayMs - 1 : 0);
  const { from = 1, to = Number.POSITIVE_INFINITY } = filters.chunk ?? {};
  return (
    (start === undefined || chunk.timestamp >= parseDateTime(start)) &&
    chunk.timestamp <= last &&
    chunk.cnum >= from &&
    chunk.cnum <= to &&
    meetsValues(filters.source, [source.id, source.name]) &&
    meetsValues(filters.category, categories) &&
    meetsValues(filters.tier, [tier]) &&
    meetsValues(filters.document, [chunk.documentId]) &&
    meetsValues(filters.sections, [chunk.section ?? '']) &&
    meetsValues(filters.speakers, [chunk.speaker ?? '']) &&
    meetsValues(filters.authors, chunk.authors) &&
    isOfType(chunk, filters.document_type) &&
    meetsSets(filters.entity, (id) => chunk.detections.some((one) => one.id === id)) &&
    meetsSets(filters.keyword, (word) => chunk.text.toLowerCase().includes(word.toLowerCase())) &&
    meetsSets(filters.tag, (name) => tags.ofDocument(chunk.documentId).some((tag) => tag.name === name)) &&
    (filters.watchlists ?? []).every((list) => list.entities.some((id) => isNamed(chunk, id, list.scope)))
  );
}

/** Whether an entity is named in the headline of a chunk's document, in the chunk, or in either. */
export function isNamed(chunk: FoundChunk, id: string, scope: Scope): boolean {
  const inHeadline = scope !== 'body' && chunk.titleEntities.includes(id);
  return inHeadline || (scope !== 'headline' && chunk.detections.some((one) => one.id === id));
}

function meetsValues(filter: ValueFilter, own: readonly string[]): boolean {
  if (filter === undefined) return true;
  const has = filter.values.some((value) => own.some((one) => one.toLowerCase() === value.toLowerCase()));
  return has === (filter.mode === 'INCLUDE');
}

function meetsSets(filter: SetFilter, has: (value: string) => boolean): boolean {
  const { any_of, all_of = [], none_of = [] } = filter ?? {};
  return (any_of === undefined || any_of.some(has)) && all_of.every(has) && !none_of.some(has);
}

function isOfType({ documentType, origin }: FoundChunk, filter: Filters['document_type']): boolean {
  if (filter === undefined) return true;
  let type = documentType === 'EMAIL' ? 'EMAIL' : 'FILES';
  if (documentType.startsWith('SEC_')) type = 'FILINGS';
  if (origin === 'investment_research') type = 'INVESTMENT-RESEARCH';
  const isWanted = filter.values.some((wanted) =>
    typeof wanted === 'string'
      ? wanted === type || wanted === documentType
      : wanted.type === type && (wanted.subtypes?.includes(documentType) ?? true),
  );
  return isWanted === (filter.mode === 'INCLUDE');
}
