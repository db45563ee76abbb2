import { mostColumns } from './table-shape.ts';

/** Columns of an original; `to` is exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Filled extends Stretch {
  readonly rows: number;
  readonly cell: { readonly isFigure: boolean; readonly isPeriod: boolean };
}

/** A table that is wider has columns for its looks. */
export const widest = 400;

/**
 * The columns that a reader sees: what an original has for a currency, its number and a bracket is one, and
 * what it has for space is none. Null where two cells of a row would share one.
 */
export function columnGroups(rows: readonly (readonly Filled[])[]) {
  let width = 0;
  for (const row of rows) for (const { to } of row) width = Math.max(width, to);
  if (width > widest) return null;
  /** Whether a column goes on with the one before it. */
  const goesOn = new Uint8Array(width);
  for (const row of rows)
    for (const { from, to, cell } of row) if (cell.isFigure && !cell.isPeriod) goesOn.fill(1, from + 1, to);
  const groupOf: number[] = [];
  for (let column = 0; column < width; column++)
    groupOf.push(column === 0 ? 0 : (groupOf[column - 1] as number) + (goesOn[column] ? 0 : 1));
  const isLeft = leftGroups(rows, groupOf);
  /** For each group how many are left before it. */
  const before = [0];
  for (const [group, isOne] of isLeft.entries()) before.push((before[group] as number) + Number(isOne));
  const count = before.at(-1) as number;
  if (count > mostColumns) return null;
  const of = ({ from, to }: Stretch): readonly number[] => {
    const first = before[groupOf[from] as number] as number;
    const end = before[(groupOf[to - 1] as number) + 1] as number;
    return Array.from({ length: end - first }, (_, index) => first + index);
  };
  return isClear(rows, count, of) ? { count, of } : null;
}

/** Which groups are columns to a reader: all but those whose every cell stands in another one too. */
function leftGroups(rows: readonly (readonly Filled[])[], groupOf: readonly number[]): boolean[] {
  /** Cells that stand across the same groups are one here. */
  const across = new Map<number, { from: number; to: number; left: number }>();
  for (const row of rows)
    for (const cell of row) {
      const [from, to] = [groupOf[cell.from] as number, groupOf[cell.to - 1] as number];
      across.set(from * widest + to, { from, to, left: to - from + 1 });
    }
  const all = [...across.values()];
  return Array.from({ length: (groupOf.at(-1) ?? -1) + 1 }, (_, group) => {
    const over = all.filter(({ from, to }) => from <= group && group <= to);
    if (!over.every(({ left }) => left > 1)) return true;
    for (const one of over) one.left -= 1;
    return false;
  });
}

/** Whether no two cells stand in one place, also not one that goes down over others. */
function isClear(
  rows: readonly (readonly Filled[])[],
  count: number,
  of: (one: Stretch) => readonly number[],
): boolean {
  const below = new Int32Array(count);
  for (const row of rows) {
    for (const cell of row) {
      const own = of(cell);
      if (own.length === 0 || own.some((group) => (below[group] as number) > 0)) return false;
      for (const group of own) below[group] = cell.rows;
    }
    for (let group = 0; group < count; group++) below[group] = Math.max(0, (below[group] as number) - 1);
  }
  return true;
}
