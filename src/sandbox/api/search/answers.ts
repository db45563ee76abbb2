import { findCard } from '../../data/catalog.ts';
import type { FoundChunk } from '../../store/find-chunks.ts';
import { dayOf } from '../date-range.ts';
import { isoTime } from '../document-record.ts';
import type { Asking } from '../table-row.ts';
import { type Found, isNamed, labelsOf, mostCounted, runSearch, textsOf } from './run-search.ts';
import type { Scope, SearchQuery } from './search-body.ts';

/** `POST /v1/search`, and each line of a batch. */
export function search(query: SearchQuery, asking: Asking, unitPrice = 1) {
  const web = query.external_search;
  const found: Found =
    web === 'ONLY' ? { chunks: [], queries: [] } : runSearch(query, asking.context.user, asking.services);
  const diversified = query.ranking_params?.content_diversification?.enabled ?? true;
  return {
    results: documentResults(chooseChunks(found.chunks, query.max_chunks.value, diversified)),
    ...(web === undefined ? {} : { external_results: { web: webResults(query, asking.now) } }),
    ...around(query, found, Math.max(found.queries.length, 1) * unitPrice, asking),
  };
}

/** The `usage` of an answer, which also counts against the quota, and the audit where one was asked for. */
function around(query: SearchQuery, found: Found, units: number, { context, services }: Asking) {
  services.usage.add(context.user.orgId, 'search', units);
  const { search_mode, include_audit } = query;
  const hints = query.context === undefined ? {} : { context: query.context };
  const queries = found.queries.map((one) => ({ search_mode, ...one, ...hints }));
  return {
    usage: { api_query_units: units },
    ...(include_audit ? { metadata: { audit: { queries } } } : {}),
  };
}

/**
 * The best chunks, best first. Diversified, every document gives its best chunk before any document gives its
 * second (section 4.13, rule 6).
 */
export function chooseChunks(
  chunks: readonly FoundChunk[],
  most: number,
  diversified: boolean,
): FoundChunk[] {
  if (!diversified) return chunks.slice(0, most);
  const byDocument = Map.groupBy(chunks, ({ documentId }) => documentId);
  const turn = new Map([...byDocument.values()].flatMap((own) => own.map((chunk, index) => [chunk, index])));
  return chunks
    .toSorted((left, right) => (turn.get(left) ?? 0) - (turn.get(right) ?? 0))
    .slice(0, most)
    .toSorted((left, right) => right.relevance - left.relevance);
}

/** Chunks by document (service-behaviour.md, "Searches"). */
function documentResults(chunks: readonly FoundChunk[]) {
  return [...Map.groupBy(chunks, ({ documentId }) => documentId).values()].flatMap((own) =>
    own.slice(0, 1).map((first) => ({
      id: first.documentId,
      headline: first.headline,
      timestamp: isoTime(first.timestamp),
      source: labelsOf(first).source,
      document_type: first.documentType,
      chunks: own.map(({ cnum, text, relevance, sentiment, detections, section, speaker, locations }) => ({
        ...{ cnum, text, relevance, sentiment, detections },
        ...(section === null ? {} : { section }),
        ...(speaker === null ? {} : { speaker }),
        ...(locations.length === 0 ? {} : { text_locations: locations }),
      })),
    })),
  );
}

/** An invented page of the web for each text (rule 8). */
function webResults(query: SearchQuery, now: number) {
  return textsOf(query).map((text) => ({
    url: `https://market-garden-blog.example.com/${encodeURIComponent(text.slice(0, 60))}`,
    title: `${text}: what to know`,
    snippet: `An invented page about ${text}.`,
    source: { name: 'Market Garden Blog' },
    timestamp: isoTime(now),
  }));
}

/** `POST /v1/search/watchlist`: one group for each entity, in the order of the request. */
export function watchlist(query: SearchQuery, asking: Asking) {
  const { watchlists = [], ...filters } = query.filters;
  const scopes = new Map<string, Scope>(query.entities.map((id) => [id, 'all']));
  for (const { entities, scope } of watchlists) {
    for (const id of entities) if (!scopes.has(id)) scopes.set(id, scope);
  }
  // The scope, not the filter, decides which chunks belong to an entity.
  const found = runSearch({ ...query, filters }, asking.context.user, asking.services);
  const groups = new Map<string, FoundChunk[]>([...scopes.keys()].map((id) => [id, []]));
  const { value, per_entity } = query.max_chunks;
  let total = 0;
  for (const chunk of found.chunks) {
    for (const [id, group] of groups) {
      const used = per_entity ? group.length : total;
      if (used >= value || !isNamed(chunk, id, scopes.get(id) ?? 'all')) continue;
      group.push(chunk);
      total += 1;
    }
  }
  const results = [...groups].map(([id, chunks]) => {
    const { card = null, category = null } = findCard(id) ?? {};
    return { rp_entity_id: id, name: card?.name ?? null, category, documents: documentResults(chunks) };
  });
  return { results, ...around(query, found, groups.size, asking) };
}

/** `POST /v1/search/volume`: documents and chunks by date, and by source, tier or package. */
export function volume(query: SearchQuery, asking: Asking) {
  const found = runSearch(query, asking.context.user, asking.services, mostCounted);
  const byDate = Map.groupBy(found.chunks, ({ timestamp }) => dayOf(timestamp));
  const groups = (query.group_by ?? []).map((kind) => {
    const key = (chunk: FoundChunk) =>
      kind === 'source' ? labelsOf(chunk).source.id : labelsOf(chunk)[kind];
    const rows = [...Map.groupBy(found.chunks, key)].map(([id, own]) => {
      const name = findCard(id)?.card.name;
      return { id, ...(name === undefined ? {} : { name }), ...countsOf(own) };
    });
    return [`${kind}s`, rows.toSorted((left, right) => right.chunks - left.chunks)];
  });
  return {
    results: {
      volume: [...byDate]
        .map(([date, own]) => ({ date, ...countsOf(own), sentiment: sentimentOf(own) }))
        .toSorted((left, right) => (left.date < right.date ? -1 : 1)),
      total: { ...countsOf(found.chunks), sentiment: sentimentOf(found.chunks) },
      ...(query.group_by === undefined ? {} : { groups: Object.fromEntries(groups) }),
    },
    ...around(query, found, 1, asking),
  };
}

function countsOf(chunks: readonly FoundChunk[]) {
  return { documents: new Set(chunks.map(({ documentId }) => documentId)).size, chunks: chunks.length };
}

/** The mean tone, −1…1. */
function sentimentOf(chunks: readonly FoundChunk[]): number {
  const sum = chunks.reduce((total, chunk) => total + chunk.sentiment, 0);
  return chunks.length === 0 ? 0 : Number((sum / chunks.length).toFixed(4));
}

/** The entity types of each category of co-mentions. Kinds of business and sectors are concepts. */
const typesOf = {
  places: ['PLCE'],
  companies: ['COMP'],
  organizations: ['ORGA'],
  people: ['PEOP'],
  products: ['PROD'],
  concepts: ['CEPT', 'BUSI', 'SECT'],
  topics: ['TOPI'],
};
type MentionCategory = keyof typeof typesOf;
const { topics: _, ...entityTypes } = typesOf;

/** `POST /v1/search/co-mentions/entities`: other entities in the chunks that were found. */
export function entityMentions(query: SearchQuery, asking: Asking) {
  return mentions(query, query.entity_categories ?? (Object.keys(entityTypes) as MentionCategory[]), asking);
}

/** `POST /v1/search/co-mentions/topics`. */
export function topicMentions(query: SearchQuery, asking: Asking) {
  return mentions(query, ['topics'], asking);
}

function mentions(query: SearchQuery, categories: readonly MentionCategory[], asking: Asking) {
  const found = runSearch(query, asking.context.user, asking.services, mostCounted);
  const asked = new Set(
    found.queries.flatMap(({ filters: { entity = {} } }) => [
      ...(entity.any_of ?? []),
      ...(entity.all_of ?? []),
    ]),
  );
  const named = found.chunks.flatMap((chunk) => chunk.detections.map((entity) => ({ ...entity, chunk })));
  const rows = [...Map.groupBy(named, ({ id }) => id)]
    .filter(([id]) => !asked.has(id))
    .map(([id, all]) => {
      const chunks = [...new Set(all.map(({ chunk }) => chunk))];
      const { name = '', entity_type = '' } = all[0] ?? {};
      return { type: entity_type, row: { id, name, ...countsOf(chunks), sentiment: sentimentOf(chunks) } };
    })
    .toSorted(
      ({ row: left }, { row: right }) => right.chunks - left.chunks || (left.name < right.name ? -1 : 1),
    );
  const results = categories.map((name) => [
    name,
    rows.filter(({ type }) => typesOf[name].includes(type)).map(({ row }) => row),
  ]);
  return { results: Object.fromEntries(results), ...around(query, found, 1, asking) };
}
