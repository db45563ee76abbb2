import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import type { AcrossEntity, AcrossQuery } from '#shared/bridge/across.ts';
import { csvCell } from '../documents/csv-cell.ts';
import type { Exported } from '../documents/export-documents.ts';
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
 * be read. A half-written file has another name.
 */
export async function exportEntities(
  path: string,
  format: 'csv' | 'json',
  gathering: Gathering,
  query: AcrossQuery,
): Promise<Exported> {
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  const stream = createWriteStream(part, { mode: 0o600 });
  const write = async (text: string) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  let count = 0;
  try {
    // Spreadsheets read a file with a byte order mark as UTF-8.
    await write(format === 'csv' ? `\uFEFF${columns.join(',')}\r\n` : head(gathering));
    for (;;) {
      const { rows } = gathering.table.page(query, count, page, undefined);
      if (rows.length === 0) break;
      const texts = rows.map((row, index) => {
        const told = tell(row);
        if (format === 'csv') return `${columns.map((column) => csvCell(told[column])).join(',')}\r\n`;
        const inDocuments = gathering.table
          .documents(row.key)
          .map(({ at, ...document }) => ({ ...document, date: date(at) }));
        return `${count + index === 0 ? '' : ','}\n    ${JSON.stringify({ ...told, inDocuments })}`;
      });
      await write(texts.join(''));
      count += rows.length;
    }
    if (format === 'json') await write('\n  ]\n}\n');
    stream.end();
    await finished(stream);
    await rename(part, path);
  } catch (error) {
    stream.destroy();
    await rm(part, { force: true });
    throw error;
  }
  return { path, bytes: (await stat(path)).size, count };
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
