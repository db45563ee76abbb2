import type { ConnectorId } from '#shared/ids/ids.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';

/**
 * Ids of connectors that were made or opened with Sluice. A service need not have a list of connectors
 * (specification 4.7 shows none), and without one these are the only ones Sluice can name.
 */
export function createKnownConnectors(ledger: Pick<Ledger, 'facts'>) {
  const key = (profileId: string) => `connectors.known:${profileId}`;
  const read = (profileId: string) => (ledger.facts.get(key(profileId)) ?? []) as ConnectorId[];
  const change = (profileId: string, edit: (ids: readonly ConnectorId[]) => readonly ConnectorId[]) =>
    ledger.facts.change(key(profileId), (ids) => edit((ids ?? []) as ConnectorId[]));
  return {
    read,
    add: (profileId: string, id: ConnectorId) =>
      change(profileId, (ids) => (ids.includes(id) ? ids : [...ids, id])),
    remove: (profileId: string, id: ConnectorId) =>
      change(profileId, (ids) => ids.filter((one) => one !== id)),
  };
}
