import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { Follow } from './follow.ts';

export type Follows = Readonly<Record<string, Follow>>;

/**
 * What is followed for each profile, by connector id, as facts of the ledger: every process that opens it
 * sees the same.
 */
export function createFollowStore(ledger: Pick<Ledger, 'facts'>) {
  const key = (profileId: string) => `connectors.followed:${profileId}`;
  const read = (profileId: string) => (ledger.facts.get(key(profileId)) ?? {}) as Follows;
  const change = (profileId: string, edit: (follows: Follows) => Follows) =>
    ledger.facts.change(key(profileId), (follows) => edit((follows ?? {}) as Follows));
  return {
    read,
    put: (profileId: string, follow: Follow) =>
      change(profileId, (follows) => ({ ...follows, [follow.connectorId]: follow })),
    remove: (profileId: string, connectorId: string) =>
      change(profileId, ({ [connectorId]: _gone, ...rest }) => rest),
  };
}

export type FollowStore = ReturnType<typeof createFollowStore>;
