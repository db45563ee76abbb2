import { calendarEvents } from './calendar-events.ts';
import { isRecord } from './is-record.ts';
import { listedIn } from './listed-in.ts';

export interface AnswerTable {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * An answer as rows, where it has some: a list of objects, parallel `fields` and `values` zipped (specification 2.5), days
 * under `results.values` (2.6), and events from both of their lists (4.11). A list of plain values has the column `value`.
 * Undefined where there is no list. Never throws.
 */
export function tableOf(value: unknown): AnswerTable | undefined {
  if (isRecord(value) && Array.isArray(value.events_unmapped))
    return withColumns(calendarEvents(value).map(({ event }) => event));
  const parallel = zipped(isRecord(value) && isRecord(value.results) ? value.results : value);
  if (parallel !== undefined) return parallel;
  const list = listedIn(value);
  return list === undefined
    ? undefined
    : withColumns(list.map((one) => (isRecord(one) ? one : { value: one })));
}

function zipped(value: unknown): AnswerTable | undefined {
  if (!isRecord(value) || !Array.isArray(value.fields) || !Array.isArray(value.values)) return undefined;
  const columns = value.fields.map(String);
  const { values } = value;
  // One row stands there by itself, several as a list of rows.
  const rows: unknown[][] = values.every((row) => Array.isArray(row)) ? values : [values];
  if (rows.some((row) => row.length !== columns.length)) return undefined;
  return {
    columns,
    rows: rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))),
  };
}

function withColumns(rows: readonly Readonly<Record<string, unknown>>[]): AnswerTable {
  return { columns: [...new Set(rows.flatMap((row) => Object.keys(row)))], rows };
}
