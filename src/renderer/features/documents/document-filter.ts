import type { DocumentFilter } from '#shared/bridge/documents.ts';
import { timeOfDays } from '../../lib/addresses/days.ts';
import type { DocumentsAddress } from '../../lib/addresses/documents.ts';
import { manual } from '../../lib/addresses/uploads.ts';

/** The filter as `documents.query` takes it. */
export function toDocumentFilter(address: DocumentsAddress): DocumentFilter {
  const time = timeOfDays(address.from, address.to);
  const { search, statuses, folder, connector, tags, shared, machine, person, error } = address;
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(statuses.length === 0 ? {} : { statuses: [...statuses] }),
    ...(folder === '' ? {} : { folderId: folder === manual ? null : folder }),
    ...(connector === '' ? {} : { connectorId: connector }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(shared === '' ? {} : { shared: shared === 'yes' }),
    ...(address.flags.includes('no_index') ? { noIndex: true } : {}),
    ...(address.flags.includes('no_store') ? { noStore: true } : {}),
    ...(machine === '' ? {} : { machine }),
    ...(person === '' ? {} : { person }),
    ...(error === '' ? {} : { error }),
    ...(Object.keys(time).length === 0 ? {} : { dated: address.dated }),
    ...time,
  };
}

export function isFiltered(filter: DocumentFilter): boolean {
  return Object.keys(filter).length > 0;
}
