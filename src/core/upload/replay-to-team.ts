import type { Held, Team } from '#core/ports/team.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { teamAgainMs } from './claim-from-team.ts';

/** Claims per call. */
const together = 200;

export interface ReplayContext {
  readonly profileId: string;
  readonly team: Pick<Team, 'needsReplay' | 'replay'>;
  readonly ledger: Pick<Ledger, 'team' | 'facts' | 'known' | 'memberships'>;
  readonly scope: () => Promise<string | undefined>;
  /**
   * Collects documents of the last `lostMs` ms that possibly no machine will report. False when the service
   * did not answer.
   */
  readonly collect: (lostMs: number) => Promise<boolean>;
  /** Called when nothing is lost, or everything has been reported. A later loss counts as a new one. */
  readonly onReplayed: () => void;
  /** Documents of this machine whose bytes another machine uploaded as a second document. Both exist. */
  readonly onTwice: (contentIds: readonly string[]) => void;
  /** This upload lost its claim after it landed, and must ask again which machine has its bytes. */
  readonly onFenced: (uploadId: number) => void;
}

/** Set while this machine must still report again which documents of others it needs. */
const standsKey = (profileId: string) => `team-stands:${profileId}`;

/** Whether this machine is still reporting its claims; survives a kill. */
export function isReplaying({ profileId, team, ledger }: ReplayOf): boolean {
  return team.needsReplay() !== undefined || ledger.facts.get(standsKey(profileId)) !== undefined;
}

interface ReplayOf {
  readonly profileId: string;
  readonly team: Pick<Team, 'needsReplay'>;
  readonly ledger: Pick<Ledger, 'facts'>;
}

/**
 * Reports this machine's claims again to a team's database that is an older copy of itself (docs/adr/0038).
 * Until then the database takes no claims. Once all machines have reported, this one reports again which
 * documents of others it needs: only then does the team know which of these have no owner left. It can be
 * interrupted at any point and run again. Returns when to run again, ms, or undefined when nothing is left to
 * report.
 */
export async function replayToTeam(context: ReplayContext, signal: AbortSignal): Promise<number | undefined> {
  const { profileId, team, ledger, scope, collect, onReplayed } = context;
  const lost = team.needsReplay();
  if (lost === undefined) {
    onReplayed();
    if (!isReplaying(context)) return undefined;
  }
  const of = await scope();
  if (of === undefined) return teamAgainMs;
  if (lost === undefined) {
    const said = await team.replay(of, [], false, signal);
    if (said === 'unreachable' || said.isRestoring) return teamAgainMs;
    if (!(await tellHeld(context, of, ({ epoch, isOwn }) => epoch === 0 && isOwn !== true, signal)))
      return teamAgainMs;
    ledger.facts.delete(standsKey(profileId));
    return undefined;
  }
  ledger.facts.set(standsKey(profileId), true);
  // Documents that were sent without the team, or under another API key, have never been reported.
  if (lost.lostMs === Number.POSITIVE_INFINITY)
    ledger.team.enlist(profileId, of, ledger.memberships.lastScope(profileId));
  if (!(await tellHeld(context, of, () => true, signal))) return teamAgainMs;
  // Only the collecting needs requests, which may be unavailable for a while. The claims that were reported
  // before help the other machines immediately.
  if (!(await collect(lost.lostMs))) return teamAgainMs;
  const done = await team.replay(of, [], true, signal);
  if (done === 'unreachable') return teamAgainMs;
  onReplayed();
  return undefined;
}

/** Returns false if the team was unreachable. */
async function tellHeld(
  { profileId, team, ledger, onTwice, onFenced }: ReplayContext,
  of: string,
  isTold: (held: Held) => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  for (const one of ledger.team.listScopes(profileId)) {
    let after = { upload: '', sha256: '' };
    for (;;) {
      signal.throwIfAborted();
      const page = ledger.team.listHeld(profileId, one, after, together);
      const held = page.filter(isTold);
      const replayed = held.length > 0 && (await team.replay(one, held, false, signal));
      if (replayed === 'unreachable') return false;
      const { epochs, twice } = replayed || { epochs: [], twice: [] };
      if (twice.length > 0) onTwice(twice.map((index) => String(held[index]?.contentId)));
      for (const [index, claim] of held.entries()) {
        const epoch = epochs[index] ?? null;
        if (epoch === null) {
          // The team knows nothing of it, but the service may still have it: it is recognised by its bytes.
          const { contentId, size } = claim;
          const isOfOthers = claim.epoch === 0 && claim.isOwn !== true && one === of;
          if (isOfOthers && contentId !== null)
            ledger.known.addMany(profileId, [{ contentId, fileName: null, size }]);
          ledger.team.fenced(claim, claim.uploadId, claim.contentId);
          onFenced(claim.uploadId);
        } else if (claim.isOwn && epoch > 0) ledger.team.enlisted(claim, epoch);
      }
      const last = page.at(-1);
      if (last === undefined) break;
      after = last;
    }
  }
  return true;
}
