import type { OriginalCell, OriginalTable } from '#shared/bridge/original-tables.ts';
import { columnGroups, type Stretch } from './column-groups.ts';
import { joined, type LineCell, type Span } from './table-lines.ts';
import { mostColumns } from './table-shape.ts';
import { tableUnits } from './table-units.ts';

/** A cell of a table as its original has it; an empty one begins nowhere (−1). */
export interface GridCell extends Span {
  readonly gaps: readonly Span[];
  readonly columns: number;
  readonly rows: number;
  readonly isFigure: boolean;
  readonly isHeading: boolean;
}

export interface GridRow {
  /** `caption`: a title above the headings, or the unit of the table. */
  readonly kind: 'caption' | 'heading' | 'full' | 'line';
  readonly cells: readonly GridCell[];
}

/** The columns of a table whose original is known, cell by cell. */
export interface TableGrid {
  readonly columns: number;
  readonly rows: readonly GridRow[];
}

interface Placed extends Stretch {
  readonly cell: LineCell;
  readonly rows: number;
  readonly isHeading: boolean;
}

const empty: GridCell = {
  start: -1,
  end: -1,
  gaps: [],
  columns: 1,
  rows: 1,
  isFigure: false,
  isHeading: false,
};
/** Lines above the first figures that may be headings. */
const mostHeads = 8;

/**
 * The cells of a text that has the same characters as a table of its original, in its columns; null where
 * these are not told for certain.
 */
export function tableGrid(text: string, table: OriginalTable): TableGrid | null {
  const rows = placedRows(text, table);
  const groups = rows && columnGroups(rows);
  if (groups === null || groups.count < 2 || groups.count > mostColumns || rows === null) return null;
  const kept = rows.filter((row) => row.length > 0);
  const heads = headsOf(kept, groups.of);
  const figures = figureColumns(kept.slice(heads), groups);
  let captions = 0;
  while (captions < heads && isSingle(kept[captions], groups.of) && kept[captions]?.[0]?.rows === 1)
    captions += 1;
  const indexes = rows.flatMap((row, index) => (row.length > 0 ? [index] : []));
  const carried = new Int32Array(groups.count);
  const drawn = kept.map((row, index): GridRow => {
    const isHead = index < heads;
    const isBeside = carried.some((left) => left > 0) || row.some((one) => one.rows > 1);
    const cells: GridCell[] = [];
    for (let column = 0; column < groups.count; ) {
      const found = row.find((one) => groups.of(one)[0] === column);
      if ((carried[column] as number) > 0) column += 1;
      else if (found === undefined) {
        cells.push(empty);
        column += 1;
      } else {
        const columns = groups.of(found).length;
        const from = indexes[index] as number;
        const spanned = indexes.filter((one) => one >= from && one < from + found.rows).length;
        const isFigure = columns === 1 && figures[column] === true;
        const { start, end, gaps } = found.cell;
        cells.push({
          start,
          end,
          gaps,
          columns,
          rows: spanned,
          isFigure,
          isHeading: found.isHeading || isHead,
        });
        carried.fill(spanned, column, column + columns);
        column += columns;
      }
    }
    for (const [column, left] of carried.entries()) carried[column] = Math.max(0, left - 1);
    // A unit below the headings is of the whole table.
    const isBelow = captions === 0 && index > 0 && index === heads - 1;
    const isUnitOfAll = isBelow && isUnit(row) && !isBeside;
    if (index < captions || isUnitOfAll)
      return { kind: 'caption', cells: cells.filter(({ start }) => start >= 0) };
    return { kind: isHead ? 'heading' : isSingle(row, groups.of) ? 'line' : 'full', cells };
  });
  return { columns: groups.count, rows: drawn };
}

/** Where each cell with words stands in the text and in the original; null where one is not told. */
function placedRows(text: string, { rows }: OriginalTable): Placed[][] | null {
  const { starts } = tableUnits(text);
  const occupied: number[] = [];
  let unit = 0;
  const placed: Placed[][] = [];
  for (const row of rows) {
    const pieces: (Span & Stretch & Pick<OriginalCell, 'rows' | 'isHeading'>)[] = [];
    let column = 0;
    for (const cell of row) {
      while ((occupied[column] ?? 0) > 0) column += 1;
      const from = column;
      for (; column < from + cell.columns; column++) occupied[column] = cell.rows;
      const { length } = tableUnits(cell.text).units;
      if (length === 0) continue;
      const start = starts[unit] as number;
      const end = (starts[unit + length - 1] as number) + 1;
      unit += length;
      pieces.push({ start, end, from, to: column, rows: cell.rows, isHeading: cell.isHeading });
    }
    for (const [at, left] of occupied.entries()) occupied[at] = Math.max(0, (left ?? 0) - 1);
    const cells = joined(text, pieces).map((cell) => {
      const parts = pieces.filter(({ start, end }) => start >= cell.start && end <= cell.end);
      const [first, last] = [parts[0], parts.at(-1)];
      if (first === undefined || last === undefined) return null;
      if (parts.length > 1 && parts.some((part) => part.rows > 1)) return null;
      return { cell, from: first.from, to: last.to, rows: first.rows, isHeading: first.isHeading };
    });
    if (cells.some((cell) => cell === null)) return null;
    placed.push(cells.filter((cell) => cell !== null));
  }
  return placed;
}

type GroupsOf = (one: Stretch) => readonly number[];

const isSingle = (row: readonly Placed[] | undefined, groupsOf: GroupsOf) =>
  row?.length === 1 && groupsOf(row[0] as Placed)[0] === 0;

const isUnit = (row: readonly Placed[] | undefined) =>
  row?.length === 1 && /^\(.*\)$/u.test(row[0]?.cell.words ?? '');

/** How many of the first rows stand above the figures, and name their columns. */
function headsOf(rows: readonly Placed[][], groupsOf: GroupsOf): number {
  const isBody = (row: readonly Placed[]) => row.some(({ cell }) => cell.isFigure && !cell.isPeriod);
  let heads = rows.findIndex(isBody);
  if (heads < 0) heads = rows.findIndex((row) => !row.every(({ isHeading }) => isHeading));
  if (heads < 0 || heads > mostHeads) return 0;
  // The name of a group of rows stands directly above them.
  const isName = (row: readonly Placed[] | undefined) => isSingle(row, groupsOf) && !isUnit(row);
  while (heads > 0 && isName(rows[heads - 1]) && rows.slice(0, heads - 1).some((row) => row.length > 1))
    heads -= 1;
  return heads;
}

function figureColumns(
  rows: readonly Placed[][],
  { count, of }: { readonly count: number; readonly of: GroupsOf },
): boolean[] {
  return Array.from({ length: count }, (_, column) => {
    const cells = rows.flatMap((row) =>
      row.filter((one) => of(one).length === 1 && of(one)[0] === column).map(({ cell }) => cell),
    );
    return cells.filter(({ isFigure }) => isFigure).length > cells.length / 2;
  });
}
