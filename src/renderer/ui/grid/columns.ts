import type { ReactNode } from 'react';

/** One column of a grid. Widths are CSS pixels. */
export interface GridColumn<Row, Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  /** What sorting by it means, where the label is too short to say. */
  readonly about?: string;
  /**
   * Never narrower than this: below it the rows scroll sideways in their frame, and a name stays readable.
   */
  readonly least: number;
  /** Its part of what is left over; none where it stays at its least. */
  readonly share?: number;
  readonly isFigure?: boolean;
  /** Stands back behind the others. */
  readonly isQuiet?: boolean;
  /**
   * How the first click on its head sorts: figures and dates from their largest on, names from A. Left out:
   * it does not sort.
   */
  readonly sorts?: 'from-a' | 'largest-first';
  /** The same function as long as it says the same: rows are drawn anew when it changes. */
  readonly cell: (row: Row) => ReactNode;
}

export interface GridSort<Name extends string = string> {
  readonly by: Name;
  readonly descending: boolean;
}

/** Widths that a person gave columns, by name. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** CSS pixels: of a row, between its cells, and at both of its sides. */
export const densities = {
  usual: { rowHeight: 34, gap: 14, padding: 16 },
  /** Beside other panes. */
  dense: { rowHeight: 32, gap: 6, padding: 6 },
  /** Beside other panes, where these leave little width: cells of three lines. */
  stacked: { rowHeight: 56, gap: 6, padding: 6 },
  /** Cells of two lines. */
  tall: { rowHeight: 56, gap: 14, padding: 16 },
} as const;
export type Density = keyof typeof densities;

export const narrowest = 48;
const box = 20;

interface Sized {
  readonly name: string;
  readonly least: number;
  readonly share?: number;
}

/** The tracks of a row, selection box first where there is one, and how wide they are at least. */
export function tracksOf(
  columns: readonly Sized[],
  widths: ColumnWidths,
  hasBox: boolean,
  density: Density = 'usual',
): { readonly tracks: string; readonly least: number } {
  const { gap, padding } = densities[density];
  const sized = columns.map(({ name, least, share }) => {
    const width = widths[name];
    return width === undefined ? { least, share } : { least: Math.max(narrowest, width), share: undefined };
  });
  const tracks = sized.map(({ least, share }) =>
    share === undefined ? `${least}px` : `minmax(${least}px, ${share}fr)`,
  );
  if (hasBox) tracks.unshift(`${box}px`);
  const needed = sized.reduce((sum, { least }) => sum + least, hasBox ? box : 0);
  return { tracks: tracks.join(' '), least: needed + gap * (tracks.length - 1) + 2 * padding };
}
