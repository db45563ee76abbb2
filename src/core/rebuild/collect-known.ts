import type { ContentId } from '#shared/ids/ids.ts';
import { sleep } from '#core/ports/clock.ts';
import { presenceIn } from '../service/presence.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { type LearnSizes, learnSizes } from './learn-sizes.ts';
import { lookFor } from './look-for.ts';
import { readList } from './read-list.ts';

export const pageSize = 100;
/** Nobody sends to one slot for longer, ms; clocks may differ by hours. */
const sendingLastsMs = 24 * 60 * 60_000;

/** How far the collecting has come, for people. */
export interface CollectProgress {
  /** Documents seen in this reading of the list. */
  readonly documents: number;
  /** The first reading is 1; a list is read until it stands still. */
  readonly reading: number;
  /** Documents whose size is still to be learned, one by one. */
  readonly unsized: number;
}

interface CollectOptions extends Omit<LearnSizes, 'onLeft'> {
  readonly onProgress: (progress: CollectProgress) => void;
  /** How many documents the service is known to have had, as it is written outside the ledger. */
  readonly expected: number;
}

/** So many documents that the ledger knows and the list lacks are requested by their id. */
const mostWitnesses = 20;
/** A list that shows less than this part of the documents that were there is not believed. */
const leastShown = 0.5;

/**
 * Learns what the service holds after the ledger was lost. It may be cut off at any point and begun again.
 *
 * @returns `uncertain` when the service cannot tell: it has no list, the list does not come to rest or lacks
 * documents that are there, or there are too many documents without a size. Then files from before the loss
 * are held back for a person.
 */
export async function collectKnown(options: CollectOptions): Promise<'known' | 'uncertain' | 'failed'> {
  const { client, clock, ledger, profileId, signal, expected, onProgress } = options;
  let progress: CollectProgress = { documents: 0, reading: 1, unsized: 0 };
  /** In this reading, and may hold bytes: rows that say the same id, or "empty", stand for no document. */
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
 * Requests each document by its id that this ledger knows and a believed list lacks. The list, read from both
 * ends, and a 404 say together that the document was deleted since the ledger was copied: its upload ends as
 * `DOCUMENT_GONE`.
 *
 * @returns `failed` when the service could not be asked
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
 * Requests documents by their id that the ledger knows and the list does not show. One that is there proves
 * that the list lacks documents; those that are gone were deleted elsewhere.
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
 * Without a size nobody can tell a slot from what is in the middle of being taken, and a list is behind: it
 * is asked for. A slot that is empty for a day stays so, and some have many. A document that failed has its
 * bytes: sent again, it would fail again.
 */
export function mayHoldBytes(record: DocumentRecord, now: number): boolean {
  const { seen } = presenceIn(record, {}, 'documents.list', now);
  if (seen !== 'empty' || record.raw_size !== 0) return true;
  return !(Date.parse(record.created_at ?? '') < now - sendingLastsMs);
}

export function toKnown({ id: contentId, file_name: fileName, raw_size: size }: DocumentRecord) {
  // A service that tells sizes late says 0 until then.
  return { contentId, fileName: fileName ?? null, size: size || null };
}
