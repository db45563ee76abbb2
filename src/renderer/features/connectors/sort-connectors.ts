import type { Connector } from '#shared/bridge/connectors.ts';
import { connectorName, timeOf } from './connector-words.ts';

export const sortKeys = ['label', 'type', 'owner', 'lastSync', 'files'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sorting {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** Reads what stands in an address, such as `-lastSync`; by label when it is none. */
export function parseSorting(text: string | null): Sorting {
  const descending = text?.startsWith('-') ?? false;
  const name = descending ? text?.slice(1) : text;
  const key = sortKeys.find((one) => one === name);
  return key === undefined ? { key: 'label', descending: false } : { key, descending };
}

export function sortingText({ key, descending }: Sorting): string {
  return descending ? `-${key}` : key;
}

/** The sorting after a click on a column: the other way round when it is that column's already. */
export function clicked(sorting: Sorting, key: SortKey): Sorting {
  if (sorting.key === key) return { key, descending: !sorting.descending };
  // The newest and the most are what one looks for.
  return { key, descending: key === 'lastSync' || key === 'files' };
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const values: Readonly<Record<SortKey, (one: Connector) => string | number>> = {
  label: connectorName,
  type: (one) => one.type ?? '',
  owner: (one) => one.user_id ?? '',
  lastSync: (one) => timeOf(one.last_sync_at) ?? 0,
  files: (one) => one.files_count ?? -1,
};

/** Sorted; those that are alike stand by label. */
export function sortConnectors(list: readonly Connector[], { key, descending }: Sorting): Connector[] {
  const value = values[key];
  const direction = descending ? -1 : 1;
  return list.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    const compared =
      typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
    return compared * direction || collator.compare(connectorName(one), connectorName(other));
  });
}
