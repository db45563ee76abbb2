import type { Clock } from '#core/ports/clock.ts';
import type { Intent, LetGo, Member, Team } from '#core/ports/team.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { TeamClaim } from '../ledger/team-claims.ts';

interface LetGoContext {
  readonly profileId: string;
  readonly team: Pick<Team, 'letGo'>;
  readonly ledger: Pick<Ledger, 'memberships' | 'team'>;
  readonly clock: Pick<Clock, 'now'>;
}

type Bytes = Pick<Intent, 'scope' | 'sha256' | 'upload'>;

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
  const left = await letGoOfAll({ profileId, ledger, team }, claim, signal);
  if (left === 'unreachable') return false;
  const last = left.find((one) => one.kind === 'last' && keptBy(left, one.contentId) === undefined);
  if (last?.kind === 'last') ledger.team.leaveToSweep(claim, profileId, last.contentId, clock.now());
  else ledger.team.told(claim);
  return true;
}

/** The machine that a document belongs to now, of what the team said. */
export function keptBy(left: readonly LetGo[], contentId: ContentId | null): Member | undefined {
  for (const one of left) if (one.kind === 'kept' && one.contentId === contentId) return one.by;
  return undefined;
}

/**
 * As `letGo` of the team, under each API key that this machine had: others may still have a former one. What
 * the team said under each.
 */
export async function letGoOfAll(
  { profileId, team, ledger }: Pick<LetGoContext, 'profileId' | 'team' | 'ledger'>,
  bytes: Bytes,
  signal: AbortSignal,
): Promise<LetGo[] | 'unreachable'> {
  const all: LetGo[] = [];
  for (const scope of new Set([bytes.scope, ...ledger.memberships.scopes(profileId)])) {
    const left = await letGoUnder({ team, ledger }, { ...bytes, scope }, signal);
    if (left.kind === 'unreachable') return left.kind;
    all.push(left);
  }
  return all;
}

/**
 * Also for uploads of the same bytes that this machine's ledger no longer knows because an older copy of it
 * was put back: no other machine can let go of those.
 */
async function letGoUnder(
  { team, ledger }: Pick<LetGoContext, 'team' | 'ledger'>,
  { scope, sha256, upload }: Bytes,
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
