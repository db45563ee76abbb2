import { createHash } from 'node:crypto';
import type { Profile } from '#shared/settings/profile.ts';
import type { FoundKey } from '../ports/secrets.ts';
import type { Absence, Sought } from '../service/presence.ts';
import type { Facts } from './facts.ts';
import type { Ledger } from './sqlite-ledger.ts';

/** Whether the service took the key when it was heard of last. */
interface AcceptedFact {
  readonly accepted: boolean;
  readonly address: string;
  /** Which key it was; absent where that is not known, as in a ledger of an older version. */
  readonly print?: string;
  /** When that became so, ms since the epoch. */
  readonly at: number;
}

/** The check whether a new key belongs to the same account. It continues after a restart. */
export interface AccountCheck {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The documents that are asked for, chosen when it began: their uploads may end otherwise meanwhile. */
  readonly documents: readonly Sought[];
  /** Looks so far that did not find a document, by its content id. */
  readonly absences: Readonly<Record<string, Absence>>;
}

const acceptedKey = (profileId: string) => `accepted:${profileId}`;
const checkKey = (profileId: string) => `check-account:${profileId}`;

/** Undefined while none is under way. */
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

/** The profile leads to another service: what is known of its key is no more. */
export function forgetKey(facts: Pick<Facts, 'delete'>, profileId: string): void {
  for (const key of [acceptedKey, checkKey]) facts.delete(key(profileId));
}

type Asked = Pick<Profile, 'id' | 'baseUrl'>;
type Knowledge = Pick<Ledger, 'facts' | 'left'>;

/**
 * True if the service at this address accepted this key the last time, as far as is known. Another key may
 * have come between two runs.
 */
export function wasKeyAccepted({ facts, left }: Knowledge, { id, baseUrl }: Asked, key: FoundKey): boolean {
  const fact = facts.get(acceptedKey(id)) as AcceptedFact | undefined;
  // A history comes from a key that was taken.
  if (fact === undefined) return left.hasHistory(id);
  return fact.accepted && fact.address === baseUrl && fact.print === printOf(key);
}

/**
 * Whether the service was last heard of with another key, or has documents and nobody knows with which key.
 * Two keys may belong to different accounts.
 */
export function isOtherKey({ facts, left }: Knowledge, { id }: Pick<Profile, 'id'>, key: FoundKey): boolean {
  const fact = facts.get(acceptedKey(id)) as AcceptedFact | undefined;
  const print = printOf(key);
  if (print === undefined) return false;
  return fact?.print === undefined ? left.hasLanded(id) : fact.print !== print;
}

/** Call before a key is used to upload: of the first documents it must be known with which key they went. */
export function noteFirstKey({ facts, left }: Knowledge, profile: Asked, key: FoundKey, at: number): void {
  const fact = facts.get(acceptedKey(profile.id)) as AcceptedFact | undefined;
  if (fact?.print !== undefined || left.hasLanded(profile.id)) return;
  noteKey({ facts }, profile, { key, accepted: fact?.accepted ?? false, at });
}

/** Notes what the service said of the key; writes only what is new. */
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

/** 16 bits tell one key from the next, and are no test for guesses: the ledger is part of backups. */
function printOf(key: FoundKey): string | undefined {
  if (typeof key !== 'string') return undefined;
  return createHash('sha256').update(key).digest('hex').slice(0, 4);
}
