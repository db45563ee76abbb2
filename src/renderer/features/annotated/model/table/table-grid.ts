import type { OriginalCell, OriginalTable } from '#shared/bridge/original-tables.ts';
import { columnGroups, type Stretch, widest } from './column-groups.ts';
import { joined, type LineCell, type Span } from './table-lines.ts';
import { mostCells } from './table-shape.ts';
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
  /** Where it begins, of all rows. */
  readonly row: number;
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
const leastColumns = 2;
/** Lines above the first figures that may be headings. */
const mostHeads = 8;
/** Cells and rows of an original that is looked at: some are empty, or part of another cell that is drawn. */
const mostLookedAt = 4 * mostCells;

/**
 * The cells of a text that has the same characters as a table of its original, in its columns; null where
 * these are not told for certain.
 */
export function tableGrid(text: string, table: OriginalTable): TableGrid | null {
  const rows = isTooLarge(table) ? null : placedRows(text, table);
  const groups = rows && columnGroups(rows);
  if (groups === null || groups.count < leastColumns || rows === null) return null;
  const kept = rows.filter((row) => row.length > 0);
  // It is drawn nowhere.
  if (kept.length * groups.count > mostCells) return null;
  const downOf = keptRows(rows);
  const heads = headsOf(kept, groups.of, downOf);
  const figures = figureColumns(kept.slice(heads), groups);
  let captions = 0;
  while (captions < heads && isSingle(kept[captions], groups.of) && kept[captions]?.[0]?.rows === 1)
    captions += 1;
  const carried = new Int32Array(groups.count);
  const drawn = kept.map((row, index): GridRow => {
    const isHead = index < heads;
    const isBeside = carried.some((left) => left > 0) || row.some((one) => one.rows > 1);
    const cells: GridCell[] = [];
    let next = 0;
    for (let column = 0; column < groups.count; ) {
      const found = row[next];
      const own = found === undefined ? [] : groups.of(found);
      if ((carried[column] as number) > 0) column += 1;
      else if (found === undefined || own[0] !== column) {
        cells.push(empty);
        column += 1;
      } else {
        const columns = own.length;
        const down = downOf(found);
        const isFigure = columns === 1 && figures[column] === true;
        const { start, end, gaps } = found.cell;
        const isHeading = found.isHeading || isHead;
        cells.push({ start, end, gaps, columns, rows: down, isFigure, isHeading });
        carried.fill(down, column, column + columns);
        column += columns;
        next += 1;
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

function isTooLarge({ rows }: OriginalTable): boolean {
  const lookedAt = rows.reduce((sum, row) => sum + 1 + row.length, 0);
  const drawn = rows.filter((row) => row.some(({ text }) => text !== '')).length;
  return lookedAt > mostLookedAt || drawn * leastColumns > mostCells;
}

type DownOf = (one: Placed) => number;

/** How many of the rows with words a cell stands across. */
function keptRows(rows: readonly Placed[][]): DownOf {
  const before = [0];
  for (const [row, { length }] of rows.entries()) before.push((before[row] as number) + Number(length > 0));
  return ({ row, rows: down }) =>
    (before[Math.min(rows.length, row + down)] as number) - (before[row] as number);
}

/** Where each cell with words stands in the text and in the original; null where one is not told. */
function placedRows(text: string, { rows }: OriginalTable): Placed[][] | null {
  const { starts } = tableUnits(text);
  const occupied: number[] = [];
  let unit = 0;
  const placed: Placed[][] = [];
  for (const [index, row] of rows.entries()) {
    const pieces: (Span & Stretch & Pick<OriginalCell, 'rows' | 'isHeading'>)[] = [];
    let column = 0;
    for (const cell of row) {
      while ((occupied[column] ?? 0) > 0) column += 1;
      const from = column;
      if (from + cell.columns > widest) return null;
      for (; column < from + cell.columns; column++) {
        // One over another: a browser draws both.
        if ((occupied[column] ?? 0) > 0) return null;
        occupied[column] = cell.rows;
      }
      const { length } = tableUnits(cell.text).units;
      if (length === 0) continue;
      const start = starts[unit] as number;
      const end = (starts[unit + length - 1] as number) + 1;
      unit += length;
      pieces.push({ start, end, from, to: column, rows: cell.rows, isHeading: cell.isHeading });
    }
    for (const [at, left] of occupied.entries()) occupied[at] = Math.max(0, (left ?? 0) - 1);
    let next = 0;
    const cells: Placed[] = [];
    for (const cell of joined(text, pieces)) {
      const first = next;
      while ((pieces[next]?.end ?? Number.POSITIVE_INFINITY) <= cell.end) next += 1;
      const parts = pieces.slice(first, next);
      const [begin, last] = [parts[0], parts.at(-1)];
      if (begin === undefined || last === undefined) return null;
      if (parts.length > 1 && parts.some((part) => part.rows > 1)) return null;
      const { from, rows: down, isHeading } = begin;
      cells.push({ cell, from, to: last.to, row: index, rows: down, isHeading });
    }
    placed.push(cells);
  }
  return placed;
}

type GroupsOf = (one: Stretch) => readonly number[];

const isSingle = (row: readonly Placed[] | undefined, groupsOf: GroupsOf) =>
  row?.length === 1 && groupsOf(row[0] as Placed)[0] === 0;

const isUnit = (row: readonly Placed[] | undefined) =>
  row?.length === 1 && /^\(.*\)$/u.test(row[0]?.cell.words ?? '');

/** How many of the first rows stand above the figures, and name their columns. */
function headsOf(rows: readonly Placed[][], groupsOf: GroupsOf, downOf: DownOf): number {
  const isBody = (row: readonly Placed[]) => row.some(({ cell }) => cell.isFigure && !cell.isPeriod);
  let heads = rows.findIndex(isBody);
  if (heads < 0) heads = rows.findIndex((row) => !row.every(({ isHeading }) => isHeading));
  if (heads < 0 || heads > mostHeads) return 0;
  // The name of a group of rows stands directly above them.
  const isName = (row: readonly Placed[] | undefined) => isSingle(row, groupsOf) && !isUnit(row);
  while (heads > 0 && isName(rows[heads - 1]) && rows.slice(0, heads - 1).some((row) => row.length > 1))
    heads -= 1;
  // A cell does not go from the headings on into what is below them, so then there are none.
  const goesOn = rows.slice(0, heads).some((row, index) => row.some((one) => index + downOf(one) > heads));
  return goesOn ? 0 : heads;
}

function figureColumns(
  rows: readonly Placed[][],
  { count, of }: { readonly count: number; readonly of: GroupsOf },
): boolean[] {
  const [all, figures] = [new Int32Array(count), new Int32Array(count)];
  for (const row of rows)
    for (const one of row) {
      const [column, other] = of(one);
      if (column === undefined || other !== undefined) continue;
      all[column] = (all[column] as number) + 1;
      if (one.cell.isFigure) figures[column] = (figures[column] as number) + 1;
    }
  return Array.from(figures, (some, column) => some > (all[column] as number) / 2);
}
