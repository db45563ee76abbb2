import type { Clock } from '#core/ports/clock.ts';
import type { Team } from '#core/ports/team.ts';
import { teamAgainMs } from './claim-from-team.ts';
import { letGo } from './let-go.ts';
import { type ReplayContext, replayToTeam } from './replay-to-team.ts';

/** Told at once. */
const together = 100;
/** Looked at again when nothing is to be told: bytes that land are told by this, ms. */
const lookMs = 1_000;

export interface TellContext extends ReplayContext {
  readonly team: Team;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Tells the team what became of the claims of this machine: what landed and what is given up. It stands in
 * the ledger until the team knows it, so an answer that does not come, or a kill, only delays it. Returns
 * when to come again, ms.
 */
export async function tellTeam(context: TellContext, signal: AbortSignal): Promise<number> {
  const { profileId, team, ledger, clock, onFenced } = context;
  const later = await replayToTeam(context, signal);
  if (later !== undefined) return later;
  const tell = async (claim: ReturnType<typeof ledger.team.listUntold>[number]): Promise<boolean> => {
    // Never the holder of it, or given up before the answer was written down: only the team knows.
    if (claim.epoch === 0) return letGo({ profileId, team, ledger, clock }, claim, signal);
    const { contentId, stands } = claim;
    const hasLanded = stands === 'landed' && contentId !== null;
    const written = await (hasLanded ? team.landed(claim, contentId, signal) : team.release(claim, signal));
    if (written === 'unreachable') return false;
    if (written === 'fenced' && hasLanded) {
      ledger.team.fenced(claim, claim.uploadId, null);
      onFenced(claim.uploadId);
    } else ledger.team.told(claim);
    return true;
  };
  // At the same time, as they share round trips.
  const told = await Promise.all(ledger.team.listUntold(profileId, together).map(tell));
  return told.includes(false) ? teamAgainMs : lookMs;
}
