import { hash } from 'node:crypto';
import type { Profile } from '#shared/settings/profile.ts';
import type { FoundKey } from '../ports/secrets.ts';
import type { Absence, Sought } from '../service/presence.ts';
import type { Facts } from './facts.ts';
import type { Ledger } from './sqlite-ledger.ts';

/** Whether the service accepted the key in its last response. */
interface AcceptedFact {
  readonly accepted: boolean;
  readonly address: string;
  /** Fingerprint of the key. Absent if unknown, as in an older ledger. */
  readonly print?: string;
  /** Time of the last change, ms since the epoch. */
  readonly at: number;
}

/** The check whether a new key belongs to the same account. It continues after a restart. */
export interface AccountCheck {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The documents to request, chosen when the check began, because their uploads may change meanwhile. */
  readonly documents: readonly Sought[];
  /** By content id: requests that did not find the document. */
  readonly absences: Readonly<Record<string, Absence>>;
}

const acceptedKey = (profileId: string) => `accepted:${profileId}`;
const checkKey = (profileId: string) => `check-account:${profileId}`;

/** Undefined if no check is running. */
export function accountCheckOf(
  { facts }: { readonly facts: Pick<Facts, 'get'> },
  profileId: string,
): AccountCheck | undefined {
  return facts.get(checkKey(profileId)) as AccountCheck | undefined;
}

export function setAccountCheck(
  { facts }: { readonly facts: Pick<Facts, 'set' | 'delete'> },
  profileId: string,
  check: AccountCheck | undefined,
): void {
  if (check === undefined) facts.delete(checkKey(profileId));
  else facts.set(checkKey(profileId), check);
}

/** For a profile that moves to another service. */
export function forgetKey(facts: Pick<Facts, 'delete'>, profileId: string): void {
  for (const key of [acceptedKey, checkKey]) facts.delete(key(profileId));
}

type Asked = Pick<Profile, 'id' | 'baseUrl'>;
type Knowledge = Pick<Ledger, 'facts' | 'left'>;

/** Whether the service at this address accepted this very key last. The key may have changed between two runs. */
export function wasKeyAccepted({ facts, left }: Knowledge, { id, baseUrl }: Asked, key: FoundKey): boolean {
  const fact = facts.get(acceptedKey(id)) as AcceptedFact | undefined;
  // A history proves that some key was accepted.
  if (fact === undefined) return left.hasHistory(id);
  return fact.accepted && fact.address === baseUrl && fact.print === printOf(key);
}

/**
 * Whether the last response was for a different key, or the key of existing documents is unknown. Two keys may belong to
 * different accounts.
 */
export function isOtherKey({ facts, left }: Knowledge, { id }: Pick<Profile, 'id'>, key: FoundKey): boolean {
  const fact = facts.get(acceptedKey(id)) as AcceptedFact | undefined;
  const print = printOf(key);
  if (print === undefined) return false;
  return fact?.print === undefined ? left.hasLanded(id) : fact.print !== print;
}

/** Call before the first upload: Sluice must know which key the first documents were uploaded with. */
export function noteFirstKey({ facts, left }: Knowledge, profile: Asked, key: FoundKey, at: number): void {
  const fact = facts.get(acceptedKey(profile.id)) as AcceptedFact | undefined;
  if (fact?.print !== undefined || left.hasLanded(profile.id)) return;
  noteKey({ facts }, profile, { key, accepted: fact?.accepted ?? false, at });
}

/** Records whether the service accepted the key. Writes only changes. */
export function noteKey(
  { facts }: Pick<Ledger, 'facts'>,
  { id, baseUrl: address }: Asked,
  { key, accepted, at }: { readonly key: FoundKey; readonly accepted: boolean; readonly at: number },
): void {
  const fact = facts.get(acceptedKey(id)) as AcceptedFact | undefined;
  const print = printOf(key);
  if (fact?.accepted === accepted && fact.address === address && fact.print === print) return;
  facts.set(acceptedKey(id), {
    accepted,
    address,
    ...(print === undefined ? {} : { print }),
    at,
  } satisfies AcceptedFact);
}

/** Backups contain the ledger. 16 bits distinguish two keys but do not confirm a guess. */
function printOf(key: FoundKey): string | undefined {
  if (typeof key !== 'string') return undefined;
  return hash('sha256', key).slice(0, 4);
}
