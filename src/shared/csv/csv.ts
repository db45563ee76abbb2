/** What a cell is made of; a list is its members, nothing is an empty cell. */
export type CsvCell = string | number | boolean | null | undefined | readonly string[];

/**
 * Spreadsheets read a file that begins with it as UTF-8. Every CSV file has it; what is piped to a program
 * has none.
 */
export const byteOrderMark = '\uFEFF';

/**
 * Where a formula could begin: at the start of a cell, and behind whatever a spreadsheet of another country
 * takes for the end of one. German ones part cells at `;`, and then our quotes are none, because they stand
 * in the middle of a cell. The second line of signs is what East Asian keyboards write.
 */
const formula = /(^|[;\t\r\n])("*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * A line of CSV (RFC 4180), with its end. Its cells are those of csv-stringify, which its tests compare; the
 * library itself brings Node's types into rooms that have none, and disarms no formula behind a `;`.
 *
 * Every text is quoted, and none holds a formula: names of files and entities come from anywhere. An
 * apostrophe before it makes it a text.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** A whole CSV file. */
export function csvFile(columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `${byteOrderMark}${[columns, ...rows].map(csvLine).join('')}`;
}

function cell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : value.join('; ');
  return `"${disarmed(text).replaceAll('"', '""')}"`;
}

/** Returns the text in a form that no spreadsheet reads as a formula. */
export function disarmed(text: string): string {
  return text.replace(formula, "$1$2'$3").replace(/^[\t\r]/, "'$&");
}
