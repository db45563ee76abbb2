import type { ReactNode } from 'react';

/** What stands below the one row of a grid that is open: it is a tree of two levels then. */
export interface GridBranch<Row, Child> {
  /** Index of the row that is open; -1 for none. */
  readonly at: number;
  /** What stands below it. */
  readonly rows: readonly Child[];
  /** Columns that the first cell of a child takes. */
  readonly span: number;
  /** What a child shows in a column. */
  readonly cell: (column: string, child: Child, row: Row) => ReactNode;
  readonly onOpen: (child: Child, row: Row) => void;
}

type Opened = Pick<GridBranch<unknown, unknown>, 'at' | 'rows'>;

/**
 * What a line of the grid shows: a row by its index, and its child's index where the line is a child's, else
 * -1.
 */
export interface Line {
  readonly index: number;
  readonly child: number;
}

/** Lines count from 0, children of the open row among them. */
export function lineAt(line: number, branch: Opened | undefined): Line {
  const at = branch?.at ?? -1;
  const children = at < 0 ? 0 : (branch?.rows.length ?? 0);
  if (at < 0 || line <= at) return { index: line, child: -1 };
  return line <= at + children ? { index: at, child: line - at - 1 } : { index: line - children, child: -1 };
}

export function childCount(branch: Opened | undefined): number {
  return branch === undefined || branch.at < 0 ? 0 : branch.rows.length;
}
