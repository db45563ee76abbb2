import type { AcrossEntity, AcrossQuery } from '#shared/bridge/across.ts';
import { byteOrderMark, csvLine } from '#shared/csv/csv.ts';
import { type Exported, writeExport } from '../documents/write-export.ts';
import type { Gathering } from './gathering.ts';

/** Rows written in one turn of the event loop. */
const page = 500;
const columns = [
  'id',
  'name',
  'type',
  'documents',
  'mentions',
  'meanSentiment',
  'meanRelevance',
  'firstDate',
  'lastDate',
] as const;

/**
 * Writes the entities of a query to a file. JSON also says how they were counted, in which documents each is, and what could not
 * be read.
 */
export function exportEntities(
  path: string,
  format: 'csv' | 'json',
  gathering: Gathering,
  query: AcrossQuery,
): Promise<Exported> {
  const isCsv = format === 'csv';
  const line = (row: AcrossEntity) => {
    const told = tell(row);
    return csvLine(columns.map((column) => told[column]));
  };
  const item = (row: AcrossEntity) => {
    const inDocuments = gathering.table
      .documents(row.key)
      .map(({ at, ...document }) => ({ ...document, date: date(at) }));
    return JSON.stringify({ ...tell(row), inDocuments });
  };
  return writeExport(path, {
    head: isCsv ? `${byteOrderMark}${csvLine(columns)}` : head(gathering),
    read: (offset) => gathering.table.page(query, offset, page, undefined).rows,
    textOf: (row, index) => (isCsv ? line(row) : `${index === 0 ? '' : ','}\n    ${item(row)}`),
    tail: isCsv ? '' : '\n  ]\n}\n',
  });
}

function head(gathering: Gathering): string {
  const { total, read, byName, stated, withoutEntities, leftOut } = gathering.state();
  const about = {
    documents: { chosen: total + leftOut, read, countedByName: byName, countStated: stated, withoutEntities },
    meanSentiment: 'of the documents that state one, each weighed by its mentions there, at least 1',
    meanRelevance: 'of the documents that state one',
    unread: gathering.unread(),
  };
  return `${JSON.stringify(about, null, 2).slice(0, -2)},\n  "entities": [`;
}

function tell(row: AcrossEntity): Record<(typeof columns)[number], string | number | null> {
  const { id, name, type, documents, mentions, sentiment, relevance, firstAt, lastAt } = row;
  return {
    id,
    name,
    type,
    documents,
    mentions,
    meanSentiment: rounded(sentiment),
    meanRelevance: rounded(relevance),
    firstDate: date(firstAt),
    lastDate: date(lastAt),
  };
}

const date = (at: number): string => new Date(at).toISOString();
const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10_000) / 10_000;
