import type { Connector } from '#shared/bridge/connectors.ts';
import type { connectorSortKeys } from '../../lib/addresses/connectors.ts';
import type { GridSort } from '../../ui/grid/columns.ts';
import { connectorName, timeOf } from './connector-words.ts';

export type SortKey = (typeof connectorSortKeys)[number];

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const values: Readonly<Record<SortKey, (one: Connector) => string | number>> = {
  label: connectorName,
  type: (one) => one.type ?? '',
  owner: (one) => one.user_id ?? '',
  lastSync: (one) => timeOf(one.last_sync_at) ?? 0,
  files: (one) => one.files_count ?? -1,
};

/** Sorted; those that are alike stand by label. */
export function sortConnectors(
  list: readonly Connector[],
  { by, descending }: GridSort<SortKey>,
): Connector[] {
  const value = values[by];
  const direction = descending ? -1 : 1;
  return list.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    const compared =
      typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
    return compared * direction || collator.compare(connectorName(one), connectorName(other));
  });
}
