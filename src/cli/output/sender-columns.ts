import type { Column } from './table.ts';
import type { Words } from './words.ts';

interface Sender {
  readonly machine?: string | undefined;
  readonly person?: string | undefined;
}

/** Who of a team sent each, and from which machine; no columns where nobody but this machine sends. */
export function senderColumns<Row>(
  rows: readonly Row[],
  of: (row: Row) => Sender,
  { say }: Words,
): Column<Row>[] {
  return (['person', 'machine'] as const)
    .filter((name) => rows.some((row) => of(row)[name] !== undefined))
    .map((name) => ({ title: say(`cli.column.${name}`), text: (row) => of(row)[name] ?? '-' }));
}
