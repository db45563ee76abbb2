import { printable } from './format.ts';
import type { Paint } from './paint.ts';
import { pad, shorten, textWidth } from './width.ts';

export interface Column<Row> {
  readonly title: string;
  /** Plain text; control characters are made harmless here. */
  readonly text: (row: Row) => string;
  readonly align?: 'left' | 'right';
  /** Colours the text after it was laid out. */
  readonly paint?: (text: string, row: Row) => string;
  /** May be shortened where the terminal is narrow. */
  readonly shrinks?: boolean;
}

/** Columns between columns. */
const gap = 2;
/** A shrinking column keeps at least this. */
const least = 12;

/** Rows as aligned lines, the titles first. `width` null (a pipe) shortens nothing. */
export function layoutTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number | null,
  paint: Paint,
): string[] {
  const cells = rows.map((row) => columns.map((column) => printable(column.text(row))));
  const widths = columns.map((column, index) =>
    cells.reduce((most, line) => Math.max(most, textWidth(line[index] ?? '')), textWidth(column.title)),
  );
  if (width !== null) shrink(columns, widths, width);

  const lay = (texts: readonly string[], dress: (text: string, index: number) => string) =>
    columns
      .map((column, index) => {
        const size = widths[index] ?? 0;
        const text = shorten(texts[index] ?? '', size);
        const filled = pad(text, size, column.align);
        return dress(filled, index);
      })
      .join(' '.repeat(gap))
      .trimEnd();

  const titles = lay(
    columns.map(({ title }) => title),
    (text) => paint.dim(text),
  );
  const lines = cells.map((line, at) =>
    lay(line, (text, index) => {
      const row = rows[at];
      const dress = columns[index]?.paint;
      return dress === undefined || row === undefined ? text : dress(text, row);
    }),
  );
  return [titles, ...lines];
}

/** Takes from the widest shrinking column until the line fits or none can give more. */
function shrink<Row>(columns: readonly Column<Row>[], widths: number[], width: number): void {
  for (;;) {
    const total = widths.reduce((sum, one) => sum + one, 0) + gap * (columns.length - 1);
    if (total <= width) return;
    let widest = -1;
    for (const [index, column] of columns.entries()) {
      if (column.shrinks !== true || (widths[index] ?? 0) <= least) continue;
      if (widest < 0 || (widths[index] ?? 0) > (widths[widest] ?? 0)) widest = index;
    }
    if (widest < 0) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}
