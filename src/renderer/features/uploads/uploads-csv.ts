import { csvFile } from '#shared/csv/csv.ts';
import type { Upload } from '#shared/uploads/upload.ts';

const columns = [
  'id',
  'path',
  'size',
  'sha256',
  'state',
  'code',
  'detail',
  'contentId',
  'attempts',
  'folderId',
  'createdAt',
  'finishedAt',
] as const satisfies readonly (keyof Upload)[];

/** Uploads as CSV, times in ISO 8601. */
export function uploadsCsv(uploads: readonly Upload[]): string {
  const rows = uploads.map((upload) =>
    columns.map((column) => (column.endsWith('At') ? time(upload[column]) : upload[column])),
  );
  return csvFile(columns, rows);
}

function time(value: unknown): string | null {
  return typeof value === 'number' ? new Date(value).toISOString() : null;
}
