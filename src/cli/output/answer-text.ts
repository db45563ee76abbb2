import { isRecord } from '#shared/operations/is-record.ts';
import { type AnswerTable, tableOf } from '#shared/operations/table-of.ts';
import { plural, printable } from './format.ts';
import type { Output } from './output.ts';

/** More columns than this are no table for a terminal. */
const mostColumns = 8;
/** Characters of one cell in a pipe, where no terminal limits it. */
const longestCell = 80;

/** Any answer of the service for people: its rows as a table where it has some, else its JSON. */
export function answerLines(value: unknown, output: Output): void {
  const table = tableOf(value);
  if (table === undefined) jsonLines(value, output);
  else if (table.rows.length === 0) output.line('Nothing was found.');
  else rowLines(table, value, output);
}

function rowLines(table: AnswerTable, value: unknown, output: Output): void {
  const plain = table.columns.filter((name) => table.rows.some((row) => isPlain(row[name])));
  const shown = plain.slice(0, mostColumns);
  if (shown.length === 0) {
    jsonLines(value, output);
    return;
  }
  output.table(
    shown.map((name) => ({
      title: name,
      text: (row: Readonly<Record<string, unknown>>) => cell(row[name]),
      shrinks: true,
      align: table.rows.every((row) => isNumber(row[name])) ? ('right' as const) : ('left' as const),
    })),
    table.rows,
  );
  const rest = table.columns.filter((name) => !shown.includes(name));
  const more = rest.length === 0 ? '' : ` · with --json also ${rest.join(', ')}`;
  output.line(output.paint.dim(printable(`${plural(table.rows.length, 'row')}${more}`)));
}

export function jsonLines(value: unknown, output: Output): void {
  for (const line of (JSON.stringify(value, null, 2) ?? 'null').split('\n')) output.line(printable(line));
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Nothing at all is no reason against a column of numbers. */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' || value === null || value === undefined;
}

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '-' : isPlain(value) ? String(value) : inner(value);
  return text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text;
}

function inner(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  return isRecord(value) && typeof value.name === 'string' ? value.name : '{…}';
}
