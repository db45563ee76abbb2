import type { Services } from '../../services.ts';
import type { FoundChunk } from '../../store/find-chunks.ts';
import { parseDateTime } from '../fields.ts';
import type { Filters, SetFilter, ValueFilter } from './filters-schema.ts';
import { originLabels, typeOf } from './origin-labels.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Makes the test whether a chunk meets every filter (section 4.13, rule 7). */
export function chunkMatcher(filters: Filters, services: Services): (chunk: FoundChunk) => boolean {
  const tests: ((chunk: FoundChunk) => boolean)[] = [];
  const values = (filter: ValueFilter | undefined, of: (chunk: FoundChunk) => readonly string[]) => {
    if (filter !== undefined) tests.push((chunk) => meetsValues(filter, of(chunk)));
  };
  const sets = (filter: SetFilter | undefined, of: (chunk: FoundChunk) => (value: string) => boolean) => {
    if (filter !== undefined) tests.push((chunk) => meetsSets(filter, of(chunk)));
  };
  const labels = (chunk: FoundChunk) => originLabels(chunk.origin, services);

  const span = spanOf(filters.timestamp);
  tests.push(({ timestamp }) => timestamp >= span.start && timestamp <= span.end);
  values(filters.source, (chunk) => [labels(chunk).source.id, labels(chunk).source.name]);
  values(filters.category, (chunk) => labels(chunk).categories);
  values(filters.tier, (chunk) => [labels(chunk).tier]);
  values(filters.document, (chunk) => [chunk.documentId]);
  values(filters.sections, (chunk) => (chunk.section === null ? [] : [chunk.section]));
  values(filters.speakers, (chunk) => (chunk.speaker === null ? [] : [chunk.speaker]));
  values(filters.authors, (chunk) => chunk.authors);
  const type = filters.document_type;
  if (type !== undefined) {
    tests.push((chunk) => type.values.some((one) => isOfType(chunk, one)) === (type.mode === 'INCLUDE'));
  }
  const { from = 1, to = Number.POSITIVE_INFINITY } = filters.chunk ?? {};
  tests.push(({ cnum }) => cnum >= from && cnum <= to);
  sets(filters.entity, (chunk) => (id) => chunk.detections.some((one) => one.id === id));
  sets(filters.keyword, (chunk) => (word) => chunk.text.toLowerCase().includes(word.toLowerCase()));
  sets(filters.tag, (chunk) => {
    const names = services.tags.ofDocument(chunk.documentId).map((tag) => tag.name);
    return (name) => names.includes(name);
  });
  for (const { entities, scope } of filters.watchlists ?? []) {
    tests.push((chunk) => entities.some((id) => isNamed(chunk, id, scope)));
  }
  return (chunk) => tests.every((test) => test(chunk));
}

/** Whether an entity is named in the headline of a chunk's document, in the chunk, or in either. */
export function isNamed(chunk: FoundChunk, id: string, scope: 'all' | 'headline' | 'body'): boolean {
  const inHeadline = scope !== 'body' && chunk.titleEntities.includes(id);
  return inHeadline || (scope !== 'headline' && chunk.detections.some((one) => one.id === id));
}

function meetsValues({ mode, values }: ValueFilter, own: readonly string[]): boolean {
  const has = values.some((value) => own.some((one) => one.toLowerCase() === value.toLowerCase()));
  return has === (mode === 'INCLUDE');
}

function meetsSets({ any_of, all_of, none_of }: SetFilter, has: (value: string) => boolean): boolean {
  if (any_of !== undefined && !any_of.some(has)) return false;
  if (all_of !== undefined && !all_of.every(has)) return false;
  return none_of === undefined || !none_of.some(has);
}

function isOfType(
  { documentType, origin }: FoundChunk,
  wanted: string | { type: string; subtypes?: string[] | undefined },
): boolean {
  const type = typeOf(documentType, origin);
  if (typeof wanted === 'string') return wanted === type || wanted === documentType;
  return wanted.type === type && (wanted.subtypes?.includes(documentType) ?? true);
}

/** A plain date as the end means its whole day. */
function spanOf(given: Filters['timestamp']): { start: number; end: number } {
  const { start, end } = given ?? {};
  const lastMs = end?.length === 10 ? dayMs - 1 : 0;
  return {
    start: start === undefined ? Number.NEGATIVE_INFINITY : parseDateTime(start),
    end: end === undefined ? Number.POSITIVE_INFINITY : parseDateTime(end) + lastMs,
  };
}
