import { byteOrderMark, csvLine } from '../csv/csv.ts';
import { type Columns, cellsOf, objectOf } from './columns.ts';

export interface Exporting<Row> {
  readonly columns: Columns<Row>;
  readonly format: 'csv' | 'json';
  /** One page of rows after another, until a page is empty; `offset` is how many were read. */
  readonly read: (offset: number) => readonly Row[] | Promise<readonly Row[]>;
  /**
   * What only JSON has room for: what is true of all rows, which then stand under `name`, and more of each.
   */
  readonly json?: {
    readonly about: Readonly<Record<string, unknown>>;
    readonly name: string;
    readonly more: (row: Row) => object;
  };
}

/**
 * Rows as text, in pieces, so that a hundred thousand take no memory: CSV with the names of its columns, or
 * one JSON list.
 *
 * @param to what goes to another program begins with no byte order mark; a file of CSV does
 */
export async function* exportText<Row>(
  { columns, format, read, json }: Exporting<Row>,
  to: 'file' | 'program' = 'file',
): AsyncGenerator<string> {
  const isCsv = format === 'csv';
  const indent = json === undefined ? '  ' : '    ';
  const item = (row: Row) => JSON.stringify({ ...objectOf(columns, row), ...json?.more(row) });
  if (isCsv) yield `${to === 'file' ? byteOrderMark : ''}${csvLine(Object.keys(columns))}`;
  else yield json === undefined ? '[' : beginning(json.about, json.name);
  let count = 0;
  for (let rows = await read(0); rows.length > 0; rows = await read(count)) {
    const before = count;
    yield rows
      .map((row, index) =>
        isCsv ? csvLine(cellsOf(columns, row)) : `${before + index === 0 ? '' : ','}\n${indent}${item(row)}`,
      )
      .join('');
    count += rows.length;
  }
  if (!isCsv) yield json === undefined ? `${count === 0 ? '' : '\n'}]\n` : '\n  ]\n}\n';
}

function beginning(about: Readonly<Record<string, unknown>>, name: string): string {
  return `${JSON.stringify(about, null, 2).slice(0, -2)},\n  ${JSON.stringify(name)}: [`;
}
