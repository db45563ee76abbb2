import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentRow } from '#shared/bridge/documents.ts';
import { byteOrderMark, type CsvCell, csvLine } from '#shared/csv/csv.ts';
import { type Exported, writeExport } from './write-export.ts';

/** One page of rows after another, until a page is empty. */
export type ReadPage = (offset: number) => Promise<readonly DocumentRow[]>;

/** An export that nobody fetched is removed when the next one is made after this, ms. */
const keptMs = 60 * 60_000;

/** Writes documents to a file. */
export function exportDocuments(path: string, format: 'csv' | 'json', read: ReadPage): Promise<Exported> {
  const isCsv = format === 'csv';
  return writeExport(path, {
    head: isCsv ? `${byteOrderMark}${csvLine(columns)}` : '[',
    read,
    textOf: (row, index) => (isCsv ? line(row) : `${index === 0 ? '' : ','}\n  ${JSON.stringify(told(row))}`),
    tail: isCsv ? '' : '\n]\n',
  });
}

/** A place for an export among Sluice's own files; old ones are removed. */
export async function exportPlace(
  directory: string,
  format: 'csv' | 'json',
  now: number,
  what: 'documents' | 'entities' = 'documents',
): Promise<string> {
  const folder = join(directory, 'exports');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > keptMs) await rm(join(folder, name), { force: true });
  }
  return join(folder, `sluice-${what}-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.${format}`);
}

const columns = [
  'contentId',
  'fileName',
  'status',
  'remoteStatus',
  'error',
  'folderId',
  'connectorId',
  'origin',
  'tags',
  'shared',
  'noIndex',
  'noStore',
  'size',
  'uploadedAt',
  'publishedAt',
  'completedAt',
  'expiresAt',
  'uploadId',
] as const;

/** A row as it is told to the outside: times in ISO 8601, tags by name. */
function told(row: DocumentRow): Record<(typeof columns)[number], CsvCell> {
  return {
    contentId: row.contentId,
    fileName: row.fileName,
    status: row.status,
    remoteStatus: row.remoteStatus,
    error: row.remoteError ?? row.code,
    folderId: row.folderId,
    connectorId: row.connectorId,
    origin: row.origin,
    tags: row.tags.map(({ name }) => name),
    shared: row.shared,
    noIndex: row.noIndex,
    noStore: row.noStore,
    size: row.size,
    uploadedAt: time(row.uploadedAt),
    publishedAt: time(row.publishedAt),
    completedAt: time(row.completedAt),
    expiresAt: time(row.expiresAt),
    uploadId: row.uploadId,
  };
}

function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function line(row: DocumentRow): string {
  const values = told(row);
  return csvLine(columns.map((column) => values[column]));
}
