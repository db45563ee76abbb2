import type { RequestContext } from '../../http/request-context.ts';
import type { Services } from '../../services.ts';
import type { User } from '../../store/users.ts';
import { responseMetadata } from '../data-route.ts';
import { chooseChunks, documentResults, usualChunks } from './document-results.ts';
import type { Found, Search } from './run-search.ts';
import { readSearch, type SearchQuery, textsOf } from './search-body.ts';
import { webResults } from './web-results.ts';

/** What every operation of the search family needs. */
export interface SearchParts {
  services: Services;
  search: Search;
}

/**
 * Answers one search: `POST /v1/search`, and each line of a batch.
 *
 * @param price query units a sub-query costs
 */
export function answerSearch(
  body: unknown,
  user: User,
  { services, search }: SearchParts,
  price = 1,
): Record<string, unknown> {
  const query = readSearch(body);
  const web = query.external_search;
  const found = web === 'ONLY' ? { chunks: [], queries: [] } : search(query, user);
  const budget =
    typeof query.max_chunks === 'object' ? query.max_chunks.value : (query.max_chunks ?? usualChunks);
  const diversified = query.ranking_params?.content_diversification?.enabled ?? true;
  const chosen = chooseChunks(found.chunks, budget, diversified);
  return {
    results: documentResults(chosen, services),
    ...(web === undefined
      ? {}
      : { external_results: { web: webResults(textsOf(query), services.clock.now()) } }),
    usage: { api_query_units: charge(Math.max(found.queries.length, 1) * price, user, services) },
    ...(query.include_audit ? { audit: auditOf(query, found) } : {}),
  };
}

/** An answer with its `metadata`, in which the audit stands (rule 5). */
export function withMetadata(
  { audit, ...answer }: Record<string, unknown>,
  context: RequestContext,
  services: Services,
): Record<string, unknown> {
  const metadata = responseMetadata(context, services);
  return { ...answer, metadata: audit === undefined ? metadata : { ...metadata, audit } };
}

/** The resolved sub-queries. */
export function auditOf({ search_mode, context }: SearchQuery, { queries }: Found): Record<string, unknown> {
  return {
    queries: queries.map((query) => ({ search_mode, ...query, ...(context ? { context } : {}) })),
  };
}

/** Counts query units against the organization's quota, and returns them. */
export function charge(units: number, user: User, { usage }: Services): number {
  usage.add(user.orgId, 'search', units);
  return units;
}
