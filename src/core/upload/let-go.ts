import type { Clock } from '#core/ports/clock.ts';
import type { Intent, LetGo, Team } from '#core/ports/team.ts';
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
  const left = await letGoOfAll({ ledger, team }, claim, signal);
  if (left.kind === 'unreachable') return false;
  if (left.kind === 'last') ledger.team.leaveToSweep(claim, profileId, left.contentId, clock.now());
  else ledger.team.told(claim);
  return true;
}

/**
 * As `letGo` of the team, and for uploads of the same bytes that this machine's ledger does not know too: it
 * became an older copy of itself since, and nobody else can let go of what they stand for.
 */
export async function letGoOfAll(
  { team, ledger }: Pick<LetGoContext, 'team' | 'ledger'>,
  { scope, sha256, upload }: Pick<Intent, 'scope' | 'sha256' | 'upload'>,
  signal: AbortSignal,
): Promise<LetGo> {
  const asked = new Set<string>();
  for (let next = upload; ; ) {
    asked.add(next);
    const left = await team.letGo({ scope, sha256, upload: next }, signal);
    if (left.kind !== 'kept' || left.upload === undefined) return left;
    if (asked.has(left.upload) || ledger.team.isOfLedger(left.upload)) return left;
    next = left.upload;
  }
}
