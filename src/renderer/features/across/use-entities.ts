import { useQueries } from '@tanstack/react-query';
import type { AcrossEntity, AcrossQuery } from '#shared/bridge/across.ts';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';
import { useCall } from '../../lib/queries.ts';

/** Rows asked for at a time. */
const pageSize = 200;

/** The first entities of a gathering, where the one that is open stands, and its documents. */
export function useEntities(gatheringId: string, query: AcrossQuery, open: string | null) {
  const first = useCall(
    'across.entities',
    { gatheringId, ...query, limit: pageSize, ...(open === null ? {} : { wanted: open }) },
    { keepPrevious: true },
  );
  const documents = useCall(
    'across.documents',
    { gatheringId, entity: open ?? '', limit: 1000 },
    { enabled: open !== null },
  );
  const openAt = open === null ? -1 : (first.data?.at ?? -1);
  return {
    gatheringId,
    query,
    first,
    total: first.data?.total ?? 0,
    openAt,
    inOpen: openAt < 0 ? [] : (documents.data?.rows ?? []),
  };
}

export type Entities = ReturnType<typeof useEntities>;

/** Entities by their line; asks for the pages around those in sight. The first page is there anyway. */
export function useEntityPages({ gatheringId, query, first }: Entities, from: number, to: number) {
  const call = useCallFunction();
  const pages: number[] = [];
  for (let page = Math.floor(from / pageSize); page * pageSize <= to; page++) if (page > 0) pages.push(page);
  const answers = useQueries({
    queries: pages.map((page) => {
      const input = { gatheringId, ...query, offset: page * pageSize, limit: pageSize };
      return { queryKey: ['across.entities', input], queryFn: () => call('across.entities', input) };
    }),
  });
  return (index: number): AcrossEntity | undefined => {
    const page = Math.floor(index / pageSize);
    const answer = page === 0 ? first.data : answers[pages.indexOf(page)]?.data;
    return answer?.rows[index % pageSize];
  };
}
