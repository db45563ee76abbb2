import { csvFile } from '#shared/csv/csv.ts';
import type { AnswerTable } from '#shared/operations/answer-tables.ts';
import { cellText } from './sort-rows.ts';

/** A table as CSV. What is no plain value is written as JSON. */
export function tableCsv({ columns, rows }: AnswerTable): string {
  return csvFile(
    columns,
    rows.map((row) => columns.map((column) => cell(row[column]))),
  );
}

function cell(value: unknown): string | number {
  return typeof value === 'number' ? value : cellText(value);
}
