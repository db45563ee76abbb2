import { entityColumns, eventColumns } from '#shared/export/annotated-columns.ts';
import { csvOf } from '#shared/export/columns.ts';
import type { Tape } from '#shared/annotated/tape/tape.ts';
import type { DocumentModel } from '../model/document-model.ts';
import type { EventRow } from '../model/types.ts';
import { type HtmlWords, htmlOf } from './html.ts';

export type ExportKind = 'json' | 'entities' | 'events' | 'html';

/** Makes a file of the whole document, where the document is. */
export function exportDocument(tape: Tape, model: DocumentModel, kind: ExportKind, words: HtmlWords): Blob {
  if (kind === 'json') {
    const bytes = tape.bytes.subarray(0, tape.length) as Uint8Array<ArrayBuffer>;
    return new Blob([bytes], { type: 'application/json' });
  }
  model.mentionIndex.finish();
  if (kind === 'html') return new Blob(htmlOf(model, words), { type: 'text/html' });
  const text =
    kind === 'entities' ? csvOf(entityColumns, entities(model)) : csvOf(eventColumns, events(model));
  return new Blob([text], { type: 'text/csv' });
}

function entities(model: DocumentModel) {
  return Array.from({ length: model.entityCount() }, (_, entity) => model.entityRow(entity));
}

function events(model: DocumentModel) {
  return Array.from({ length: model.eventCount() }, (_, event) => model.eventRow(event) as EventRow);
}
