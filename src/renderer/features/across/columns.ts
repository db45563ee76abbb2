import type { AcrossQuery } from '#shared/bridge/across.ts';

export type ColumnName = AcrossQuery['sort']['by'];

export interface Column {
  readonly name: ColumnName;
  readonly isFigure: boolean;
}

/** In the order they stand in; the widths are in the style sheet. */
export const columns: readonly Column[] = [
  { name: 'name', isFigure: false },
  { name: 'type', isFigure: false },
  { name: 'documents', isFigure: true },
  { name: 'mentions', isFigure: true },
  { name: 'sentiment', isFigure: true },
  { name: 'relevance', isFigure: true },
  { name: 'first', isFigure: true },
  { name: 'last', isFigure: true },
];
