import type { ConnectorId } from '#shared/ids/ids.ts';
import type { Ledger } from '../ledger/port.ts';

/**
 * Ids of connectors that were made or opened with Sluice. A service need not have a list of connectors (specification 4.7 shows
 * none), and without one these are the only ones Sluice can name.
 */
export function createKnownConnectors(ledger: Pick<Ledger, 'facts'>) {
  const key = (profileId: string) => `connectors.known:${profileId}`;
  const read = async (profileId: string) => ((await ledger.facts.get(key(profileId))) ?? []) as ConnectorId[];
  return {
    read,
    async add(profileId: string, id: ConnectorId): Promise<void> {
      const ids = await read(profileId);
      if (!ids.includes(id)) await ledger.facts.set(key(profileId), [...ids, id]);
    },
    async remove(profileId: string, id: ConnectorId): Promise<void> {
      const ids = await read(profileId);
      if (ids.includes(id))
        await ledger.facts.set(
          key(profileId),
          ids.filter((one) => one !== id),
        );
    },
  };
}
