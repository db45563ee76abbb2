import type { OriginalTable } from '#shared/bridge/original-tables.ts';
import { type TableGrid, tableGrid } from './table-grid.ts';
import { mostCharacters } from './table-shape.ts';
import { unitsOf } from './table-units.ts';

/** Cells of all the grids of a document, and of the tables they are looked for in. */
const mostInAll = 400_000;
/** Of more tables with the same characters and other columns none is meant. */
const mostAlike = 8;

interface Alike {
  /** By all that they say. */
  readonly tables: Map<string, OriginalTable>;
  /** The text that was looked for last, which often comes again. */
  last: { readonly text: string; readonly grid: TableGrid | null } | undefined;
}

/**
 * Finds the table of an original that a block was extracted from, by all of its characters in their order.
 * Where several have the same, they must have the same columns too; else none is meant. Tables are added one
 * by one, so that whoever has many may do something else in between.
 */
export class OriginalGrids {
  readonly #byUnits = new Map<string, Alike>();
  #left = mostInAll;

  add(table: OriginalTable): void {
    const units = unitsOf(table.rows.flatMap((row) => row.map(({ text }) => text)).join(' '));
    if (units.length > mostCharacters) return;
    const alike = this.#byUnits.get(units) ?? { tables: new Map(), last: undefined };
    this.#byUnits.set(units, alike);
    if (alike.tables.size <= mostAlike) alike.tables.set(JSON.stringify(table), table);
  }

  of(text: string): TableGrid | null {
    const alike = text.length > mostCharacters ? undefined : this.#byUnits.get(unitsOf(text));
    if (alike === undefined || alike.tables.size > mostAlike) return null;
    if (alike.last?.text !== text) alike.last = { text, grid: this.#find(text, alike) };
    return alike.last.grid;
  }

  #find(text: string, { tables }: Alike): TableGrid | null {
    const grids: (TableGrid | null)[] = [];
    for (const table of tables.values()) {
      this.#left -= table.rows.reduce((sum, row) => sum + 1 + row.length, 0);
      if (this.#left < 0) return null;
      const grid = tableGrid(text, table);
      this.#left -= grid === null ? 0 : grid.columns * grid.rows.length;
      grids.push(grid);
    }
    const [first = null] = grids;
    const isOne = grids.every((grid) => JSON.stringify(grid) === JSON.stringify(first));
    return isOne ? first : null;
  }
}
