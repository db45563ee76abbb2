import type { GridCell, TableGrid } from './table-grid.ts';
import { cut, type TableCell, type TableRow } from './table-rows.ts';

/**
 * The rows of a table whose original is known. Their pieces, one after the other, are exactly the text, as in
 * any other table; a cell that is cut where the text is folded is not shown.
 */
export function gridRows(text: string, { rows }: TableGrid): TableRow[] {
  const filled = rows.flatMap(({ cells }) => cells.filter(({ start }) => start >= 0));
  const nextOf = new Map(filled.map((cell, index) => [cell, filled[index + 1]?.start ?? text.length]));
  const first = filled[0];
  const drawn = rows.map(({ kind, cells }, index): TableRow => {
    const [begin] = cells.filter(({ start }) => start >= 0);
    const isHead = kind === 'heading' || kind === 'caption';
    const start = index === 0 ? 0 : (begin?.start ?? 0);
    return { kind, isHead, start, cells: cells.map(draw) };
  });
  return drawn.filter(({ start }) => start < text.length);

  function draw(cell: GridCell): TableCell {
    const { columns, rows: down, isFigure, isHeading, start, end, gaps } = cell;
    const shape = { columns, rows: down, isFigure, isHeading };
    if (cell === first && start >= text.length) return { ...shape, pieces: [{ text, isHidden: true }] };
    if (start < 0 || start >= text.length) return { ...shape, pieces: [] };
    const next = Math.min(text.length, nextOf.get(cell) ?? text.length);
    const from = cell === first ? 0 : start;
    const hidden = [...gaps, { start: end, end: next }];
    if (from < start) hidden.unshift({ start: 0, end: start });
    if (end > text.length) hidden.push({ start, end: next });
    return { ...shape, pieces: cut(text, { start: from, end }, next, hidden.toSorted(byStart)) };
  }
}

const byStart = (left: { readonly start: number }, right: { readonly start: number }) =>
  left.start - right.start;
