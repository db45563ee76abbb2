import type { OriginalTable } from '#shared/bridge/original-tables.ts';
import { type TableGrid, tableGrid } from './table-grid.ts';
import { tableUnits } from './table-units.ts';

/**
 * Finds the table of an original that a block was extracted from, by all of its characters in their order.
 * Where several have the same, they must have the same columns too; else none is meant.
 */
export function originalGrids(tables: readonly OriginalTable[]): (text: string) => TableGrid | null {
  const byUnits = Map.groupBy(
    tables,
    ({ rows }) =>
      tableUnits(
        rows
          .flat()
          .map(({ text }) => text)
          .join(' '),
      ).units,
  );
  return (text) => {
    const alike = byUnits.get(tableUnits(text).units) ?? [];
    const grids = alike.map((table) => tableGrid(text, table));
    const [first = null] = grids;
    const isOne = grids.every((grid) => JSON.stringify(grid) === JSON.stringify(first));
    return isOne ? first : null;
  };
}
