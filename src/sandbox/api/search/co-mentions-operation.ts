import type { FoundChunk } from '../../store/find-chunks.ts';
import type { User } from '../../store/users.ts';
import { mostCounted } from './run-search.ts';
import { readSearch, type SearchQuery } from './search-body.ts';
import { auditOf, charge, type SearchParts } from './search-operation.ts';
import { countsOf, sentimentOf } from './volume-operation.ts';

/** The category of each entity type; kinds of business and sectors are concepts in the graph. */
const categoryOf: Record<string, string> = {
  PLCE: 'places',
  COMP: 'companies',
  ORGA: 'organizations',
  PEOP: 'people',
  PROD: 'products',
  CEPT: 'concepts',
  BUSI: 'concepts',
  SECT: 'concepts',
};
const allCategories = ['places', 'companies', 'organizations', 'people', 'products', 'concepts'];

/** `POST /v1/search/co-mentions/entities`: who else is named where the query is met, by category. */
export function answerEntityMentions(body: unknown, user: User, parts: SearchParts): Record<string, unknown> {
  const query = readSearch(body);
  const categories = query.entity_categories ?? allCategories;
  return answer(query, user, parts, categories, (type) => categoryOf[type]);
}

/** `POST /v1/search/co-mentions/topics`: the topics named where the query is met. */
export function answerTopicMentions(body: unknown, user: User, parts: SearchParts): Record<string, unknown> {
  return answer(readSearch(body), user, parts, ['topics'], (type) =>
    type === 'TOPI' ? 'topics' : undefined,
  );
}

function answer(
  query: SearchQuery,
  user: User,
  { services, search }: SearchParts,
  categories: readonly string[],
  category: (entityType: string) => string | undefined,
): Record<string, unknown> {
  const found = search(query, user, mostCounted);
  const asked = new Set(
    found.queries.flatMap(({ filters }) => [
      ...(filters.entity?.any_of ?? []),
      ...(filters.entity?.all_of ?? []),
    ]),
  );
  const mentions = mentionsOf(found.chunks);
  const results = Object.fromEntries(
    categories.map((name) => [
      name,
      [...mentions.values()]
        .filter(({ id, type }) => category(type) === name && !asked.has(id))
        .map(({ id, name, chunks }) => ({ id, name, ...countsOf(chunks), sentiment: sentimentOf(chunks) }))
        .toSorted((left, right) => right.chunks - left.chunks || (left.name < right.name ? -1 : 1)),
    ]),
  );
  return {
    results,
    usage: { api_query_units: charge(1, user, services) },
    ...(query.include_audit ? { audit: auditOf(query, found) } : {}),
  };
}

function mentionsOf(chunks: readonly FoundChunk[]) {
  const mentions = new Map<string, { id: string; name: string; type: string; chunks: FoundChunk[] }>();
  for (const chunk of chunks) {
    const once = new Map(chunk.detections.map((one) => [one.id, one]));
    for (const { id, name, entity_type: type } of once.values()) {
      const known = mentions.get(id) ?? { id, name, type, chunks: [] };
      known.chunks.push(chunk);
      mentions.set(id, known);
    }
  }
  return mentions;
}
