import type { Claim, Team } from '#core/ports/team.ts';
import type { ContentId } from '#shared/ids/ids.ts';

/**
 * What would be wrong with a team, and is put between engine and team, or into the service, to see that the
 * torture finds it (`--canary`):
 * - `no-fencing`: an agent that was taken over goes on as if it had not been
 * - `fenced-deletes`: an agent that was taken over deletes the slot it named
 * - `late-bytes`: the storage takes bytes for a slot that was deleted meanwhile; no fault of ours
 */
export const canaries = ['no-fencing', 'fenced-deletes', 'late-bytes'] as const;
export type Canary = (typeof canaries)[number];

/** Environment variables of an agent: what is wrong with it, and the service at which it does wrong. */
export const canaryVariable = 'SLUICE_TORTURE_CANARY';
export const serviceVariable = 'SLUICE_TORTURE_SERVICE';

/** The team as a bad engine would have it; itself for the one that is the storage's. */
export function spoilt(team: Team, canary: Canary, deleteSlot: (id: ContentId) => Promise<void>): Team {
  if (canary === 'no-fencing') return withoutFencing(team);
  return canary === 'fenced-deletes' ? deletingWhenFenced(team, deleteSlot) : team;
}

function withoutFencing(team: Team): Team {
  const heard = <T extends string>(written: T) => (written === 'fenced' ? 'written' : written);
  return {
    ...team,
    name: async (claim, contentId, signal) => heard(await team.name(claim, contentId, signal)),
    landed: async (claim, contentId, signal) => heard(await team.landed(claim, contentId, signal)),
    release: async (claim, signal) => heard(await team.release(claim, signal)),
  };
}

function deletingWhenFenced(team: Team, deleteSlot: (id: ContentId) => Promise<void>): Team {
  const named = new Map<string, ContentId>();
  const keyOf = ({ upload, sha256, epoch }: Claim) => `${upload} ${sha256} ${epoch}`;
  async function unlessFenced<T extends string>(claim: Claim, written: T): Promise<T> {
    const slot = named.get(keyOf(claim));
    if (written === 'fenced' && slot !== undefined) await deleteSlot(slot);
    return written;
  }
  return {
    ...team,
    async name(claim, contentId, signal) {
      named.set(keyOf(claim), contentId);
      return unlessFenced(claim, await team.name(claim, contentId, signal));
    },
    landed: async (claim, contentId, signal) =>
      unlessFenced(claim, await team.landed(claim, contentId, signal)),
    release: async (claim, signal) => unlessFenced(claim, await team.release(claim, signal)),
  };
}
