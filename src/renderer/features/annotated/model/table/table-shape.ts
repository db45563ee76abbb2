import { type LineCell, type TableLine, tableLines } from './table-lines.ts';

/** The columns of a table whose structure is certain. */
export interface TableShape {
  readonly columns: number;
  /** Which columns hold figures. */
  readonly figures: readonly boolean[];
}

/** A longer text, and more columns, are shown as they came: a browser takes long over them. */
export const mostCharacters = 400_000;
export const mostColumns = 40;
/** Cells of the blocks that come into the page together: a browser takes 50 ms over so many. */
export const mostCells = 2_000;
/** Of the lines of several cells, so many must say their columns. */
const leastPlaced = 0.5;

/**
 * The columns of a table where its text says them for certain; else null. Extraction drops empty cells, so a
 * shorter line never says which of its columns are missing. Certain is what a heading names column by column,
 * and a table whose lines all have as many cells of the same kinds; where a line has more, nothing is.
 */
export function tableShape(text: string): TableShape | null {
  if (text.length > mostCharacters) return null;
  const lines = tableLines(text).filter(({ cells }) => cells.length > 1);
  const widths = lines.map(({ cells }) => (namesFigures(cells) ? cells.length + 1 : cells.length));
  const columns = Math.max(0, ...widths);
  if (lines.length < 2 || columns < 2 || columns > mostColumns) return null;
  const full = lines.filter(({ cells }) => cells.length === columns);
  const body = full.filter(({ cells }, index) => index > 0 || !nameAll(cells));
  const placed = widths.filter((width) => width === columns).length;
  if (full.length === 0 || placed < lines.length * leastPlaced) return null;
  const rows = body.length > 0 ? body : full;
  const figures = Array.from({ length: columns }, (_, column) => mostAreFigures(rows, column));
  const shape = { columns, figures };
  const isNamed = headings(lines, shape) > 0;
  // What stands above the first figures may head several columns, and says nothing of theirs.
  const fromFigures = lines.slice(
    Math.max(
      0,
      lines.findIndex(({ cells }) => !cells.every(mayName)),
    ),
  );
  const isEven =
    fromFigures.every(({ cells }) => cells.length === columns) &&
    figures.every((_, column) => isOfOneKind(rows, column));
  return isNamed || isEven ? shape : null;
}

/** How many of the first lines are headings that name every column. */
export function headings(lines: readonly TableLine[], { columns, figures }: TableShape): number {
  let last = 0;
  for (const [index, { cells }] of lines.entries()) {
    if (cells.length < 2) continue;
    const isFull = cells.length === columns && nameAll(cells) && figures.slice(1).includes(true);
    if (isFull || namesColumns(cells, columns)) last = index + 1;
    else if (cells.length === columns) break;
  }
  return last;
}

/** Whether a line names all columns but the first one. */
export function namesColumns(cells: readonly LineCell[], columns: number): boolean {
  return cells.length === columns - 1 && namesFigures(cells);
}

/**
 * Dates or years, two at least and one at the very beginning: the empty cell of such a line can only be the
 * first one, over what the rows are about.
 */
function namesFigures(cells: readonly LineCell[]): boolean {
  return (
    cells[0]?.isPeriod === true && cells.filter(({ isPeriod }) => isPeriod).length > 1 && cells.every(mayName)
  );
}

const mayName = ({ words, isPeriod, isFigure }: LineCell) => words !== '' && (isPeriod || !isFigure);

/** Over what the rows are about may stand nothing. */
const nameAll = (cells: readonly LineCell[]) =>
  cells.every((cell, column) => mayName(cell) || (column === 0 && cell.words === ''));

function mostAreFigures(rows: readonly TableLine[], column: number): boolean {
  const count = rows.filter(({ cells }) => cells[column]?.isFigure === true).length;
  // Years that rows are about are their names.
  const areYears = column === 0 && rows.every(({ cells }) => cells[0]?.isPeriod || !cells[0]?.isFigure);
  return count > rows.length / 2 && !areYears;
}

/** A year may be a name and a figure. */
function isOfOneKind(rows: readonly TableLine[], column: number): boolean {
  const cells = rows.map((row) => row.cells[column] as LineCell).filter(({ isPeriod }) => !isPeriod);
  return cells.every(({ isFigure }) => isFigure) || cells.every(({ isFigure }) => !isFigure);
}
