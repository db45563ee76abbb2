import type { AnswerTable } from '#shared/operations/answer-tables.ts';

export interface Series {
  /** Column that tells when: dates as they came, or years. */
  readonly x: string;
  /** Columns of numbers. */
  readonly columns: readonly string[];
  /** Columns of about the same size as the first, to begin with. */
  readonly usual: readonly string[];
  /** In order of time. */
  readonly points: readonly Readonly<Record<string, string | number | null>>[];
}

const date = /^\d{4}-\d{2}(-\d{2}([T ].*)?)?$/;
const yearName = /year/i;
/** Numbers that name something instead of measuring it. */
const identifying = /(^|_)(id|year|number_of_\w+|cnum|page)$/i;
/** Columns shown together at first differ at most by this factor, else the small ones are a flat line. */
const alike = 50;
const mostUsual = 4;

/**
 * A table as a series, where it is one: a column of dates (or years) with no two alike, columns of numbers
 * beside it, and no words that tell rows apart: a calendar's rows are about different things. Undefined where
 * there is none; never throws.
 */
export function seriesOf({ columns, rows }: AnswerTable): Series | undefined {
  if (rows.length < 2) return undefined;
  const x = columns.find((column) => isTime(column, rows));
  if (x === undefined || columns.some((column) => tellsApart(column, rows))) return undefined;
  const numeric = columns.filter(
    (column) =>
      column !== x &&
      !identifying.test(column) &&
      rows.some((row) => isNumber(row[column])) &&
      rows.every((row) => row[column] === undefined || row[column] === null || isNumber(row[column])),
  );
  if (numeric.length === 0) return undefined;
  const points = rows
    .map((row) => ({
      [x]: row[x] as string | number,
      ...Object.fromEntries(numeric.map((column) => [column, isNumber(row[column]) ? row[column] : null])),
    }))
    .toSorted((a, b) => (String(a[x]) < String(b[x]) ? -1 : 1));
  return { x, columns: numeric, usual: usualOf(numeric, rows), points };
}

function isTime(column: string, rows: AnswerTable['rows']): boolean {
  const values = rows.map((row) => row[column]);
  const isYear = (value: unknown) => yearName.test(column) && Number.isInteger(value);
  return (
    values.every((value) => (typeof value === 'string' && date.test(value)) || isYear(value)) &&
    new Set(values).size === values.length
  );
}

/** Whether rows differ by words other than dates; names of periods follow from the date. */
function tellsApart(column: string, rows: AnswerTable['rows']): boolean {
  if (/period|quarter/i.test(column)) return false;
  const words = rows
    .map((row) => row[column])
    .filter((value) => typeof value === 'string' && !date.test(value));
  return new Set(words).size > 1;
}

/** A closing price stands for its day. */
function usualOf(numeric: readonly string[], rows: AnswerTable['rows']): string[] {
  const close = numeric.find((column) => /^(adj(usted)?_?)?close$/i.test(column));
  if (close !== undefined) return [close];
  const sizes = new Map(numeric.map((column) => [column, sizeOf(column, rows)]));
  const first = sizes.get(numeric[0] ?? '') ?? 0;
  return numeric
    .filter((column) => {
      const size = sizes.get(column) ?? 0;
      return first === 0 || size === 0 || (size / first <= alike && first / size <= alike);
    })
    .slice(0, mostUsual);
}

function sizeOf(column: string, rows: AnswerTable['rows']): number {
  return rows.reduce((largest, row) => {
    const value = row[column];
    return isNumber(value) ? Math.max(largest, Math.abs(value)) : largest;
  }, 0);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
