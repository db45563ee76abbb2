import type { ContentId } from '#shared/ids/ids.ts';
import type { Team } from '#core/ports/team.ts';
import { createHeardPages } from '../service/heard-pages.ts';
import { rebuildFactOf, rebuildKey, type RebuildFact } from '../ledger/rebuild-fact.ts';
import { isAnyThere, mayHoldBytes, pageSize, toKnown } from './collect-known.ts';
import { learnSizes, type LearnSizes } from './learn-sizes.ts';
import { readList } from './read-list.ts';

/** Error that may remain after the service's clock was estimated from a list, ms. */
const clockMarginMs = 24 * 60 * 60_000;

export interface CollectLost extends Omit<LearnSizes, 'onLeft' | 'isOfOthers' | 'signal'> {
  readonly team: Pick<Team, 'toldByOthers'>;
  readonly scope: () => Promise<string | undefined>;
  /** From here on documents from the lost period are recognised. */
  readonly onCollected: () => void;
}

/** Restores whose lost periods begin this close together count as the same one, ms. */
const sameRestoreMs = 60 * 60_000;
/**
 * Wait before a list that was not believed is read again, ms. A service that rebuilds its index needs time.
 */
const readAgainMs = 60_000;
/**
 * The list is 3 to 5 s behind: documents that landed within this time before the reading may be missing, ms.
 */
const listBehindMs = 60_000;
/**
 * At most this many documents that this machine sent in that period and the list lacks are requested by id.
 */
const mostWitnesses = 5;
/** How long a collection stays valid, ms. After that, the team may have continued without this machine. */
const toldWithinMs = 2 * 60_000;

export interface LostCollector {
  /**
   * Collects the documents of the last `lostMs` ms. Returns false when the service did not answer, or its
   * list lacks documents that exist.
   */
  collect(lostMs: number, signal: AbortSignal): Promise<boolean>;
  /** The team has recovered. The next restore is collected separately. */
  forget(): void;
}

/**
 * Collects once per restore, however often the entries must be reported again: nothing is sent before the
 * team continues.
 */
export function createLostCollector(options: CollectLost): LostCollector {
  const { clock, onCollected } = options;
  let notBefore = Number.NEGATIVE_INFINITY;
  let last: { readonly since: number; readonly at: number; readonly wallAt: number } | undefined;
  /** Documents that other machines reported as theirs during the collection. */
  let ofOthers: readonly ContentId[] = [];
  // The wall clock may be set; the monotonic clock stops while a machine sleeps.
  const isOfNow = ({ at, wallAt }: { readonly at: number; readonly wallAt: number }) =>
    clock.monotonic() - at < toldWithinMs && Math.abs(clock.now() - wallAt) < toldWithinMs;
  return {
    async collect(lostMs, signal) {
      const since = clock.monotonic() - lostMs;
      const isSame = last && isOfNow(last) && since >= last.since - sameRestoreMs;
      // The database may have been restored a second time, and a machine that reported documents may have
      // died since.
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
 * Collects all documents that reached the service in the last `lostMs` ms, from any machine. The team's
 * database lost its entries for that period, and a machine that sleeps cannot report its own. Sluice then
 * recognises these documents by their bytes before it sends anything, as after a lost ledger. Documents that
 * other machines reported as theirs are skipped. The machines share one limit, so one of them requests the
 * others for all. If the service has no list, only what the machines remember is known.
 *
 * @returns `failed` when the service did not answer, `lacking` when its list lacks documents that exist
 */
async function collectLost(
  options: CollectLost & {
    readonly signal: AbortSignal;
    /** Called for each document that another machine reported as its own. */
    readonly onOthers: (contentId: ContentId) => void;
  },
  lostMs: number,
): Promise<'collected' | 'failed' | 'lacking'> {
  const { client, clock, ledger, profileId, scope, signal, team } = options;
  // Start of a day, so that all machines make the same request and one answer serves all.
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
  const noteCollected = () => {
    const fact: RebuildFact = rebuildFactOf(ledger, profileId) ?? { state: 'known', at: clock.now() };
    ledger.facts.set(rebuildKey(profileId), fact);
    return 'collected' as const;
  };
  if (read === 'failed') return client.documents.listAvailable() === 'no' ? noteCollected() : 'failed';
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
  // A new member has lost nothing. Other machines' slots without a known size must not delay its files.
  if (isFirst)
    for (const { contentId } of ledger.known.listWithoutSize(profileId))
      ledger.known.remove(profileId, contentId);
  return noteCollected();
}

/** Whether other machines have reported all of these documents as theirs since the restore. */
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
