import pMap from 'p-map';
import type { ContentId } from '#shared/ids/ids.ts';
import { type Clock, sleep } from '#core/ports/clock.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { ServiceClient } from '../service/client.ts';
import { hashOriginal } from '../service/hash-original.ts';
import { presenceIn } from '../service/presence.ts';
import { askAgain } from '../service/try-again.ts';
import { type LookContext, lookFor } from './look-for.ts';

/** If more documents than this lack a size, none is read and the user decides. */
const mostDocuments = 2_000;
/** Larger originals are not read just to find their size, bytes. */
const largest = 256 * 1024 * 1024;

/** Documents in processing are requested again after this, ms, up to 7 times: for a minute. */
const underWayAgainMs = 10_000;
const looksUnderWay = 7;
/**
 * An empty slot is requested once more after this, ms: as long as an absence must last (docs/adr/0013). Not
 * more often, because killed machines leave hundreds of slots, and the whole team waits for this within one
 * limit.
 */
const emptyForMs = 60_000;
/** Requests in parallel: a team may wait for hundreds of them, and each takes a turn in the team's limit. */
const atOnce = 8;
/** Requests that are due this soon after the first one go out with it, ms. */
const togetherMs = 1_000;

export interface LearnSizes {
  readonly profileId: string;
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
  /**
   * Set where all machines of a team wait for the same sizes: whether another machine has reported the
   * document as its own, so that this one can skip it.
   */
  readonly isOfOthers?: (contentId: ContentId) => Promise<boolean>;
  /** How many documents still lack a size. */
  readonly onLeft: (documents: number) => void;
}

/**
 * Requests each document whose size the list does not state, and reads its original if its record does not
 * state it either. Sizes are stored as they arrive, so a restart continues. Documents in processing are
 * waited for. A slot that stays empty is dropped, because it has no file. A document whose size cannot be
 * found stays without one.
 *
 * @returns `too-many` when that would take too long, `failed` when the service did not answer
 */
export async function learnSizes(options: LearnSizes): Promise<'learned' | 'too-many' | 'failed'> {
  const { clock, ledger, profileId, signal, onLeft } = options;
  const context: LookContext = { client: options.client, clock, absent: new Map() };
  const unsized = ledger.known.listWithoutSize(profileId, mostDocuments + 1);
  if (unsized.length > mostDocuments) return 'too-many';
  let left: Unsized[] = unsized.map((document) => ({ document, looks: 1, at: clock.monotonic() }));
  let hasFailed = false;
  while (left.length > 0 && !hasFailed) {
    const from = Math.min(...left.map(({ at }) => at));
    const wait = from - clock.monotonic();
    onLeft(left.length);
    if (wait > 0) await sleep(clock, wait + togetherMs, signal);
    const now = clock.monotonic();
    const due = left.filter(({ at }) => at <= now);
    // Documents that were not found come back with a later time.
    left = left.filter(({ at }) => at > now);
    const again = await pMap(
      due,
      async (next, index) => {
        onLeft(left.length + due.length - index);
        const looked = hasFailed ? undefined : await learnSize(options, context, next);
        if (looked === 'failed') hasFailed = true;
        return looked === undefined || looked === 'failed' ? [] : [looked];
      },
      { concurrency: atOnce },
    );
    left.push(...again.flat());
  }
  return hasFailed ? 'failed' : 'learned';
}

interface Unsized {
  readonly document: { readonly contentId: ContentId; readonly fileName: string | null };
  /** Number of the next request for it; the first is 1. */
  readonly looks: number;
  /** When that request is due, monotonic ms. */
  readonly at: number;
  readonly wasEmpty?: true;
}

/** Requests one document. Returns when to request it again, or undefined when nothing is left to learn. */
async function learnSize(
  { client, clock, ledger, profileId, signal, isOfOthers }: LearnSizes,
  context: LookContext,
  next: Unsized,
): Promise<Unsized | 'failed' | undefined> {
  const { document, looks, at, wasEmpty } = next;
  const { contentId } = document;
  if (await isOfOthers?.(contentId)) {
    ledger.known.remove(profileId, contentId);
    return undefined;
  }
  // Another machine's answer counts as well. For the first request it may be a minute old; a later one must
  // not be older than its due time.
  const notBefore = looks === 1 ? clock.monotonic() - emptyForMs : at;
  const how = isOfOthers ? ({ priority: 'manual', notBefore } as const) : ({ priority: 'backlog' } as const);
  const looked = await lookFor(context, document, { ...how, signal });
  if (looked.kind === 'later') return { ...next, at: clock.monotonic() + looked.inMs };
  if (looked.kind === 'gone') {
    ledger.known.remove(profileId, contentId);
    return undefined;
  }
  const { answer: record } = looked;
  if (!record.ok) return 'failed';
  const { raw_size: size = 0, status } = record.value;
  if (size > 0) {
    ledger.known.setSizeAndHash(profileId, contentId, size, null);
    return undefined;
  }
  const seenAt = record.askedAt ?? clock.monotonic();
  if (presenceIn(record.value, {}, 'documents.get', clock.now()).seen === 'empty') {
    if (!wasEmpty) return { document, looks: looks + 1, at: seenAt + emptyForMs, wasEmpty: true };
    ledger.known.remove(profileId, contentId);
    return undefined;
  }
  if (status === 'processing' && looks < looksUnderWay)
    return { document, looks: looks + 1, at: seenAt + underWayAgainMs };
  const read = await askAgain(() => hashOriginal(client, contentId, largest, signal), { clock, signal });
  // A web page may be a proxy's: it can prove that a file is this document, not that it is another one.
  if (read.ok) {
    const { bytes, sha256, isPage } = read.value;
    ledger.known.setSizeAndHash(profileId, contentId, isPage ? null : bytes, sha256);
  } else if (read.failure.error.retryable) return 'failed';
  // A failed document without an original cannot be searched or compared with a file.
  else if (status === 'failed') ledger.known.remove(profileId, contentId);
  return undefined;
}
