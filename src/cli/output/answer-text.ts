import type { AnswerDeclaration } from '#shared/operations/answer-declaration.ts';
import type { NamedTable } from '#shared/operations/answer-tables.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import { readAnswer } from '#shared/operations/read-answer.ts';
import { isNothing } from '#shared/operations/value-at.ts';
import { printable } from './format.ts';
import type { Output } from './output.ts';
import { textWidth } from './width.ts';

type Row = Readonly<Record<string, unknown>>;

/** A column of a terminal is not narrower, and so much stands between two (see `table.ts`). */
const leastWidth = 12;
const gap = 2;

/**
 * An answer of the service for people, as its operation declares it: the fields of its record, then its lists
 * as tables.
 */
export function answerLines(answer: AnswerDeclaration, value: unknown, output: Output): void {
  const { fields, tables, hasList } = readAnswer(answer, value);
  const filled = tables.filter(({ rows }) => rows.length > 0);
  const hasFields = fieldLines(fields, output);
  for (const table of filled) {
    if (filled.length > 1 || (hasFields && table.path !== ''))
      output.line(
        output.paint.bold(printable(table.path === '' ? output.say('cli.call.answer') : table.path)),
      );
    tableLines(table, output);
  }
  if (filled.length > 0) return;
  if (hasList) output.line(output.say('cli.call.nothingFound'));
  else if (!hasFields) output.line(output.say('cli.call.done'));
}

/** A field a line; those with nothing in them are named at the end. Whether there were any. */
function fieldLines(fields: Row, output: Output): boolean {
  const all = Object.entries(fields);
  const told = all.filter(([, value]) => !isNothing(value));
  const width = Math.max(0, ...told.map(([name]) => textWidth(printable(name))));
  for (const [name, value] of told) {
    const shown = printable(name);
    const title = shown + ' '.repeat(width - textWidth(shown));
    // The lines of a long text stand below each other.
    for (const [index, line] of textOf(value).split(/\r?\n/).entries())
      output.line(
        `${index === 0 ? output.paint.dim(title) : ' '.repeat(width)}  ${printable(line)}`.trimEnd(),
      );
  }
  const empty = all.filter(([, value]) => isNothing(value)).map(([name]) => name);
  if (empty.length > 0)
    output.line(output.paint.dim(printable(output.say('cli.call.empty', { names: empty.join(', ') }))));
  return all.length > 0;
}

function tableLines({ columns, shown, rows }: NamedTable, output: Output): void {
  const fitting = output.width === null ? shown : fitInto(output.width, shown, rows);
  output.table(
    fitting.map((name) => ({
      title: name,
      text: (row: Row) => cell(row[name]),
      shrinks: true,
      align: rows.every((row) => isNumber(row[name])) ? ('right' as const) : ('left' as const),
    })),
    rows,
  );
  const rest = columns.filter((name) => !fitting.includes(name) && rows.some((row) => !isNothing(row[name])));
  const count = rows.length;
  const end =
    rest.length === 0
      ? output.say('cli.call.rows', { count })
      : output.say('cli.call.rowsAndMore', { count, names: rest.join(', ') });
  output.line(output.paint.dim(printable(end)));
}

/** The first columns that a line of a terminal has room for, each at its narrowest; at least one. */
function fitInto(width: number, names: readonly string[], rows: readonly Row[]): readonly string[] {
  let left = width + gap;
  const fits = names.findIndex((name) => {
    const natural = rows.reduce((most, row) => Math.max(most, textWidth(cell(row[name]))), textWidth(name));
    left -= Math.min(natural, leastWidth) + gap;
    return left < 0;
  });
  return fits === -1 ? names : names.slice(0, Math.max(1, fits));
}

/** Nothing at all is no reason against a column of numbers. */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' || value === null || value === undefined;
}

function cell(value: unknown): string {
  return isNothing(value) ? '-' : textOf(value);
}

/** A value as text, none of it left out: lists with commas, records as `name: value`. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(innerText).join(', ');
  if (!isRecord(value)) return String(value ?? '-');
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${innerText(inner)}`)
    .join(', ');
}

function innerText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '-');
}
