import { useMemo } from 'react';
import type { AcrossQuery } from '#shared/bridge/across.ts';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';
import { useCall } from '../../lib/queries.ts';

/** Rows asked for at a time. */
const pageSize = 200;

/** The entities of a gathering, where the one that is open stands, and its documents. */
export function useEntities(gatheringId: string, query: AcrossQuery, open: string | null) {
  const call = useCallFunction();
  const source = useMemo(() => {
    const inputOf = (offset: number, limit: number) => ({ gatheringId, ...query, offset, limit });
    return {
      key: JSON.stringify(query),
      pageSize,
      queryKey: (offset: number, limit: number) => ['across.entities', inputOf(offset, limit)],
      load: (offset: number, limit: number) => call('across.entities', inputOf(offset, limit)),
    };
  }, [call, gatheringId, query]);
  // The table's first page, word for word: asked for once.
  const first = useCall(
    'across.entities',
    { gatheringId, ...query, offset: 0, limit: pageSize },
    { keepPrevious: true },
  );
  const wanted = useCall(
    'across.entities',
    { gatheringId, ...query, limit: 1, wanted: open ?? '' },
    { enabled: open !== null },
  );
  const documents = useCall(
    'across.documents',
    { gatheringId, entity: open ?? '', limit: 1000 },
    { enabled: open !== null },
  );
  return {
    source,
    query,
    first,
    total: first.data?.total ?? 0,
    open,
    openAt: open === null ? -1 : (wanted.data?.at ?? -1),
    inOpen: documents.data?.rows,
  };
}

export type Entities = ReturnType<typeof useEntities>;
