import type { DocumentSort } from '#shared/bridge/documents.ts';
import { type ColumnWidths, tracksOf } from '../../ui/grid/columns.ts';

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
  { name: 'file', least: 150, share: 5, sorts: 'from-a' },
  { name: 'status', least: 138, share: 3, sorts: 'from-a' },
  { name: 'source', least: 100, share: 2, isQuiet: true, sorts: 'from-a' },
  { name: 'person', least: 84, share: 1, isQuiet: true, sorts: 'from-a', ofTeam: true },
  { name: 'machine', least: 92, share: 2, isQuiet: true, sorts: 'from-a', ofTeam: true },
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

/** Those that say most of a document first: a narrow window leaves out the last ones. */
const usualColumns: readonly ColumnName[] = [
  'file',
  'status',
  'uploaded',
  'machine',
  'tags',
  'shared',
  'size',
  'person',
  'source',
];

/**
 * The columns to show: those that were chosen and exist; the file always, and the usual ones where none were.
 */
export function chosenColumns(names: readonly string[], isTeam: boolean): readonly Column[] {
  const wanted = names.length === 0 ? usualColumns : ['file', ...names];
  return columnsOf(isTeam).filter(({ name }) => wanted.includes(name));
}

/**
 * As many of the usual columns as stand side by side in so many CSS pixels, and three at least. `widths`:
 * what a person gave some of them.
 */
export function fittingColumns(isTeam: boolean, room: number, widths: ColumnWidths = {}): readonly Column[] {
  const all = columnsOf(isTeam);
  const kept = usualColumns.slice(0, 3);
  for (const next of usualColumns.slice(3)) {
    const wider = all.filter(({ name }) => name === next || kept.includes(name));
    if (tracksOf(wider, widths, true).least <= room) kept.push(next);
  }
  return all.filter(({ name }) => kept.includes(name));
}

/** The columns that may be chosen. */
export function columnsOf(isTeam: boolean): readonly Column[] {
  return columns.filter(({ ofTeam }) => isTeam || ofTeam !== true);
}
