import { type CsvCell, csvFile } from '../csv/csv.ts';

/**
 * What is said of each row outside, by the names of its columns. CSV and JSON, pages and commands have the
 * same.
 */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

export function cellsOf<Row>(columns: Columns<Row>, row: Row): CsvCell[] {
  return Object.values(columns).map((cell) => cell(row));
}

/** A row as an object of its columns. */
export function objectOf<Row>(columns: Columns<Row>, row: Row): Record<string, CsvCell> {
  return Object.fromEntries(Object.entries(columns).map(([name, cell]) => [name, cell(row)]));
}

/** A whole CSV file of rows that are in memory. */
export function csvOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  return csvFile(
    Object.keys(columns),
    rows.map((row) => cellsOf(columns, row)),
  );
}

/** Times are ISO 8601 in UTC, whoever writes them. */
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
