import { createEntityFinder } from '../../enrich/annotate/find-entities.ts';
import type { Services } from '../../services.ts';
import { documentsNaming, type FoundChunk, findChunks } from '../../store/find-chunks.ts';
import type { User } from '../../store/users.ts';
import type { Filters } from './filters-schema.ts';
import { chunkMatcher } from './match-filters.ts';
import { type SearchQuery, textsOf } from './search-body.ts';

/** One query as it was really run, for `metadata.audit`. */
export interface SubQuery {
  text: string;
  filters: Filters;
}

export interface Found {
  /** Each chunk once, the best first. */
  chunks: FoundChunk[];
  queries: SubQuery[];
}

/**
 * Runs a search of either mode over what the user may read; `most` chunks a sub-query are looked at before
 * filters narrow them.
 */
export type Search = (query: SearchQuery, user: User, most?: number) => Found;

/** Chunks looked at where only the best are wanted, and where all are counted. */
const mostRanked = 5000;
export const mostCounted = 100_000;

/** Words that say nothing about what is looked for. */
const fillers = new Set(
  'a an and are as at be been by can did do does for from had has have how in is it its of on or that the their this to was were what when which who why will with'.split(
    ' ',
  ),
);
/** Sub-queries a smart search runs at most. */
const mostSubQueries = 4;

/** Makes the search; the entity finder is made once. */
export function createSearch(services: Services): Search {
  const findEntities = createEntityFinder();
  return (query, user, most = mostRanked) => {
    const texts = textsOf(query);
    const asked = query.search_mode === 'smart' ? texts.flatMap(split) : texts;
    const queries = (asked.length === 0 ? [''] : asked).map((text) => resolve(text, query));
    const best = new Map<number, FoundChunk>();
    for (const one of queries) {
      for (const chunk of run(one, query, user, most)) {
        const known = best.get(chunk.chunkId);
        if (known === undefined || known.relevance < chunk.relevance) best.set(chunk.chunkId, chunk);
      }
    }
    // Sorting is stable: what is equally relevant stays in its order.
    const chunks = [...best.values()].toSorted((left, right) => right.relevance - left.relevance);
    return { chunks, queries };
  };

  /** Companies the text names become a filter, unless the caller has one or wants none (rule 4). */
  function resolve(text: string, { filters, auto_enrich_filters: enrich }: SearchQuery): SubQuery {
    if (!enrich || filters.entity !== undefined) return { text, filters };
    const companies = findEntities(text).filter(({ entity }) => entity.type === 'COMP');
    const named = companies.map(({ entity }) => entity.id);
    if (named.length === 0) return { text, filters };
    return { text, filters: { ...filters, entity: { any_of: [...new Set(named)] } } };
  }

  function run({ text, filters }: SubQuery, query: SearchQuery, user: User, most: number): FoundChunk[] {
    const matches = chunkMatcher(query.filters, services);
    const added = query.filters.entity === undefined ? filters.entity?.any_of : undefined;
    // A filter of our own adding narrows to documents: not every chunk about a company repeats its name.
    const documents = added === undefined ? undefined : documentsNaming(services.database, added);
    const words = wordsOf(text);
    if (words.length === 0 && text.trim() !== '') return [];
    return findChunks(services.database, words, user, most).filter(
      (chunk) => matches(chunk) && (documents?.has(chunk.documentId) ?? true),
    );
  }
}

function wordsOf(text: string): string[] {
  const words: string[] = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !fillers.has(word.toLowerCase()));
  return telling.length === 0 ? words : telling;
}

/** The whole text and its parts: what a smart search asks one by one. */
function split(text: string): string[] {
  const parts = text.split(/[,;?]|\band\b|\bversus\b|\bvs\b/i).map((part) => part.trim());
  const telling = parts.filter((part) => wordsOf(part).length > 0 && part !== text.trim());
  return [text, ...(telling.length > 1 ? telling : [])].slice(0, mostSubQueries);
}
