import type { Ledger } from '../ledger/port.ts';
import type { Follow } from './follow.ts';

export type Follows = Readonly<Record<string, Follow>>;

/** What is followed for each profile, by connector id, as facts of the ledger: every process that opens it sees the same. */
export function createFollowStore(ledger: Pick<Ledger, 'facts'>) {
  const key = (profileId: string) => `connectors.followed:${profileId}`;
  const read = async (profileId: string) => ((await ledger.facts.get(key(profileId))) ?? {}) as Follows;
  /** One change after the other: each reads what the one before it wrote. */
  let last: Promise<unknown> = Promise.resolve();
  function change(profileId: string, edit: (follows: Follows) => Follows): Promise<void> {
    const changed = last.then(async () => ledger.facts.set(key(profileId), edit(await read(profileId))));
    last = changed.catch(() => undefined);
    return changed;
  }
  return {
    read,
    put: (profileId: string, follow: Follow) =>
      change(profileId, (follows) => ({ ...follows, [follow.connectorId]: follow })),
    remove: (profileId: string, connectorId: string) =>
      change(profileId, ({ [connectorId]: _gone, ...rest }) => rest),
  };
}

export type FollowStore = ReturnType<typeof createFollowStore>;
