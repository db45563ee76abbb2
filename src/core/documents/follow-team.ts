import type { Clock } from '#core/ports/clock.ts';
import type { FeedEntry, Team } from '#core/ports/team.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';

export interface FollowTeamContext {
  readonly profileId: string;
  readonly team: Pick<Team, 'feed' | 'head'>;
  readonly ledger: Pick<Ledger, 'documents' | 'facts'>;
  readonly clock: Clock;
  /** As of an upload's context. */
  readonly scope: () => Promise<string | undefined>;
  /** Rows of documents changed. */
  readonly onChange: () => void;
}

/** How far the feed was read, and of which team and key. */
interface FeedPosition {
  readonly team: string;
  readonly scope: string;
  readonly after: string;
}

/** Where an exchange tells the head of the feed, looking costs nothing, ms. */
const lookMs = 2_000;
/** Asked at least so often where none does, ms. */
const askMs = 10_000;

/**
 * Reads what landed since the last look, by whichever machine of the team, into the table of documents: who
 * sent it, from where. The position is written with the rows, so that a kill neither skips nor repeats.
 */
export function createTeamFollower(context: FollowTeamContext): (signal: AbortSignal) => Promise<number> {
  const { profileId, team, ledger, clock, onChange } = context;
  const key = `team-feed:${profileId}`;
  let askedAt = Number.NEGATIVE_INFINITY;

  function positionIn(scope: string): FeedPosition {
    const known = ledger.facts.get(key) as FeedPosition | undefined;
    return known?.scope === scope ? known : { team: '', scope, after: '0' };
  }

  return async function followTeam(signal) {
    const scope = await context.scope();
    if (scope === undefined) return askMs;
    const position = positionIn(scope);
    const isKnown = team.head() === BigInt(position.after);
    if (isKnown && clock.monotonic() - askedAt < askMs) return lookMs;
    askedAt = clock.monotonic();
    let feed = await team.feed(BigInt(position.after), signal);
    if (feed === 'unreachable') return askMs;
    // Another database, or an older copy of it: its numbers say nothing of those that are remembered.
    if (feed.team !== position.team || feed.head < BigInt(position.after)) {
      feed = position.after === '0' ? feed : await team.feed(0n, signal);
      if (feed === 'unreachable') return askMs;
    }
    signal.throwIfAborted();
    const last = feed.entries.at(-1);
    const after = (last?.seq ?? feed.head).toString();
    if (feed.team === position.team && after === position.after) return lookMs;
    // The feed may be another key's, where this profile is not the one that the team is asked with.
    const own = feed.entries.filter((entry: FeedEntry) => entry.scope === scope && entry.isProven);
    const changed = ledger.documents.landed(profileId, own, clock.now(), {
      key,
      value: { team: feed.team, scope, after } satisfies FeedPosition,
    });
    if (changed > 0) onChange();
    return last === undefined || last.seq >= feed.head ? lookMs : 0;
  };
}
