import type { FoundChunk, FoundDocument } from '#shared/bridge/search.ts';
import { type ContentId, contentIdSchema } from '#shared/ids/ids.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import type { Listed } from '../service/schemas/lenient.ts';

type Found = Omit<FoundDocument, 'fileName' | 'contentId'> & { readonly contentId: ContentId };
type Fields = Readonly<Record<string, unknown>>;

/**
 * The documents in an answer to `POST /v1/search`. The specification does not show the shape (4.13), so what
 * has been told of it (service-behaviour.md, "Searches") is read, and whatever is missing or otherwise is
 * passed over. Results whose id is none are counted.
 *
 * @param value the JSON as it came
 */
export function readFound(value: unknown): Listed<Found> {
  const root = inside(value);
  const results = isRecord(root.results) ? (root.results.documents ?? root.results.results) : root.results;
  const all = list(results ?? root.documents);
  const items = all.flatMap((one) => {
    const document = inside(one);
    const id = text(document.id) ?? text(document.document_id) ?? text(document.content_id);
    const contentId = contentIdSchema.safeParse(id).data;
    if (contentId === undefined) return [];
    const source = document.source;
    return {
      contentId,
      headline: text(document.headline) ?? text(document.title) ?? '',
      at: time(document.timestamp),
      source: text(source) ?? text(inside(source).name),
      type: text(document.document_type) ?? text(inside(document.document_type).type),
      chunks: list(document.chunks).flatMap((chunk) => readChunk(inside(chunk)) ?? []),
    };
  });
  return { items, refused: all.length - items.length };
}

/** Query units an answer says it took. */
export function readUnits(value: unknown): number | null {
  return number(inside(inside(value).usage).api_query_units);
}

function readChunk(chunk: Fields): FoundChunk | null {
  const words = text(chunk.text);
  if (words === null) return null;
  const places = list(chunk.text_locations).map(inside);
  const [first] = places;
  return {
    chunk: whole(chunk.cnum ?? chunk.chunk_num),
    text: words,
    relevance: number(chunk.relevance),
    sentiment: number(chunk.sentiment),
    entities: entitiesOf(chunk.detections),
    paragraph: whole(first?.paragraph_num),
    sentence: whole(first?.sentence_num),
  };
}

function entitiesOf(detections: unknown): FoundChunk['entities'] {
  const found = new Map<string, FoundChunk['entities'][number]>();
  for (const one of list(detections)) {
    const item = inside(one);
    const id = text(item.id) ?? text(item.rp_entity_id) ?? text(item.entity_id);
    const name = text(one) ?? text(item.name) ?? text(item.entity_name) ?? id;
    if (name === null || found.has(id ?? name)) continue;
    found.set(id ?? name, { id, name, type: text(item.entity_type) ?? text(item.type) ?? '' });
  }
  return [...found.values()];
}

const inside = (value: unknown): Fields => (isRecord(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A whole number from 1. */
function whole(value: unknown): number | null {
  const read = typeof value === 'string' ? Number(value) : value;
  return typeof read === 'number' && Number.isInteger(read) && read > 0 ? read : null;
}

function time(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return number(at);
}
