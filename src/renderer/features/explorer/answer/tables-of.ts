import { isRecord } from '#shared/operations/is-record.ts';
import { type AnswerTable, tableOf } from '#shared/operations/table-of.ts';

export interface NamedTable extends AnswerTable {
  /** Where in the answer it stands, dotted; empty for what the answer is about. */
  readonly path: string;
}

/** Lists in an answer that are shown as tables, and how deep they are looked for. */
const mostTables = 20;
const deepest = 5;

/** Every list of an answer as a table: first what it is about, then the others with rows of fields. Never throws. */
export function tablesOf(value: unknown): NamedTable[] {
  const main = tableOf(value);
  const tables: NamedTable[] = main === undefined ? [] : [{ ...main, path: '' }];
  const shown = new Set<unknown>(main === undefined ? [] : [rowsKey(main)]);
  const walk = (inner: unknown, path: readonly string[]): void => {
    if (tables.length >= mostTables || path.length > deepest) return;
    if (!Array.isArray(inner) && !isRecord(inner)) return;
    const isParallel = isRecord(inner) && Array.isArray(inner.fields) && Array.isArray(inner.values);
    const isList = Array.isArray(inner) && inner.length > 0 && inner.every((one) => isRecord(one));
    if ((isParallel || isList) && path.length > 0) {
      const table = tableOf(inner);
      if (table !== undefined && !shown.has(rowsKey(table))) {
        shown.add(rowsKey(table));
        tables.push({ ...table, path: path.join('.') });
      }
    }
    if (isParallel) return;
    for (const [name, field] of Object.entries(inner)) walk(field, [...path, name]);
  };
  walk(value, []);
  return tables;
}

/** The same list may be reached by two ways. */
function rowsKey({ columns, rows }: AnswerTable): string {
  return JSON.stringify([columns, rows.length, rows[0], rows.at(-1)]);
}
