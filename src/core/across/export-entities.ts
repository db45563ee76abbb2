import type { AcrossEntity, AcrossQuery } from '#shared/bridge/across.ts';
import { acrossColumns } from '#shared/export/annotated-columns.ts';
import { isoTime } from '#shared/export/columns.ts';
import type { Exporting } from '#shared/export/export-text.ts';
import type { Gathering } from './gathering.ts';

/** Rows written in one turn of the event loop. */
const page = 500;

/**
 * The entities of a query as they are exported. JSON also says how they were counted, in which documents each
 * is, and what could not be read.
 */
export function exportedEntities(
  format: 'csv' | 'json',
  gathering: Gathering,
  query: AcrossQuery,
): Exporting<AcrossEntity> {
  return {
    columns: acrossColumns,
    format,
    read: (offset) => gathering.table.page(query, offset, page, undefined).rows,
    json: {
      about: about(gathering),
      name: 'entities',
      more: ({ key }) => ({
        inDocuments: gathering.table
          .documents(key)
          .map(({ at, ...document }) => ({ ...document, date: isoTime(at) })),
      }),
    },
  };
}

function about(gathering: Gathering): Record<string, unknown> {
  const { total, read, byName, stated, withoutEntities, leftOut } = gathering.state();
  return {
    documents: { chosen: total + leftOut, read, countedByName: byName, countStated: stated, withoutEntities },
    meanSentiment: 'of the documents that state one, each weighed by its mentions there, at least 1',
    meanRelevance: 'of the documents that state one',
    unread: gathering.unread(),
  };
}
