import { type Said, said } from '../spoken/said.ts';
import type { ListDeclaration } from './answer-declaration.ts';
import { type FoundList, findLists } from './declared-lists.ts';
import { isRecord } from './is-record.ts';
import { isNothing, joinPath, leavesOf, valueAt } from './value-at.ts';

export interface AnswerTable {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface NamedTable extends AnswerTable {
  /** Where in the answer it stands, dotted; empty for the answer itself. */
  readonly path: string;
  /** The first of its columns, those that matter. */
  readonly shown: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** A row, and what tells in a nested table to which row above it belongs. */
interface PlacedRow {
  readonly keys: Row;
  readonly row: Row;
}

/**
 * The rows of a list as a table, followed by those of the lists in its rows. Odd rows are left out and told.
 */
export function tablesOfList(list: ListDeclaration, found: FoundList, remarks: Said[]): NamedTable[] {
  const rows = recordsOf(found, list, remarks);
  return placed(
    list,
    found.path,
    rows.map((row) => ({ keys: {}, row })),
  );
}

/** The rows of a list whose shape nobody declares: all columns matter. */
export function openTable(path: string, rows: readonly Row[]): NamedTable {
  const [table] = placed(
    { at: [], columns: [] },
    path,
    rows.map((row) => ({ keys: {}, row })),
  );
  return table ?? { path, columns: [], rows: [], shown: [] };
}

function recordsOf({ path, rows, odd }: FoundList, { id }: ListDeclaration, remarks: Said[]): Row[] {
  const records = rows.filter(isRecord);
  // A list of plain values is a list all the same.
  if (records.length === 0) return rows.map((value) => ({ value }));
  const left = odd + rows.length - records.length;
  if (left > 0)
    remarks.push(
      path === '' ? said('remark.oddRows', { count: left }) : said('remark.oddRowsOf', { count: left, path }),
    );
  const nameless = id === undefined ? 0 : records.filter((row) => isNothing(valueAt(row, id))).length;
  if (id !== undefined && nameless > 0)
    remarks.push(
      path === ''
        ? said('remark.nameless', { count: nameless, id })
        : said('remark.namelessOf', { count: nameless, path, id }),
    );
  return records;
}

function placed(list: ListDeclaration, path: string, entries: readonly PlacedRow[]): NamedTable[] {
  const { columns: declared, lists = [] } = list;
  const inner = lists.flatMap((nested) => nestedIn(list, nested, path, entries));
  const isTaken = (name: string) =>
    lists.some(({ at }) =>
      at.some(
        (place) => name === place || name.startsWith(`${place.replace(/\*$/, '').replace(/\.$/, '')}.`),
      ),
    );
  const cells = entries.map(({ keys: own, row }) => {
    const leaves = new Map(leavesOf(row));
    const known = declared.map(
      (name) => [name, leaves.has(name) ? leaves.get(name) : valueAt(row, name)] as const,
    );
    const isKnown = (name: string) => declared.some((one) => name === one || name.startsWith(`${one}.`));
    const rest = [...leaves].filter(([name]) => !isKnown(name) && !isTaken(name));
    // A name that both have is the row's; the other says whose it is.
    const above = Object.entries(own).map(([name, value]) => [aboveName(name, row), value] as const);
    return { above, known, rest };
  });
  const present = (pairs: readonly (readonly [string, unknown])[]) =>
    pairs.filter(([, value]) => !isNothing(value)).map(([name]) => name);
  const above = [...new Set(cells.flatMap((cell) => cell.above.map(([name]) => name)))];
  const came = new Set(cells.flatMap(({ known }) => present(known)));
  const known = declared.filter((name) => came.has(name) && !above.includes(name));
  const rest = [...new Set(cells.flatMap((cell) => cell.rest.map(([name]) => name)))].filter(
    (name) => !above.includes(name) && !known.includes(name),
  );
  const columns = [...above, ...known, ...rest];
  const rows = cells.map((cell) => {
    const values = new Map([...cell.rest, ...cell.known, ...cell.above]);
    return Object.fromEntries(columns.map((name) => [name, values.get(name)]));
  });
  // Where none of what is declared came, what came matters.
  const shown = known.length > 0 ? [...above, ...known] : filled(columns, rows);
  return [{ path, columns, rows, shown }, ...inner];
}

function filled(columns: readonly string[], rows: readonly Row[]): readonly string[] {
  return columns.filter((name) => rows.some((row) => !isNothing(row[name])));
}

function aboveName(name: string, row: Row): string {
  return Object.hasOwn(row, name) ? `of ${name}` : name;
}

/** One table for the lists that the rows of another have at the same place. */
function nestedIn(
  { by, columns }: ListDeclaration,
  nested: ListDeclaration,
  path: string,
  entries: readonly PlacedRow[],
): NamedTable[] {
  const byPath = new Map<string, PlacedRow[]>();
  for (const [index, { keys, row }] of entries.entries()) {
    const own = (by ?? columns.slice(0, 1)).map((name) => [name, valueAt(row, name)] as const);
    const told = own.filter(([, value]) => !isNothing(value));
    const all = { ...keys, ...Object.fromEntries(told.length > 0 ? told : [['row', index + 1]]) };
    for (const found of findLists(nested, row) ?? []) {
      const place = joinPath(path, found.path);
      const rows = found.rows.map((one) => ({ keys: all, row: isRecord(one) ? one : { value: one } }));
      byPath.set(place, [...(byPath.get(place) ?? []), ...rows]);
    }
  }
  return [...byPath]
    .filter(([, rows]) => rows.length > 0)
    .flatMap(([place, rows]) => placed(nested, place, rows));
}
