import { DatabaseSync } from 'node:sqlite';
import { sandboxProfileId } from '#core/ports/profile-id.ts';
import { isLoopbackHost } from '#shared/settings/insecure-address.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { FoundKey } from '../ports/secrets.ts';
import { noteKey } from './accepted-key.ts';
import { type RebuildFact, rebuildKey } from './rebuild-fact.ts';
import type { Ledger } from './sqlite-ledger.ts';

/** Which service the ledger's knowledge of a profile is about (docs/adr/0014). */
interface ServiceFact {
  readonly address: string;
  /**
   * The ledger was restored from a backup, and this is the address from before. If the profile now has
   * another one, Sluice asks, even if the backup has no history of the profile.
   */
  readonly isFromHere?: boolean;
  /** The address is the same, but the key in use sees none of the documents: another account's, it seems. */
  readonly isOtherAccount?: boolean;
}

const serviceKey = (profileId: string) => `service:${profileId}`;

type Led = Pick<Profile, 'id' | 'baseUrl'>;
type Knowledge = Pick<Ledger, 'facts' | 'left'>;

/**
 * The address of the service that the ledger knows this profile by, when the profile was led elsewhere since,
 * or to another account there, and nobody has said yet whether that is the same service. Nothing is sent meanwhile: what is known is not
 * known of the service it leads to.
 */
export function formerService(ledger: Knowledge, profile: Led): string | undefined {
  const fact = ledger.facts.get(serviceKey(profile.id)) as ServiceFact | undefined;
  const isKnown = () => ledger.left.hasHistory(profile.id) || ledger.left.hasLeft(profile.id);
  if (fact?.isOtherAccount && isKnown()) return fact.address;
  if (!fact || isSameService(profile, fact.address)) return undefined;
  return fact.isFromHere || isKnown() ? fact.address : undefined;
}

/** Notes where the profile leads, as long as that contradicts nothing. */
export function noteService(ledger: Knowledge, { id, baseUrl }: Led): void {
  const fact = ledger.facts.get(serviceKey(id)) as ServiceFact | undefined;
  if (fact?.address !== baseUrl || fact.isFromHere || fact.isOtherAccount)
    ledger.facts.set(serviceKey(id), { address: baseUrl } satisfies ServiceFact);
}

/** The key of the profile seems to be another account's: a person has to say whether it is. */
export function doubtAccount(ledger: Knowledge, { id, baseUrl }: Led): void {
  ledger.facts.set(serviceKey(id), { address: baseUrl, isOtherAccount: true } satisfies ServiceFact);
}

/**
 * Writes the current addresses of the profiles into a ledger from a backup, because the backup cannot say
 * whether its addresses are those of the same services.
 *
 * @param path of the ledger from the backup; no process may have it open
 * @param formerPath of the ledger that it replaces; it may be missing or damaged
 */
export function carryServices(path: string, formerPath: string, profiles: readonly Led[]): void {
  const former = addressesIn(formerPath);
  using sqlite = new DatabaseSync(path);
  const set = sqlite.prepare(
    'INSERT INTO facts (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  for (const { id, baseUrl } of profiles) {
    const address = former.get(serviceKey(id)) ?? baseUrl;
    set.run(serviceKey(id), JSON.stringify({ address, isFromHere: true } satisfies ServiceFact));
  }
}

/** Addresses by key; empty if the ledger is missing or damaged. */
function addressesIn(path: string): ReadonlyMap<string, string> {
  try {
    using sqlite = new DatabaseSync(path, { readOnly: true });
    const rows = sqlite
      .prepare(`SELECT key, value ->> 'address' AS address FROM facts WHERE key GLOB 'service:*'`)
      .all() as { key: string; address: string }[];
    return new Map(rows.map(({ key, address }) => [key, address]));
  } catch {
    return new Map();
  }
}

/**
 * A person's answer: the same service under another address, or another one, for which everything starts
 * afresh. If the question was whether a key belongs to another account, "the same" applies to `key`, the one in
 * force.
 */
export function settleService(
  ledger: Knowledge,
  profile: Led,
  choice: 'same-service' | 'another-service',
  { key, now }: { readonly key: FoundKey; readonly now: number },
): void {
  const { id, baseUrl } = profile;
  if (choice === 'same-service') {
    const { isOtherAccount } = (ledger.facts.get(serviceKey(id)) ?? {}) as Partial<ServiceFact>;
    if (isOtherAccount) noteKey(ledger, profile, { key, accepted: false, at: now });
    noteService(ledger, profile);
    return;
  }
  // It may be the same after all: what it holds is recognised. What it cannot tell is no reason to ask again.
  const rebuild: RebuildFact = { state: 'collecting', at: now, isTrusted: true };
  ledger.left.leave(id, { [serviceKey(id)]: { address: baseUrl }, [rebuildKey(id)]: rebuild });
}

function isSameService({ id, baseUrl }: Led, former: string): boolean {
  const [now, before] = [new URL(baseUrl), new URL(former)];
  // Started anew the sandbox of this machine has another port, and what it holds is the same.
  if (id === sandboxProfileId && [now, before].every(({ hostname }) => isLoopbackHost(hostname))) return true;
  const place = ({ host, pathname }: URL) => `${host}${pathname.replace(/\/+$/, '')}`;
  return place(now) === place(before);
}
