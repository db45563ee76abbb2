import type { AcrossEntity, AcrossQuery } from '#shared/bridge/across.ts';
import { acrossSortKeys } from '#shared/bridge/across.ts';
import { type DocumentFilter, documentFilterSchema } from '#shared/bridge/documents.ts';
import { href } from '../../lib/route.ts';

/** What the address of the page holds: which documents, and how the table is looked at. */
export interface AcrossAddress {
  /** Null where the address names no documents. */
  readonly filter: DocumentFilter | null;
  readonly query: AcrossQuery;
  /** Key of the entity whose documents are shown. */
  readonly open: string | null;
}

const usual: AcrossQuery = { text: '', type: null, sort: { by: 'mentions', descending: true } };

/** The address of the entities across the documents of a filter: chosen ones, a folder, a tag, or any other. */
export function acrossLink(filter: DocumentFilter): string {
  return href(['across'], { documents: JSON.stringify(filter) });
}

/** Where an entity stands in a document's text. */
export function mentionHref(contentId: string, { id, name }: Pick<AcrossEntity, 'id' | 'name'>): string {
  return href(['documents', contentId, 'annotated'], { entity: id ?? name });
}

export function acrossAddress(query: URLSearchParams): AcrossAddress {
  const sort = query.get('sort') ?? '';
  const by = acrossSortKeys.find((key) => key === sort.replace(/^-/, ''));
  return {
    filter: filterOf(query.get('documents')),
    query: {
      text: query.get('text') ?? '',
      type: query.get('type'),
      sort: by === undefined ? usual.sort : { by, descending: sort.startsWith('-') },
    },
    open: query.get('open'),
  };
}

export function acrossHref({ filter, query, open }: AcrossAddress): string {
  const { text, type, sort } = query;
  const isUsual = sort.by === usual.sort.by && sort.descending === usual.sort.descending;
  const values = new URLSearchParams();
  if (filter !== null) values.set('documents', JSON.stringify(filter));
  if (text !== '') values.set('text', text);
  // Entities without a type have an empty one, which is a choice too.
  if (type !== null) values.set('type', type);
  if (!isUsual) values.set('sort', `${sort.descending ? '-' : ''}${sort.by}`);
  if (open !== null) values.set('open', open);
  return values.size === 0 ? '#/across' : `#/across?${values}`;
}

function filterOf(text: string | null): DocumentFilter | null {
  try {
    return text === null ? null : documentFilterSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
