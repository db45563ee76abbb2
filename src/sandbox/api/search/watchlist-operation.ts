import { invalid } from '../../http/problem.ts';
import type { User } from '../../store/users.ts';
import type { FoundChunk } from '../../store/find-chunks.ts';
import { documentResults, usualChunks } from './document-results.ts';
import { isNamed } from './match-filters.ts';
import { readSearch, type SearchQuery } from './search-body.ts';
import { auditOf, charge, type SearchParts } from './search-operation.ts';

/**
 * `POST /v1/search/watchlist`: one query across entities, a group for each in the order asked, an entity
 * without matches with no documents. The entities are `entities`, or those of the `watchlists` filter with
 * its scope; neither name is shown.
 */
export function answerWatchlist(
  body: unknown,
  user: User,
  { services, search }: SearchParts,
): Record<string, unknown> {
  const query = readSearch(body);
  const scopes = scopesOf(query);
  // The entities group the results; that a chunk names one of them is seen here, in the scope of its list.
  const found = search({ ...query, filters: { ...query.filters, watchlists: undefined } }, user);
  const groups = allocate(found.chunks, scopes, query.max_chunks);
  const results = [...scopes.keys()].map((id) => {
    const card = services.catalog.card(id);
    return {
      rp_entity_id: id,
      name: card?.card.name ?? null,
      category: card?.category ?? null,
      documents: documentResults(groups.get(id) ?? [], services),
    };
  });
  return {
    results,
    usage: { api_query_units: charge(scopes.size, user, services) },
    ...(query.include_audit ? { audit: auditOf(query, found) } : {}),
  };
}

type Scope = 'all' | 'headline' | 'body';

function scopesOf(query: SearchQuery): Map<string, Scope> {
  const scopes = new Map<string, Scope>(query.entities.map((id) => [id, 'all']));
  for (const { entities, scope } of query.filters.watchlists ?? []) {
    for (const id of entities) if (!scopes.has(id)) scopes.set(id, scope);
  }
  if (scopes.size > 0) return scopes;
  const msg = 'A watchlist search needs entities';
  throw invalid({ loc: ['body', 'query', 'entities'], msg, type: 'missing', input: null });
}

/** A total goes to the most relevant matches, whoever's they are; a budget for each entity to each alike. */
function allocate(
  chunks: readonly FoundChunk[],
  scopes: ReadonlyMap<string, Scope>,
  budget: SearchQuery['max_chunks'],
): Map<string, FoundChunk[]> {
  const each = typeof budget === 'object' && budget.per_entity === true;
  const value = typeof budget === 'object' ? budget.value : (budget ?? usualChunks);
  const groups = new Map<string, FoundChunk[]>();
  let left = value;
  for (const chunk of chunks) {
    for (const [id, scope] of scopes) {
      if (!isNamed(chunk, id, scope)) continue;
      const group = groups.get(id) ?? [];
      if (each ? group.length >= value : left <= 0) continue;
      groups.set(id, [...group, chunk]);
      left -= 1;
    }
  }
  return groups;
}
