import pMap from 'p-map';
import type { ContentId } from '#shared/ids/ids.ts';
import { type Clock, sleep } from '#core/ports/clock.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { ServiceClient } from '../service/client.ts';
import { hashOriginal } from '../service/hash-original.ts';
import { presenceIn } from '../service/presence.ts';
import { askAgain } from '../service/try-again.ts';
import { type LookContext, lookFor } from './look-for.ts';

/** More documents without a size than this are not read one by one; a person decides. */
const mostDocuments = 2_000;
/** An original larger than this is not read only to learn its size, bytes. */
const largest = 256 * 1024 * 1024;

/** What is under way is looked at again after this, ms, and so often: for a minute. */
const underWayAgainMs = 10_000;
const looksUnderWay = 7;
/**
 * A slot that was empty is looked at once more after this, ms, as long as an absence must last
 * (docs/adr/0013). Not more often: machines that were killed leave hundreds of slots, and all machines of a
 * team wait for this within one limit.
 */
const emptyForMs = 60_000;
/**
 * So many are looked at at once: a whole team waits for hundreds of looks, and each takes a turn in its
 * limit.
 */
const atOnce = 8;
/** What is due so soon after the first is looked at with it, ms. */
const togetherMs = 1_000;

export interface LearnSizes {
  readonly profileId: string;
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
  /**
   * Where all machines of a team learn the same at once, and all of them wait for it: whether another one
   * answers for a document, so that nothing is to be learned of it here.
   */
  readonly isOfOthers?: (contentId: ContentId) => Promise<boolean>;
  /** Documents whose size is still to be learned. */
  readonly onLeft: (documents: number) => void;
}

/**
 * Asks for each document whose size the list does not tell, and reads its original where its record does not
 * tell either. What was learned stays, so a restart goes on where it was. What is under way is waited for; a
 * slot that stays empty is none that holds a file. What cannot be learned stays without a size.
 *
 * @returns `too-many` when that would take too long, `failed` when the service could not be asked
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
    // What is not found is asked for again when its time has come.
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
  /** Which look at it is the next; the first is 1. */
  readonly looks: number;
  /** When that is due, monotonic ms. */
  readonly at: number;
  readonly wasEmpty?: true;
}

/** One look at a document; when to look again, undefined where nothing more is to be learned of it. */
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
  // What another machine was told is as good a look: the first may be a minute old, the next must not be
  // from before its time.
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
  // It stands for nothing that can be searched, and no file can be compared with it.
  else if (status === 'failed') ledger.known.remove(profileId, contentId);
  return undefined;
}
