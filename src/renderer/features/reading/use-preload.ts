import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';
import { callQuery } from '../../lib/queries.ts';
import { prepareWorker } from '../annotated/worker/prepared-worker.ts';

/** Milliseconds a person looks at a document before the next one is fetched. */
const rest = 400;
/** What was fetched ahead counts for so long, ms. */
const keptFor = 60_000;

/** Has the host fetch an annotated document, so that it opens at once. */
export function usePreload(contentId: string | undefined): void {
  const client = useQueryClient();
  const call = useCallFunction();
  useEffect(() => {
    if (contentId === undefined) return undefined;
    const input = { contentId };
    const timer = setTimeout(() => {
      prepareWorker();
      for (const name of ['documents.annotated', 'documents.show'] as const)
        void client.prefetchQuery({ ...callQuery(call, name, input), staleTime: keptFor });
    }, rest);
    return () => clearTimeout(timer);
  }, [client, call, contentId]);
}
