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

/** Uploads as CSV (RFC 4180), times in ISO 8601. */
export function uploadsCsv(uploads: readonly Upload[]): string {
  const lines = uploads.map((upload) =>
    columns.map((column) => cell(column.endsWith('At') ? time(upload[column]) : upload[column])).join(','),
  );
  return [columns.join(','), ...lines, ''].join('\r\n');
}

function time(value: unknown): string {
  return typeof value === 'number' ? new Date(value).toISOString() : '';
}

/** A text that a spreadsheet would run as a formula gets an apostrophe before it: file names come from anywhere. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
