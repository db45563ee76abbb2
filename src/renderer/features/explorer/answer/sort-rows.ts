import type { GridSort } from '../../../ui/grid/columns.ts';
import type { AnswerTable } from '#shared/operations/answer-tables.ts';

type Row = AnswerTable['rows'][number];

/**
 * Rows by one column: numbers as numbers, the rest as text, what is missing at the end. Surprises can only be
 * compared within their unit (specification 4.10), so they are grouped by it.
 */
export function sortRows(rows: readonly Row[], { by: column, descending }: GridSort): Row[] {
  const sign = descending ? -1 : 1;
  const isSurprise = column === 'surprise';
  return rows.toSorted((a, b) => {
    if (isSurprise) {
      const units = String(a.surprise_unit ?? '').localeCompare(String(b.surprise_unit ?? ''));
      if (units !== 0) return units;
    }
    const [left, right] = [a[column], b[column]];
    if (isMissing(left) || isMissing(right)) return Number(isMissing(left)) - Number(isMissing(right));
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    return sign * cellText(left).localeCompare(cellText(right), undefined, { numeric: true });
  });
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** A value as one line. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
