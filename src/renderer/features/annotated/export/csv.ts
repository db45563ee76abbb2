type Cell = string | number | null;

/** Spreadsheets take a cell that begins so for a formula. */
const formula = /^[=+\-@\t\r]/;

/** CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8, and with no cell that they would run. */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[columns, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
