import type { Services } from '../../services.ts';
import type { FoundChunk } from '../../store/find-chunks.ts';
import { isoTime } from '../document-record.ts';
import { originLabels } from './origin-labels.ts';

/** Chunks answered where the request names no budget. */
export const usualChunks = 50;

/**
 * The best chunks within a budget, the best first. Diversified, every document gives its best chunk before
 * any gives its second (section 4.13, rule 6).
 */
export function chooseChunks(
  chunks: readonly FoundChunk[],
  budget: number,
  diversified: boolean,
): FoundChunk[] {
  if (!diversified) return chunks.slice(0, budget);
  const place = new Map<string, number>();
  const turns = chunks.map((chunk) => {
    const turn = place.get(chunk.documentId) ?? 0;
    place.set(chunk.documentId, turn + 1);
    return { chunk, turn };
  });
  return turns
    .toSorted((left, right) => left.turn - right.turn)
    .slice(0, budget)
    .map(({ chunk }) => chunk)
    .toSorted((left, right) => right.relevance - left.relevance);
}

/**
 * Chunks grouped by their document, in the order of each document's best chunk (service-behaviour.md,
 * "Searches").
 */
export function documentResults(
  chunks: readonly FoundChunk[],
  services: Services,
): ({ chunks: unknown[] } & Record<string, unknown>)[] {
  const documents = new Map<string, { chunks: unknown[] } & Record<string, unknown>>();
  for (const chunk of chunks) {
    let document = documents.get(chunk.documentId);
    if (document === undefined) {
      document = {
        id: chunk.documentId,
        headline: chunk.headline,
        timestamp: isoTime(chunk.timestamp),
        source: originLabels(chunk.origin, services).source,
        document_type: chunk.documentType,
        chunks: [],
      };
      documents.set(chunk.documentId, document);
    }
    document.chunks.push(chunkResult(chunk));
  }
  return [...documents.values()];
}

function chunkResult(chunk: FoundChunk): Record<string, unknown> {
  const { cnum, text, relevance, sentiment, detections, locations, section, speaker } = chunk;
  return {
    cnum,
    text,
    relevance,
    sentiment,
    detections,
    ...(section === null ? {} : { section }),
    ...(speaker === null ? {} : { speaker }),
    ...(locations.length === 0 ? {} : { text_locations: locations }),
  };
}
