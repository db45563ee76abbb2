import type { AnswerTable } from '#shared/operations/table-of.ts';
import { cellText } from './sort-rows.ts';

/** A table as CSV (RFC 4180). What is no plain value is written as JSON. */
export function tableCsv({ columns, rows }: AnswerTable): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','));
  return [columns.map(cell).join(','), ...lines, ''].join('\r\n');
}

/** A text that a spreadsheet would run as a formula gets an apostrophe before it: answers come from anywhere. */
function cell(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const plain = cellText(value);
  const text = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
