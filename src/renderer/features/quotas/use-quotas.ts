import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Quotas } from '#shared/operations/quotas.ts';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';
import { failureText } from '../../lib/queries.ts';

export interface KnownQuotas {
  /** Null where the service does not tell. */
  readonly quotas: Quotas | null;
  /** Why not. */
  readonly reason: string | null;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
}

/** Quotas are asked for at most this often unless a person wants it, milliseconds: they move slowly. */
const atMostEvery = 10 * 60_000;

/**
 * Usage and limits of a profile as last told. Everything that makes other answers old leaves this one alone.
 */
export function useQuotas(profileId: string) {
  const call = useCallFunction();
  const client = useQueryClient();
  const isWanted = useRef(false);
  const queryKey = ['quotas.show', profileId];
  const query = useQuery<KnownQuotas>({
    queryKey,
    staleTime: atMostEvery,
    gcTime: atMostEvery,
    refetchOnWindowFocus: false,
    queryFn: async () => {
      const known = client.getQueryData<KnownQuotas>(queryKey);
      const isFresh = known !== undefined && Date.now() - known.askedAt < atMostEvery;
      if (isFresh && !isWanted.current) return known;
      isWanted.current = false;
      const askedAt = Date.now();
      try {
        return { quotas: await call('quotas.show', {}), reason: null, askedAt };
      } catch (error) {
        return { quotas: null, reason: failureText(error), askedAt };
      }
    },
  });
  return {
    known: query.data,
    isAsking: query.isFetching,
    /** Asks now, however fresh the last answer is. */
    ask: () => {
      isWanted.current = true;
      void query.refetch();
    },
  };
}
