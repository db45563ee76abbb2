import type { DocumentSort } from '#shared/bridge/documents.ts';

export type ColumnName = DocumentSort['by'];

export interface Column {
  readonly name: ColumnName;
  /** As a track of the grid: what it needs, and what it takes of the rest. */
  readonly width: string;
  readonly isFigure?: boolean;
}

/** Every column there is, in the order they stand. */
export const columns: readonly Column[] = [
  { name: 'file', width: 'minmax(180px, 5fr)' },
  { name: 'status', width: 'minmax(150px, 3fr)' },
  { name: 'source', width: 'minmax(110px, 2fr)' },
  { name: 'tags', width: 'minmax(110px, 3fr)' },
  { name: 'shared', width: '90px' },
  { name: 'flags', width: 'minmax(110px, 2fr)' },
  { name: 'size', width: '76px', isFigure: true },
  { name: 'uploaded', width: '136px' },
  { name: 'published', width: '136px' },
  { name: 'completed', width: '136px' },
  { name: 'contentId', width: '276px' },
  { name: 'error', width: 'minmax(150px, 3fr)' },
];

export const usualColumns: readonly ColumnName[] = [
  'file',
  'status',
  'source',
  'tags',
  'shared',
  'size',
  'uploaded',
];

/** The columns to show: those that were chosen and exist; the file always, and the usual ones where none were. */
export function chosenColumns(names: readonly string[]): readonly Column[] {
  const wanted = columns.filter(({ name }) => name === 'file' || names.includes(name));
  return names.length === 0 ? columns.filter(({ name }) => usualColumns.includes(name)) : wanted;
}

/** Selection box first, then the columns. */
export function tracksOf(shown: readonly Column[]): string {
  return ['20px', ...shown.map(({ width }) => width)].join(' ');
}
