import type { Clock } from '#core/ports/clock.ts';
import type { Team } from '#core/ports/team.ts';
import { teamAgainMs } from './claim-from-team.ts';
import { letGo } from './let-go.ts';
import { type ReplayContext, replayToTeam } from './replay-to-team.ts';

/** Claims per turn. */
const together = 100;
/** Time between two turns when nothing is left to report, ms. Newly landed bytes wait for the next turn. */
const lookMs = 1_000;
/** After this, ms, the claims of a profile that sends nothing are released, so that other machines send. */
const heldForMs = 60_000;

export interface TellContext extends ReplayContext {
  readonly team: Team;
  readonly clock: Pick<Clock, 'now'>;
  /** Since when the profile sends nothing because of its service, wall ms; null while it sends. */
  readonly heldSince: () => number | null;
}

/**
 * Reports to the team how the claims of this machine ended: landed or released. The ledger keeps each result
 * until the team has it, so a lost answer or a kill only delays the report. Returns when to run again, ms.
 */
export async function tellTeam(context: TellContext, signal: AbortSignal): Promise<number> {
  const { profileId, team, ledger, clock, onFenced } = context;
  const later = await replayToTeam(context, signal);
  if (later !== undefined) return later;
  const tell = async (claim: ReturnType<typeof ledger.team.listUntold>[number]): Promise<boolean> => {
    // This machine never had the claim, or abandoned it before it wrote down the answer: only the team knows.
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
  // In parallel, because the calls then share round trips.
  const held = context.heldSince();
  const isHeld = held !== null && clock.now() - held > heldForMs;
  const told = await Promise.all(ledger.team.listUntold(profileId, together, isHeld).map(tell));
  return told.includes(false) ? teamAgainMs : lookMs;
}
