import { acrossSortKeys } from '#shared/bridge/across.ts';
import { documentFilterSchema } from '#shared/bridge/documents.ts';
import { href } from '../route.ts';
import { defineQuery } from './define-query.ts';
import { json, optionalText, sorting, text } from './fields.ts';

/** Which documents, and how the table of their entities is looked at. */
export const acrossQuery = defineQuery(
  {
    /** Null where the address names no documents. */
    filter: json(documentFilterSchema),
    text,
    /** Null takes all; entities without a type have an empty one, which is a choice too. */
    type: optionalText,
    sort: sorting(acrossSortKeys, { by: 'mentions', descending: true }),
    /** Key of the entity whose documents are shown. */
    open: optionalText,
  },
  { filter: 'documents' },
);
export type AcrossAddress = typeof acrossQuery.usual;

export function acrossHref(values: Partial<AcrossAddress>): string {
  return href(['across'], acrossQuery.write(values));
}
