import { sandboxProfileId } from '#core/ports/profile-id.ts';
import { isLoopbackHost } from '#shared/settings/insecure-address.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { type RebuildFact, rebuildKey } from './rebuild-fact.ts';
import type { Ledger } from './sqlite-ledger.ts';

/** Which service the ledger's knowledge of a profile is about (docs/adr/0014). */
interface ServiceFact {
  readonly address: string;
}

const serviceKey = (profileId: string) => `service:${profileId}`;

type Led = Pick<Profile, 'id' | 'baseUrl'>;
type Knowledge = Pick<Ledger, 'facts' | 'left'>;

/**
 * The address of the service that the ledger knows this profile by, when the profile was led elsewhere since
 * and nobody has said yet whether that is the same service. Nothing is sent meanwhile: what is known is not
 * known of the service it leads to.
 */
export function formerService(ledger: Knowledge, profile: Led): string | undefined {
  const fact = ledger.facts.get(serviceKey(profile.id)) as ServiceFact | undefined;
  if (!fact || isSameService(profile, fact.address)) return undefined;
  return ledger.left.hasHistory(profile.id) ? fact.address : undefined;
}

/** Notes where the profile leads, as long as that contradicts nothing. */
export function noteService(ledger: Knowledge, { id, baseUrl }: Led): void {
  const fact = ledger.facts.get(serviceKey(id)) as ServiceFact | undefined;
  if (fact?.address !== baseUrl) ledger.facts.set(serviceKey(id), { address: baseUrl });
}

/**
 * A person's answer: the same service under another address, or another one, for which everything starts
 * afresh.
 */
export function settleService(
  ledger: Knowledge,
  { id, baseUrl }: Led,
  choice: 'same-service' | 'another-service',
  now: number,
): void {
  if (choice === 'same-service') {
    noteService(ledger, { id, baseUrl });
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
