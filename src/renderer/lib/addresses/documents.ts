import { documentSortKeys, documentStatuses } from '#shared/bridge/documents.ts';
import { href } from '../route.ts';
import { defineQuery } from './define-query.ts';
import { day, oneOf, someOf, sorting, text, texts } from './fields.ts';

export const flags = ['no_index', 'no_store'] as const;
export const dates = ['uploaded', 'published', 'completed'] as const;

/** Views keep a query of this in the settings: what is there must go on meaning the same. */
export const documentsQuery = defineQuery(
  {
    search: text,
    statuses: someOf(documentStatuses),
    /** Id of a folder, `manual` (`addresses/uploads.ts`), or empty for any. */
    folder: text,
    connector: text,
    /** Names. */
    tags: texts,
    shared: oneOf(['', 'yes', 'no'], ''),
    flags: someOf(flags),
    /** Of a team: who sent it, and from which machine. */
    person: text,
    machine: text,
    error: text,
    /** Which date the days are about. */
    dated: oneOf(dates, 'uploaded'),
    from: day,
    to: day,
    sort: sorting(documentSortKeys, { by: 'uploaded', descending: true }),
  },
  { statuses: 'status', tags: 'tag', flags: 'flag' },
);
export type DocumentsAddress = typeof documentsQuery.usual;

export function documentsHref(values: Partial<DocumentsAddress> = {}): string {
  return href(['documents'], documentsQuery.write(values));
}
