import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { DocumentRow } from '#shared/bridge/documents.ts';
import { csvCell } from './csv-cell.ts';

export interface Exported {
  readonly path: string;
  readonly bytes: number;
  readonly count: number;
}

/** One page of rows after another, until a page is empty. */
export type ReadPage = (offset: number) => Promise<readonly DocumentRow[]>;

/** An export that nobody fetched is removed when the next one is made after this, ms. */
const keptMs = 60 * 60_000;

/** Writes documents to a file, page by page, so that a hundred thousand take no memory. A half-written file has another name. */
export async function exportDocuments(
  path: string,
  format: 'csv' | 'json',
  read: ReadPage,
): Promise<Exported> {
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  const stream = createWriteStream(part, { mode: 0o600 });
  const write = async (text: string) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  let count = 0;
  try {
    await write(format === 'csv' ? `${columns.join(',')}\r\n` : '[');
    for (;;) {
      const rows = await read(count);
      if (rows.length === 0) break;
      const texts = rows.map((row, index) =>
        format === 'csv' ? line(row) : `${count + index === 0 ? '' : ','}\n  ${JSON.stringify(told(row))}`,
      );
      await write(texts.join(''));
      count += rows.length;
    }
    if (format === 'json') await write('\n]\n');
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
function told(row: DocumentRow): Record<(typeof columns)[number], unknown> {
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

/** RFC 4180. */
function line(row: DocumentRow): string {
  const values = told(row);
  return `${columns.map((column) => csvCell(values[column])).join(',')}\r\n`;
}
