import type { ContentId } from '#shared/ids/ids.ts';
import type { Team } from '#core/ports/team.ts';
import { createHeardPages } from '../service/heard-pages.ts';
import { rebuildFactOf, rebuildKey, type RebuildFact } from '../ledger/rebuild-fact.ts';
import { isAnyThere, mayHoldBytes, pageSize, toKnown } from './collect-known.ts';
import { learnSizes, type LearnSizes } from './learn-sizes.ts';
import { readList } from './read-list.ts';

/** What may remain of the difference between the service's clock and ours once a list told it, ms. */
const clockMarginMs = 24 * 60 * 60_000;

export interface CollectLost extends Omit<LearnSizes, 'onLeft' | 'isOfOthers' | 'signal'> {
  readonly team: Pick<Team, 'toldByOthers'>;
  readonly scope: () => Promise<string | undefined>;
  /** From here on documents of a time that the team lost are recognised. */
  readonly onCollected: () => void;
}

/** A restore that is told to be older by so little is the same one, ms. */
const sameRestoreMs = 60 * 60_000;
/** A list that was not believed is read again after this, ms; an index that is rebuilt takes its time. */
const readAgainMs = 60_000;
/** The list is 3 to 5 s behind: what landed later than this before it was read may not be in it, ms. */
const listBehindMs = 60_000;
/** So many documents that this machine sent in that time, and the list lacks, are requested by their id. */
const mostWitnesses = 5;
/** Told within so long after it was collected, ms; later the team may have gone on without this machine. */
const toldWithinMs = 2 * 60_000;

export interface LostCollector {
  /**
   * Collects what came in the last so many ms. False when the service could not be asked, or its list lacks
   * documents that are there.
   */
  collect(lostMs: number, signal: AbortSignal): Promise<boolean>;
  /** The team goes on, and may lose something another time. */
  forget(): void;
}

/**
 * Collects once for each restore, however often the rest has to be told: nothing is sent before the team goes
 * on.
 */
export function createLostCollector(options: CollectLost): LostCollector {
  const { clock, onCollected } = options;
  let notBefore = Number.NEGATIVE_INFINITY;
  let last: { readonly since: number; readonly at: number; readonly wallAt: number } | undefined;
  /** What others answered for when it was collected. */
  let ofOthers: readonly ContentId[] = [];
  // The one clock may be set, the other stands still while a machine sleeps.
  const isOfNow = ({ at, wallAt }: { readonly at: number; readonly wallAt: number }) =>
    clock.monotonic() - at < toldWithinMs && Math.abs(clock.now() - wallAt) < toldWithinMs;
  return {
    async collect(lostMs, signal) {
      const since = clock.monotonic() - lostMs;
      const isSame = last && isOfNow(last) && since >= last.since - sameRestoreMs;
      // Restored once more, and who answered may have died since.
      if (isSame && (await areOfOthers(options, ofOthers, signal)) !== false) return true;
      if (clock.monotonic() < notBefore) return false;
      const left: ContentId[] = [];
      const collected = await collectLost(
        { ...options, signal, onOthers: (id) => void left.push(id) },
        lostMs,
      );
      if (collected === 'lacking') notBefore = clock.monotonic() + readAgainMs;
      if (collected !== 'collected') return false;
      ofOthers = left;
      last = { since, at: clock.monotonic(), wallAt: clock.now() };
      onCollected();
      return true;
    },
    forget() {
      last = undefined;
    },
  };
}

/**
 * Learns what came to the service in the last so many ms, by whomever: a team's database lost what it knew of
 * that time, and a machine that sleeps cannot tell. What is there is recognised by its bytes before anything
 * is sent, as after a lost ledger. What other machines told to be theirs needs no look, and what nobody told
 * is looked at by one for all: they share one limit. Where the service cannot tell, only what machines
 * remember is known.
 *
 * @returns `failed` when the service could not be asked, `lacking` when its list does not show what is there
 */
async function collectLost(
  options: CollectLost & {
    readonly signal: AbortSignal;
    /** Another machine answers for it. */
    readonly onOthers: (contentId: ContentId) => void;
  },
  lostMs: number,
): Promise<'collected' | 'failed' | 'lacking'> {
  const { client, clock, ledger, profileId, scope, signal, team } = options;
  // The beginning of a day, so that all machines ask the same, and one of them the service.
  const ahead = Math.max(0, client.documents.clockAhead());
  const since = Math.max(0, clock.now() - ahead - lostMs - clockMarginMs);
  const from = new Date(since).toISOString().slice(0, 10);
  const pages = createHeardPages(clock, 0);
  const begunAt = clock.now();
  const ours = new Set<ContentId>();
  const read = await readList({
    clock,
    signal,
    pageSize,
    async page(page, order) {
      const answer = await client.documents.listHeard(
        {
          from_date: `${from}T00:00:00.000Z`,
          ownership: 'owned',
          page,
          page_size: pageSize,
          sort_by: 'created_at',
          sort_order: order,
        },
        { priority: 'manual', signal, notBefore: pages.notBefore() },
      );
      if (answer.ok) pages.heard(answer);
      return answer;
    },
    onPage: (records) => {
      const others = records.filter((one) => {
        if (!ledger.slots.isOurs(one.id)) return mayHoldBytes(one, clock.now());
        ours.add(one.id);
        return false;
      });
      ledger.known.addMany(profileId, others.map(toKnown));
    },
  });
  if (read === 'failed') return client.documents.listAvailable() === 'no' ? 'collected' : 'failed';
  const until = begunAt - listBehindMs;
  const sent = ledger.known.landedBetween(profileId, begunAt - lostMs, until, mostWitnesses);
  const lacks = await isAnyThere(
    options,
    sent.filter(({ contentId }) => !ours.has(contentId)),
  );
  if (lacks !== 'none') return lacks === 'failed' ? 'failed' : 'lacking';
  const isOfOthers = async (contentId: ContentId) => {
    const isTheirs = (await areOfOthers({ team, scope }, [contentId], signal)) === true;
    if (isTheirs) options.onOthers(contentId);
    return isTheirs;
  };
  const isFirst = lostMs === Number.POSITIVE_INFINITY && rebuildFactOf(ledger, profileId) === undefined;
  if ((await learnSizes({ ...options, isOfOthers, onLeft: () => undefined })) === 'failed') return 'failed';
  // A new member has lost nothing: slots of others, whose size no one can tell, hold up none of its files.
  if (isFirst)
    for (const { contentId } of ledger.known.listWithoutSize(profileId))
      ledger.known.remove(profileId, contentId);
  const fact: RebuildFact = rebuildFactOf(ledger, profileId) ?? { state: 'known', at: clock.now() };
  ledger.facts.set(rebuildKey(profileId), fact);
  return 'collected';
}

/** Whether other machines told since that all of these are theirs. */
async function areOfOthers(
  { team, scope }: Pick<CollectLost, 'team' | 'scope'>,
  contentIds: readonly ContentId[],
  signal: AbortSignal,
): Promise<boolean | 'unreachable'> {
  if (contentIds.length === 0) return true;
  const of = await scope();
  const theirs = of === undefined ? 'unreachable' : await team.toldByOthers(of, contentIds, signal);
  return theirs === 'unreachable' ? theirs : contentIds.every((id) => theirs.has(id));
}
