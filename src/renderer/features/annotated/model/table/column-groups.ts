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
const widest = 400;

/**
 * The columns that a reader sees: what an original has for a currency, its number and a bracket is one, and
 * what it has for space is none. Null where two cells of a row would share one.
 */
export function columnGroups(rows: readonly (readonly Filled[])[]) {
  const width = Math.max(0, ...rows.flatMap((row) => row.map(({ to }) => to)));
  if (width > widest) return null;
  /** Whether a column goes on with the one before it. */
  const goesOn = new Uint8Array(width);
  for (const { from, to, cell } of rows.flat())
    if (cell.isFigure && !cell.isPeriod) goesOn.fill(1, from + 1, to);
  const groupOf: number[] = [];
  for (let column = 0; column < width; column++)
    groupOf.push(column === 0 ? 0 : (groupOf[column - 1] as number) + (goesOn[column] ? 0 : 1));
  const isLeft = new Set(groupOf);
  const all = rows.flat().map(({ from, to }) => new Set(groupOf.slice(from, to)));
  for (const group of [...isLeft]) {
    const over = all.filter((groups) => groups.has(group));
    if (over.every((groups) => [...groups].some((other) => other !== group && isLeft.has(other))))
      isLeft.delete(group);
  }
  const left = [...isLeft];
  const of = ({ from, to }: Stretch): readonly number[] => {
    const first = left.findIndex((group) => group >= (groupOf[from] as number));
    const last = left.findLastIndex((group) => group <= (groupOf[to - 1] as number));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  };
  return isClear(rows, left.length, of) ? { count: left.length, of } : null;
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
    for (const [group, rest] of below.entries()) below[group] = Math.max(0, rest - 1);
  }
  return true;
}
