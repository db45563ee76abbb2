import { type Span, type TableLine, tableLines } from './table-lines.ts';
import { headings, namesColumns, type TableShape } from './table-shape.ts';

/** A piece of a table's text; what only parts its cells is not shown. */
export interface TablePiece {
  readonly text: string;
  readonly isHidden: boolean;
}

export interface TableCell {
  /** Together they are what stands in the text from this cell to the next. */
  readonly pieces: readonly TablePiece[];
  /** Columns it stands across. */
  readonly columns: number;
  /** Rows it stands across. */
  readonly rows: number;
  readonly isFigure: boolean;
  /** Whether the original says so. */
  readonly isHeading?: boolean;
}

/**
 * `caption`: a title above the headings, or the unit of the table. `heading`: names columns. `full`: a cell
 * in each column. `line`: a single text, such as a unit or the name of a group. `extracted`: which columns it
 * fills is not known, so it stands as it was extracted.
 */
export interface TableRow {
  readonly kind: 'caption' | 'heading' | 'full' | 'line' | 'extracted';
  /** Whether it stands above the rows with figures. */
  readonly isHead: boolean;
  /** Where it begins in the text of the block. */
  readonly start: number;
  readonly cells: readonly TableCell[];
}

/**
 * The rows of a table. Their pieces, one after the other, are exactly the text: places in it are counted in
 * its characters.
 *
 * @param isWhole false where the text was cut, in the middle of its last line
 */
export function tableRows(text: string, shape: TableShape, isWhole = true): TableRow[] {
  const lines = tableLines(text);
  let heads = headings(lines, shape);
  // A unit below the heading is of it.
  while (heads > 0 && isUnit(lines[heads])) heads += 1;
  return lines.map((line, index) => {
    const next = lines[index + 1]?.start ?? text.length;
    const isCut = !isWhole && index === lines.length - 1;
    const row = { isHead: index < heads, start: line.start };
    const { cells } = line;
    if (!isCut && namesColumns(cells, shape.columns)) {
      const empty = { pieces: [], columns: 1, rows: 1, isFigure: false };
      return { ...row, kind: 'heading', cells: [empty, ...inColumns(text, line, next, shape)] };
    }
    if (!isCut && cells.length === shape.columns) {
      const kind = row.isHead ? 'heading' : 'full';
      return { ...row, kind, cells: inColumns(text, line, next, shape) };
    }
    const kind = cells.length > 1 || isCut ? 'extracted' : 'line';
    return { ...row, kind, cells: across(text, line, next, shape, row.isHead) };
  });
}

const isUnit = (line: TableLine | undefined) =>
  line?.cells.length === 1 && /^\(.*\)$/.test(line.cells[0]?.words ?? '');

function inColumns(
  text: string,
  { cells }: TableLine,
  end: number,
  { columns, figures }: TableShape,
): TableCell[] {
  const shift = columns - cells.length;
  return cells.map((cell, index) => ({
    pieces: cut(text, cell, cells[index + 1]?.start ?? end, [...cell.gaps, { start: cell.end, end }]),
    columns: 1,
    rows: 1,
    isFigure: figures[index + shift] === true,
  }));
}

/** What a row is about keeps its column; the rest stands across the others with what parted it. */
function across(
  text: string,
  line: TableLine,
  end: number,
  { columns, figures }: TableShape,
  isHead: boolean,
): TableCell[] {
  const [first, second] = line.cells;
  const lineEnd = { start: line.end, end };
  const isLabelled = figures[0] === false && figures.slice(1).every(Boolean);
  const gaps = line.cells.flatMap((cell) => cell.gaps);
  if (!first || !second || !isLabelled || isHead || first.isFigure || columns < 3)
    return [{ pieces: cut(text, line, end, [...gaps, lineEnd]), columns, rows: 1, isFigure: false }];
  const rest = { start: second.start, end };
  return [
    {
      pieces: cut(text, first, second.start, [{ start: first.end, end: second.start }]),
      columns: 1,
      rows: 1,
      isFigure: false,
    },
    { pieces: cut(text, rest, end, [...gaps, lineEnd]), columns: columns - 1, rows: 1, isFigure: false },
  ];
}

/** The text from where a span starts, with what is not shown of it apart. */
export function cut(text: string, { start }: Span, end: number, hidden: readonly Span[]): TablePiece[] {
  const pieces: TablePiece[] = [];
  let at = start;
  const take = (to: number, isHidden: boolean) => {
    if (to > at) pieces.push({ text: text.slice(at, to), isHidden });
    at = Math.max(at, to);
  };
  for (const span of hidden) {
    take(Math.min(end, span.start), false);
    take(Math.min(end, span.end), true);
  }
  take(end, false);
  return pieces;
}

/** What a cell shows. */
export const cellWords = ({ pieces }: TableCell): string =>
  pieces
    .filter(({ isHidden }) => !isHidden)
    .map(({ text }) => text)
    .join('')
    .trim();
