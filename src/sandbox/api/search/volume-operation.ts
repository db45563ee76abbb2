import { rounded } from '../../data/invent.ts';
import { invalid } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import type { FoundChunk } from '../../store/find-chunks.ts';
import type { User } from '../../store/users.ts';
import { isoTime } from '../document-record.ts';
import { originLabels } from './origin-labels.ts';
import { mostCounted } from './run-search.ts';
import { readSearch } from './search-body.ts';
import { auditOf, charge, type SearchParts } from './search-operation.ts';

/**
 * `POST /v1/search/volume`: documents and chunks by date with their sentiment, and rows by source, tier or
 * package.
 */
export function answerVolume(
  body: unknown,
  user: User,
  { services, search }: SearchParts,
): Record<string, unknown> {
  const query = readSearch(body);
  if (query.ranking_params !== undefined) {
    const msg = 'Volume takes no ranking parameters';
    throw invalid({
      loc: ['body', 'query', 'ranking_params'],
      msg,
      type: 'extra_forbidden',
      input: query.ranking_params,
    });
  }
  const found = search(query, user, mostCounted);
  const { chunks } = found;
  const volume = [...grouped(chunks, (chunk) => isoTime(chunk.timestamp).slice(0, 10))]
    .map(([date, own]) => ({ date, ...countsOf(own), sentiment: sentimentOf(own) }))
    .toSorted((left, right) => (left.date < right.date ? -1 : 1));
  const groups = groupsOf(chunks, query.group_by ?? [], services);
  return {
    results: {
      volume,
      total: { ...countsOf(chunks), sentiment: sentimentOf(chunks) },
      ...(query.group_by === undefined ? {} : { groups }),
    },
    usage: { api_query_units: charge(1, user, services) },
    ...(query.include_audit ? { audit: auditOf(query, found) } : {}),
  };
}

/** Every group asked for, the one with most chunks first. */
function groupsOf(
  chunks: readonly FoundChunk[],
  by: readonly ('source' | 'tier' | 'package')[],
  services: Services,
): Record<string, unknown[]> {
  const groups: Record<string, unknown[]> = {};
  for (const kind of by) {
    const labels = (chunk: FoundChunk) => originLabels(chunk.origin, services);
    const key = (chunk: FoundChunk) => (kind === 'source' ? labels(chunk).source.id : labels(chunk)[kind]);
    groups[`${kind}s`] = [...grouped(chunks, key)]
      .map(([id, own]) => ({ id, ...named(id, services), ...countsOf(own) }))
      .toSorted((left, right) => right.chunks - left.chunks);
  }
  return groups;
}

function named(id: string, { catalog }: Services): { name?: string } {
  const card = catalog.card(id)?.card;
  return card === undefined ? {} : { name: card.name };
}

/** The chunks by a key, in the order the keys are met. */
export function grouped(
  chunks: readonly FoundChunk[],
  keyOf: (chunk: FoundChunk) => string,
): Map<string, FoundChunk[]> {
  const groups = new Map<string, FoundChunk[]>();
  for (const chunk of chunks) {
    const key = keyOf(chunk);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [chunk]);
    else group.push(chunk);
  }
  return groups;
}

/** How many documents the chunks come from, and how many they are. */
export function countsOf(chunks: readonly FoundChunk[]): { documents: number; chunks: number } {
  return { documents: new Set(chunks.map((chunk) => chunk.documentId)).size, chunks: chunks.length };
}

/** The mean tone of chunks, −1…1. */
export function sentimentOf(chunks: readonly FoundChunk[]): number {
  const sum = chunks.reduce((total, chunk) => total + chunk.sentiment, 0);
  return chunks.length === 0 ? 0 : rounded(sum / chunks.length, 4);
}
