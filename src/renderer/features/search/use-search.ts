import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PageCallInput, PageCallOutput } from '#shared/bridge/contract.ts';
import type { CallError } from '../../lib/bridge/call-error.ts';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';
import { useCall } from '../../lib/queries.ts';

type Input = PageCallInput<'search.files'>;
type Found = PageCallOutput<'search.files'>;

/** How long an answer is kept for going back to it, ms. */
const keptMs = 60 * 60_000;

/**
 * The answer to a search, where there is one. Nothing but `ask` searches: each search uses quota, so neither
 * showing the page nor anything that makes other answers old may cause one.
 */
export function useSearch(input: Input) {
  const call = useCallFunction();
  const client = useQueryClient();
  const profileId = useCall('agent.status', {}).data?.profile?.id;
  const answer = useQuery<Found, CallError>({
    queryKey: ['search.files', profileId, input],
    queryFn: () => call('search.files', input),
    enabled: false,
    gcTime: keptMs,
  });

  /** Searches; `anew` also where the answer is known. */
  const ask = useCallback(
    (wanted: Input, { anew = false } = {}): void => {
      client
        .fetchQuery({
          queryKey: ['search.files', profileId, wanted],
          queryFn: () => call('search.files', wanted),
          gcTime: keptMs,
          staleTime: anew ? 0 : Number.POSITIVE_INFINITY,
        })
        // The page shows the failure of the answer it waits for.
        .catch(() => undefined);
    },
    [client, call, profileId],
  );
  return { answer, ask, isReady: profileId !== undefined };
}
