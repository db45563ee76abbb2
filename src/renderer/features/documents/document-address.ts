import {
  type DocumentFilter,
  type DocumentSort,
  type DocumentStatus,
  documentSortKeys,
  documentStatuses,
} from '#shared/bridge/documents.ts';

/** In the address, `folder=manual` means: added by a person, from no watch folder. */
export const manual = 'manual';
export const flags = ['no_index', 'no_store'] as const;
export type Flag = (typeof flags)[number];
const dates = ['uploaded', 'published', 'completed'] as const;

/** What the address of the list holds, so that it can be linked to, saved as a view, and found again by "back". */
export interface DocumentAddress {
  readonly search: string;
  readonly statuses: readonly DocumentStatus[];
  /** Id of a folder, `manual`, or empty for any. */
  readonly folder: string;
  readonly connector: string;
  /** Names. */
  readonly tags: readonly string[];
  readonly shared: 'yes' | 'no' | '';
  readonly flags: readonly Flag[];
  readonly error: string;
  readonly dated: (typeof dates)[number];
  /** Days, `YYYY-MM-DD`, both included; empty for any. */
  readonly from: string;
  readonly to: string;
  readonly sort: DocumentSort;
}

export const usualSort: DocumentSort = { by: 'uploaded', descending: true };

export function addressFromQuery(query: URLSearchParams): DocumentAddress {
  const text = (name: string) => query.get(name) ?? '';
  const listed = (name: string) => text(name).split(',');
  const sort = text('sort');
  const by = documentSortKeys.find((key) => key === sort.replace(/^-/, ''));
  return {
    search: text('search'),
    statuses: documentStatuses.filter((status) => listed('status').includes(status)),
    folder: text('folder'),
    connector: text('connector'),
    // A tag's name may hold a comma, so each stands for itself.
    tags: query.getAll('tag').filter((tag) => tag !== ''),
    shared: text('shared') === 'yes' ? 'yes' : text('shared') === 'no' ? 'no' : '',
    flags: flags.filter((flag) => listed('flag').includes(flag)),
    error: text('error'),
    dated: dates.find((date) => date === text('dated')) ?? 'uploaded',
    from: text('from'),
    to: text('to'),
    sort: by === undefined ? usualSort : { by, descending: sort.startsWith('-') },
  };
}

/** The query of an address, without what is as usual: what a view keeps. */
export function queryOf(address: DocumentAddress): string {
  const query = new URLSearchParams();
  const set = (name: string, value: string) => {
    if (value !== '') query.append(name, value);
  };
  set('search', address.search);
  set('status', address.statuses.join(','));
  set('folder', address.folder);
  set('connector', address.connector);
  for (const tag of address.tags) set('tag', tag);
  set('shared', address.shared);
  set('flag', address.flags.join(','));
  set('error', address.error);
  if (address.from !== '' || address.to !== '')
    set('dated', address.dated === 'uploaded' ? '' : address.dated);
  set('from', address.from);
  set('to', address.to);
  const { by, descending } = address.sort;
  if (by !== usualSort.by || descending !== usualSort.descending)
    set('sort', `${descending ? '-' : ''}${by}`);
  return query.toString();
}

export function documentsHref(address: DocumentAddress): string {
  return hrefOfQuery(queryOf(address));
}

export function hrefOfQuery(query: string): string {
  return query === '' ? '#/documents' : `#/documents?${query}`;
}

/** The filter as `documents.query` takes it. Days are the person's own: from midnight to midnight, local time. */
export function toDocumentFilter(address: DocumentAddress): DocumentFilter {
  const after = startOfDay(address.from, 0);
  const before = startOfDay(address.to, 1);
  const { search, statuses, folder, connector, tags, shared, error } = address;
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(statuses.length === 0 ? {} : { statuses: [...statuses] }),
    ...(folder === '' ? {} : { folderId: folder === manual ? null : folder }),
    ...(connector === '' ? {} : { connectorId: connector }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(shared === '' ? {} : { shared: shared === 'yes' }),
    ...(address.flags.includes('no_index') ? { noIndex: true } : {}),
    ...(address.flags.includes('no_store') ? { noStore: true } : {}),
    ...(error === '' ? {} : { error }),
    ...(after === undefined && before === undefined ? {} : { dated: address.dated }),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  };
}

/** Midnight before a day, `plusDays` later, milliseconds since the epoch; undefined for what is no day. */
export function startOfDay(day: string, plusDays: number): number | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const time = new Date(year, month - 1, date + plusDays).getTime();
  return Number.isNaN(time) ? undefined : time;
}

export function isFiltered(filter: DocumentFilter): boolean {
  return Object.keys(filter).length > 0;
}
