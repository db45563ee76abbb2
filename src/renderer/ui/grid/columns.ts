import type { ReactNode } from 'react';

/** One column of a grid. Widths are CSS pixels. */
export interface GridColumn<Row, Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  /** Never narrower than this: below it the rows scroll sideways in their frame, and a name stays readable. */
  readonly least: number;
  /** Its part of what is left over; none where it stays at its least. */
  readonly share?: number;
  readonly isFigure?: boolean;
  /** How the first click on its head sorts: figures and dates from their largest on, names from A. Left out: it does not sort. */
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

export const narrowest = 48;
const box = 20;
const gap = 14;
/** At both sides of a row. */
const padding = 16;

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
): { readonly tracks: string; readonly least: number } {
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
