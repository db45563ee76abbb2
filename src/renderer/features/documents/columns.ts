import type { DocumentSort } from '#shared/bridge/documents.ts';

export type ColumnName = DocumentSort['by'];

export interface Column {
  readonly name: ColumnName;
  /** CSS pixels, and the part of what is left over (`ui/grid/columns.ts`). */
  readonly least: number;
  readonly share?: number;
  readonly isFigure?: boolean;
  readonly isQuiet?: boolean;
  readonly sorts: 'from-a' | 'largest-first';
  /** There only where others send with the same subscription. */
  readonly ofTeam?: boolean;
}

/** Every column there is, in the order they stand. */
const columns: readonly Column[] = [
  { name: 'file', least: 170, share: 5, sorts: 'from-a' },
  { name: 'status', least: 150, share: 3, sorts: 'from-a' },
  { name: 'source', least: 100, share: 2, isQuiet: true, sorts: 'from-a' },
  { name: 'person', least: 84, share: 1, isQuiet: true, sorts: 'from-a', ofTeam: true },
  { name: 'machine', least: 92, share: 1, isQuiet: true, sorts: 'from-a', ofTeam: true },
  { name: 'tags', least: 90, share: 3, sorts: 'from-a' },
  { name: 'shared', least: 90, isQuiet: true, sorts: 'largest-first' },
  { name: 'flags', least: 110, share: 2, isQuiet: true, sorts: 'largest-first' },
  { name: 'size', least: 76, isFigure: true, isQuiet: true, sorts: 'largest-first' },
  { name: 'uploaded', least: 136, isQuiet: true, sorts: 'largest-first' },
  { name: 'published', least: 136, isQuiet: true, sorts: 'largest-first' },
  { name: 'completed', least: 136, isQuiet: true, sorts: 'largest-first' },
  { name: 'contentId', least: 276, isQuiet: true, sorts: 'from-a' },
  { name: 'error', least: 150, share: 3, isQuiet: true, sorts: 'from-a' },
];

export const usualColumns: readonly ColumnName[] = [
  'file',
  'status',
  'source',
  'person',
  'machine',
  'tags',
  'shared',
  'size',
  'uploaded',
];

/**
 * The columns to show: those that were chosen and exist; the file always, and the usual ones where none were.
 */
export function chosenColumns(names: readonly string[], isTeam: boolean): readonly Column[] {
  const wanted = names.length === 0 ? usualColumns : ['file', ...names];
  return columnsOf(isTeam).filter(({ name }) => wanted.includes(name));
}

/** The columns that may be chosen. */
export function columnsOf(isTeam: boolean): readonly Column[] {
  return columns.filter(({ ofTeam }) => isTeam || ofTeam !== true);
}
