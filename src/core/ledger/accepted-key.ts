import type { Profile } from '#shared/settings/profile.ts';
import type { Ledger } from './sqlite-ledger.ts';

/** Whether the service took the key when it was heard of last. */
interface AcceptedFact {
  readonly accepted: boolean;
  readonly address: string;
  /** When that became so, ms since the epoch. */
  readonly at: number;
}

const acceptedKey = (profileId: string) => `accepted:${profileId}`;

type Asked = Pick<Profile, 'id' | 'baseUrl'>;
type Knowledge = Pick<Ledger, 'facts' | 'left'>;

/** True where the service of this address took the key of the profile the last time, as far as is known. */
export function wasKeyAccepted({ facts, left }: Knowledge, { id, baseUrl }: Asked): boolean {
  const fact = facts.get(acceptedKey(id)) as AcceptedFact | undefined;
  // A history comes from a key that was taken.
  return fact ? fact.accepted && fact.address === baseUrl : left.hasHistory(id);
}

/** Notes what the service said of the key; writes only what is new. */
export function noteKey({ facts }: Pick<Ledger, 'facts'>, asked: Asked, accepted: boolean, at: number): void {
  const { id, baseUrl: address } = asked;
  const fact = facts.get(acceptedKey(id)) as AcceptedFact | undefined;
  if (fact?.accepted === accepted && fact.address === address) return;
  facts.set(acceptedKey(id), { accepted, address, at } satisfies AcceptedFact);
}
