import { csvFile } from '#shared/csv/csv.ts';
import type { Tape } from '../../json-tree/tape/tape.ts';
import type { DocumentModel } from '../model/document-model.ts';
import type { EntityRow, EventRow } from '../model/types.ts';
import { type HtmlWords, htmlOf } from './html.ts';

export type ExportKind = 'json' | 'entities' | 'events' | 'html';

export interface ExportWords extends HtmlWords {
  readonly entityColumns: readonly string[];
  readonly eventColumns: readonly string[];
}

/** Makes a file of the whole document, where the document is. */
export function exportDocument(tape: Tape, model: DocumentModel, kind: ExportKind, words: ExportWords): Blob {
  if (kind === 'json') {
    const bytes = tape.bytes.subarray(0, tape.length) as Uint8Array<ArrayBuffer>;
    return new Blob([bytes], { type: 'application/json' });
  }
  model.mentionIndex.finish();
  if (kind === 'html') return new Blob(htmlOf(model, words), { type: 'text/html' });
  const text = kind === 'entities' ? entitiesCsv(model, words) : eventsCsv(model, words);
  return new Blob([text], { type: 'text/csv' });
}

function entitiesCsv(model: DocumentModel, { entityColumns }: ExportWords): string {
  const rows = Array.from({ length: model.entityCount() }, (_, entity) => {
    const { name, type, id, relevance, sentiment, mentions }: EntityRow = model.entityRow(entity);
    return [name, type, id, relevance, sentiment, mentions];
  });
  return csvFile(entityColumns, rows);
}

function eventsCsv(model: DocumentModel, { eventColumns }: ExportWords): string {
  const rows = Array.from({ length: model.eventCount() }, (_, event) => {
    const { type, topic, roles, relevance, sentiment, places } = model.eventRow(event) as EventRow;
    const names = roles.map(({ name }) => name).join('; ');
    const paragraphs = places.map(({ block }) => block + 1).join(' ');
    return [type, topic, names, relevance, sentiment, paragraphs];
  });
  return csvFile(eventColumns, rows);
}
