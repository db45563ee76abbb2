import type { Held, Team } from '#core/ports/team.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { teamAgainMs } from './claim-from-team.ts';

/** Told at once. */
const together = 200;

export interface ReplayContext {
  readonly profileId: string;
  readonly team: Pick<Team, 'needsReplay' | 'replay'>;
  readonly ledger: Pick<Ledger, 'team' | 'facts'>;
  readonly scope: () => Promise<string | undefined>;
  /**
   * Learns which documents came to the service in the last so many ms that no machine may come to tell of.
   * False when it could not be asked.
   */
  readonly collect: (lostMs: number) => Promise<boolean>;
  /** Nothing is lost, or all was told: what is lost from here on is lost anew. */
  readonly onReplayed: () => void;
  /** Documents of this machine whose bytes another one has as another document: both are there. */
  readonly onTwice: (contentIds: readonly string[]) => void;
  /** This upload lost its claim after it landed, and asks anew who has its bytes. */
  readonly onFenced: (uploadId: number) => void;
}

/** Written down while what stands for documents of others is still to be told once more. */
const standsKey = (profileId: string) => `team-stands:${profileId}`;

/** Whether this machine is in the middle of telling what it holds; a kill does not change that. */
export function isReplaying({ profileId, team, ledger }: ReplayOf): boolean {
  return team.needsReplay() !== undefined || ledger.facts.get(standsKey(profileId)) !== undefined;
}

interface ReplayOf {
  readonly profileId: string;
  readonly team: Pick<Team, 'needsReplay'>;
  readonly ledger: Pick<Ledger, 'facts'>;
}

/**
 * A team's database that is an older copy of itself is told again what this machine holds (docs/adr/0038);
 * until then it takes no claims. Once all have told theirs, what stands for documents of others is told once
 * more: only then does the team know which of them are nobody's any more. Returns when to come again, ms, or
 * undefined when nothing is left to tell. It may be cut off at any point and begun again.
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
    if (!(await tellHeld(context, ({ epoch, isOwn }) => epoch === 0 && isOwn !== true, signal)))
      return teamAgainMs;
    ledger.facts.delete(standsKey(profileId));
    return undefined;
  }
  ledger.facts.set(standsKey(profileId), true);
  // What was sent alone was never told.
  if (lost.lostMs === Number.POSITIVE_INFINITY) ledger.team.enlist(profileId, of);
  if (!(await tellHeld(context, () => true, signal))) return teamAgainMs;
  // Only this takes requests, which are not to be had for a while; what is told helps the others at once.
  if (!(await collect(lost.lostMs))) return teamAgainMs;
  const done = await team.replay(of, [], true, signal);
  if (done === 'unreachable') return teamAgainMs;
  onReplayed();
  return undefined;
}

/** False where the team could not be asked. */
async function tellHeld(
  { profileId, team, ledger, onTwice, onFenced }: ReplayContext,
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
