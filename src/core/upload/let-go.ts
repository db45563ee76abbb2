import type { Clock } from '#core/ports/clock.ts';
import type { Team } from '#core/ports/team.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { TeamClaim } from '../ledger/team-claims.ts';

interface LetGoContext {
  readonly profileId: string;
  readonly team: Pick<Team, 'letGo'>;
  readonly ledger: Pick<Ledger, 'team'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Tells the team that an upload stands for these bytes no more. Where nobody else does, their document was
 * kept for it alone by a machine that has a newer version, and is left to the sweep. False while the team
 * cannot be asked.
 */
export async function letGo(
  { profileId, team, ledger, clock }: LetGoContext,
  claim: TeamClaim,
  signal: AbortSignal,
): Promise<boolean> {
  const left = await team.letGo(claim, signal);
  if (left.kind === 'unreachable') return false;
  if (left.kind === 'last') ledger.team.leaveToSweep(claim, profileId, left.contentId, clock.now());
  else ledger.team.told(claim);
  return true;
}
