import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connector } from '#shared/bridge/connectors.ts';
import type { PageCallInput } from '#shared/bridge/contract.ts';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';

/**
 * Creates a connector. No mutation of the query library, on purpose: that keeps what it was given for minutes, and here that
 * holds a broker's password (S2).
 */
export function useCreateConnector() {
  const call = useCallFunction();
  const client = useQueryClient();
  const [state, setState] = useState<{ readonly isPending: boolean; readonly error: unknown }>({
    isPending: false,
    error: undefined,
  });
  return {
    ...state,
    reset: () => setState({ isPending: false, error: undefined }),
    async create(input: PageCallInput<'connectors.create'>): Promise<Connector | undefined> {
      setState({ isPending: true, error: undefined });
      try {
        const made = await call('connectors.create', input);
        setState({ isPending: false, error: undefined });
        void client.invalidateQueries();
        return made;
      } catch (error) {
        setState({ isPending: false, error });
        return undefined;
      }
    },
  };
}
