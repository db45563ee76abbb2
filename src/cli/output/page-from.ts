import type { Page } from './frame-schema.ts';

interface Part {
  /** Rows before these. */
  readonly offset: number;
  readonly rows: readonly unknown[];
  readonly total: number;
}

/** The page of a list that `--offset` goes through. */
export function pageFrom({ offset, rows, total }: Part): Page {
  const next = offset + rows.length;
  return { total, ...(rows.length > 0 && next < total ? { next: { offset: next } } : {}) };
}
