import type { ContentId } from '#shared/ids/ids.ts';
import { sleep } from '#core/ports/clock.ts';
import { presenceIn } from '../service/presence.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { type LearnSizes, learnSizes } from './learn-sizes.ts';
import { lookFor } from './look-for.ts';
import { readList } from './read-list.ts';

export const pageSize = 100;
/** No upload to one slot takes longer, ms. Covers clocks that differ by hours. */
const sendingLastsMs = 24 * 60 * 60_000;

/** Progress of the collecting, shown to the user. */
export interface CollectProgress {
  /** Documents seen in this reading of the list. */
  readonly documents: number;
  /** The first reading is 1. The list is read until two readings agree. */
  readonly reading: number;
  /** Documents whose size must still be requested one by one. */
  readonly unsized: number;
}

interface CollectOptions extends Omit<LearnSizes, 'onLeft'> {
  readonly onProgress: (progress: CollectProgress) => void;
  /** How many documents the service had, from the copy of the count that is kept outside the ledger. */
  readonly expected: number;
}

/** At most this many documents that the ledger knows and the list lacks are requested by id. */
const mostWitnesses = 20;
/** A list that shows a smaller share of the known documents than this is not believed. */
const leastShown = 0.5;

/**
 * Collects which documents the service has after the ledger was lost. It can be interrupted at any point and
 * run again.
 *
 * @returns `uncertain` when the service's answers are not enough: it has no list, the list keeps changing or
 *   lacks documents that exist, or too many documents have no size. Files from before the loss then wait for
 *   the user's decision.
 */
export async function collectKnown(options: CollectOptions): Promise<'known' | 'uncertain' | 'failed'> {
  const { client, clock, ledger, profileId, signal, expected, onProgress } = options;
  let progress: CollectProgress = { documents: 0, reading: 1, unsized: 0 };
  /**
   * Documents of this reading that may have bytes. Rows that repeat an id, or that are empty, do not count.
   */
  let shown = 0;
  const tell = (change: Partial<CollectProgress>) => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  const read = await readList({
    clock,
    signal,
    pageSize,
    page: (page, order) =>
      client.documents.list(
        { ownership: 'owned', page, page_size: pageSize, sort_by: 'created_at', sort_order: order },
        { priority: 'manual', signal },
      ),
    onPage: (records, reading) => {
      const filled = records.filter((one) => mayHoldBytes(one, clock.now()));
      ledger.known.addMany(profileId, filled.map(toKnown));
      shown = new Set(filled.map(({ id }) => id)).size + (reading === progress.reading ? shown : 0);
      tell({ reading, documents: records.length + (reading === progress.reading ? progress.documents : 0) });
    },
  });
  if (read === 'moving') return 'uncertain';
  if (read === 'failed') return client.documents.listAvailable() === 'no' ? 'uncertain' : 'failed';
  const { landed, lacking } = ledger.known.compare(profileId, mostWitnesses);
  if (shown < leastShown * Math.max(expected, landed)) return 'uncertain';
  const lacks = await isAnyThere(options, lacking);
  if (lacks !== 'none') return lacks === 'failed' ? 'failed' : 'uncertain';
  const learned = await learnSizes({ ...options, onLeft: (unsized) => tell({ unsized }) });
  return learned === 'learned' ? 'known' : learned === 'too-many' ? 'uncertain' : 'failed';
}

/**
 * Requests by id each document that this ledger knows and a believed list lacks. The list was read from both
 * ends, so a 404 as well means that the document was deleted after the ledger was copied. Its upload ends as
 * `DOCUMENT_GONE`.
 *
 * @returns `failed` when the service did not answer
 */
export async function markLacking({
  client,
  ledger,
  profileId,
  signal,
}: Pick<CollectOptions, 'client' | 'ledger' | 'profileId' | 'signal'>): Promise<'marked' | 'failed'> {
  const { lacking } = ledger.known.compare(profileId, Number.MAX_SAFE_INTEGER);
  let result: 'marked' | 'failed' = 'marked';
  for (const { contentId } of lacking) {
    const answer = await client.documents.get(contentId, { priority: 'polling', signal });
    if (signal.aborted) return 'failed';
    if (answer.ok) continue;
    const { error } = answer.failure;
    if (error.code === 'DOCUMENT_NOT_FOUND') ledger.documents.markGone(profileId, contentId);
    else if (error.retryable) result = 'failed';
  }
  return result;
}

/**
 * Requests by id documents that the ledger knows and the list does not show. If one exists, the list is
 * incomplete. Documents that do not exist were deleted by someone else.
 */
export async function isAnyThere(
  { client, clock, signal }: Pick<CollectOptions, 'client' | 'clock' | 'signal'>,
  documents: readonly { readonly contentId: ContentId; readonly fileName: string | null }[],
): Promise<'some' | 'none' | 'failed'> {
  const context = { client, clock, absent: new Map() };
  const left = documents.map((document) => ({ document, at: 0 }));
  for (let next = left.shift(); next; next = left.shift()) {
    if (next.at > clock.monotonic()) await sleep(clock, next.at - clock.monotonic(), signal);
    const looked = await lookFor(context, next.document, { priority: 'manual', signal });
    if (looked.kind === 'answer') return looked.answer.ok ? 'some' : 'failed';
    if (looked.kind === 'later') left.push({ document: next.document, at: clock.monotonic() + looked.inMs });
  }
  return 'none';
}

/**
 * Without a size, an empty slot looks like a document that the service is still receiving, so it is requested
 * by id. A slot that has been empty for a day stays empty, and some accounts have many. A failed document has
 * its bytes: a second upload would fail too.
 */
export function mayHoldBytes(record: DocumentRecord, now: number): boolean {
  const { seen } = presenceIn(record, {}, 'documents.list', now);
  if (seen !== 'empty' || record.raw_size !== 0) return true;
  return !(Date.parse(record.created_at ?? '') < now - sendingLastsMs);
}

export function toKnown({ id: contentId, file_name: fileName, raw_size: size }: DocumentRecord) {
  // Some services report 0 until they know the size.
  return { contentId, fileName: fileName ?? null, size: size || null };
}
