import type { ContentId } from '#shared/ids/ids.ts';
import type { Answer, CallOptions, ServiceFailure } from './answer.ts';
import { readPages } from './ask-list.ts';
import type { ServiceClient } from './client.ts';
import { isBeingDeleted } from './being-deleted.ts';
import type { DocumentRecord } from './schemas/document.ts';

/**
 * Decides whether the service has a document; no other code does. Silence is not evidence, a statement is
 * (docs/adr/0046). Code that deletes a document or a local file, adopts a document, uploads bytes again or
 * believes another machine calls `presenceOf`, acts only on `yes` or `no`, and journals the evidence.
 */

/** The document in question. An `UploadRow` with a content id is one. */
export interface Sought {
  readonly contentId: ContentId;
  /** Narrows the list down; null if unknown. */
  readonly fileName: string | null;
  /** Bytes that were sent; undefined if unknown. */
  readonly size?: number | undefined;
}

/**
 * What a record shows about a document's bytes:
 * - `whole`: the service has processed them, and does not contradict the size that was sent
 * - `landed`: they arrived
 * - `failed`: they arrived and could not be processed
 * - `hollow`: the service claims to have processed 0 bytes. Some services correct this later, so Sluice
 *   requests the document again, and does nothing irreversible meanwhile
 * - `empty`: the service waits for the bytes
 * - `other`: the service has a different number of bytes than was sent
 * - `silent`: the record states neither a size nor a known status, or the service is deleting the document
 */
export type Shown = 'whole' | 'landed' | 'failed' | 'hollow' | 'empty' | 'other' | 'silent';

/** What was seen, when, and by which request. Journaled with the decision that it led to. */
export interface Evidence {
  readonly seen: Shown | 'gone' | 'missing' | 'unanswered';
  readonly by: 'documents.get' | 'documents.list' | 'documents.delete' | 'documents.original';
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly status?: string;
  /** Bytes, as the service stated them; if it left them out, those of its original, where that was read. */
  readonly size?: number;
  /** Looks in a row that did not find the document. */
  readonly looks?: number;
  /** Code of the failure. */
  readonly code?: string;
}

interface Seen {
  readonly evidence: Evidence;
}

interface SeenRecord extends Seen {
  readonly record: DocumentRecord;
}

/**
 * `has` is the decision, `seen` the reason. `gone` is a "not found" that lasted and that the list confirmed.
 * `missing` may still come from a replica that is behind: journal `absence` and look again at `lookAgainAt`
 * (ms since the epoch).
 */
export type Presence =
  | (SeenRecord & { readonly has: 'yes'; readonly seen: 'whole' | 'landed' | 'failed' })
  | (SeenRecord & { readonly has: 'no'; readonly seen: 'empty' | 'other' })
  | (SeenRecord & { readonly has: 'unknown'; readonly seen: 'hollow' | 'silent' })
  | (Seen & { readonly has: 'no'; readonly seen: 'gone'; readonly absence: Absence })
  | (Seen & {
      readonly has: 'unknown';
      readonly seen: 'missing';
      readonly absence: Absence;
      readonly lookAgainAt: number;
    })
  | (Seen & { readonly has: 'unknown'; readonly seen: 'unanswered'; readonly failure: ServiceFailure });

/** The result of `presenceIn`. */
export type PresenceInRecord = Extract<Presence, SeenRecord>;

export interface LookOptions extends CallOptions {
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
  /** The unsuccessful looks directly before this one, as the last `missing` returned them. */
  readonly absence?: Absence | undefined;
  /** Replaces `documents.get`, for example by an answer that another machine received. */
  readonly ask?: (options: CallOptions) => Promise<Answer<DocumentRecord>>;
}

/**
 * Requests one document by its id and decides whether the service has its bytes. Costs one request. After a
 * "not found" that lasted (four looks over a minute), it costs a few more for the list.
 */
export async function presenceOf(
  { documents }: ListsDocuments,
  sought: Sought,
  { now, absence, ask, ...options }: LookOptions,
): Promise<Presence> {
  const answer = await (ask?.(options) ?? documents.get(sought.contentId, options));
  if (answer.ok) return presenceIn(answer.value, sought, 'documents.get', now());
  const { failure } = answer;
  if (failure.error.code === 'DOCUMENT_NOT_FOUND')
    return presenceAfterAbsence({ documents }, sought, 'documents.get', { now, absence, ...options });
  const evidence = { seen: 'unanswered', by: 'documents.get', at: now(), code: failure.error.code } as const;
  return { has: 'unknown', seen: 'unanswered', failure, evidence };
}

/**
 * The same for a "not found" that another request returned. A replica may be behind, so only an absence that
 * lasts and that the list confirms is believed (docs/adr/0013).
 */
export async function presenceAfterAbsence(
  { documents }: ListsDocuments,
  sought: Sought,
  by: 'documents.get' | 'documents.delete',
  { now, absence: before, ask: _ask, ...options }: LookOptions,
): Promise<Presence> {
  const at = now();
  const { absence, isBelieved, lookAgainAt } = lookedInVain(before, at);
  const missing = {
    has: 'unknown',
    seen: 'missing',
    absence,
    lookAgainAt,
    evidence: { seen: 'missing', by, at, looks: absence.looks },
  } as const;
  if (!isBelieved) return missing;
  const listed = await findListed({ documents }, sought, options);
  if (listed === 'unknown') return missing;
  if (listed !== 'absent') return presenceIn(listed, sought, 'documents.list', now());
  return { has: 'no', seen: 'gone', absence, evidence: { seen: 'gone', by, at, looks: absence.looks } };
}

/** Decides from a record that was received earlier, without a request. */
export function presenceIn(
  record: DocumentRecord,
  sought: Pick<Sought, 'size'>,
  by: Evidence['by'],
  at: number,
): PresenceInRecord {
  const { status, raw_size: size } = record;
  const seen = shownBy(record, sought.size);
  const evidence: Evidence = {
    seen,
    by,
    at: Math.round(at),
    ...(status === undefined ? {} : { status }),
    ...(size === undefined ? {} : { size }),
  };
  switch (seen) {
    case 'whole':
    case 'landed':
    case 'failed':
      return { has: 'yes', seen, record, evidence };
    case 'empty':
    case 'other':
      return { has: 'no', seen, record, evidence };
    case 'hollow':
    case 'silent':
      return { has: 'unknown', seen, record, evidence };
  }
}

function shownBy(record: DocumentRecord, sent: number | undefined): Shown {
  const { status, raw_size: told } = record;
  if (isBeingDeleted(record)) return 'silent';
  const hasBytes = told !== undefined && told > 0;
  if (hasBytes && sent !== undefined && told !== sent) return 'other';
  if (status === 'failed') return 'failed';
  if (status === 'completed') return told === 0 && sent !== 0 ? 'hollow' : 'whole';
  if (status === 'processing' || hasBytes) return 'landed';
  return told === 0 || status === 'placeholder' || status === 'pending' ? 'empty' : 'silent';
}

/** Whether the document has any bytes: deleting it would delete them. */
export function holdsBytes({ seen }: Presence): boolean {
  return seen === 'whole' || seen === 'landed' || seen === 'failed' || seen === 'hollow' || seen === 'other';
}

/** Successive looks that did not find the document. Journaled, so that the count survives a restart. */
export interface Absence {
  /** Time of the first one, milliseconds since the epoch. */
  readonly since: number;
  readonly looks: number;
}

interface LookedInVain {
  readonly absence: Absence;
  /** True once the document counts as gone. */
  readonly isBelieved: boolean;
  /** When to look again while it is not believed, milliseconds since the epoch. */
  readonly lookAgainAt: number;
}

/**
 * How long an absence must last, ms. The list and replicas that answer reads may be 3 to 5 s behind
 * (service-behaviour.md, "List documents" and "Document metadata"); a lag of a minute is an outage.
 * docs/adr/0013 says why a 404 alone proves nothing.
 */
const spreadMs = 60_000;
/** Waits between the looks, ms. They add up to the spread, so a clock that jumps cannot shorten it. */
const waits = [5_000, 15_000, 40_000];

/**
 * Counts a look that did not find the document. The absence is believed after four looks over a minute. After
 * any other answer, pass undefined: the count starts again at one.
 *
 * @param now milliseconds since the epoch
 */
export function lookedInVain(before: Absence | undefined, now: number): LookedInVain {
  // If the clock was set back, the count starts again.
  const isUsable = before !== undefined && before.since <= now;
  const absence = isUsable ? { since: before.since, looks: before.looks + 1 } : { since: now, looks: 1 };
  const isBelieved = absence.looks > waits.length && now - absence.since >= spreadMs;
  const wait = waits[absence.looks - 1] ?? Math.max(1_000, absence.since + spreadMs - now);
  return { absence, isBelieved, lookAgainAt: now + wait };
}

const pageSize = 100;
/** Pages that are read for one name. If the document is beyond them, the answer is unknown. */
const mostPages = 20;

type ListsDocuments = {
  readonly documents: Pick<ServiceClient['documents'], 'get' | 'list' | 'listAvailable'>;
};

/**
 * Looks in the list for a document that was not found by its id: the two requests may reach replicas that are
 * differently far behind.
 *
 * @returns the record; `absent` when the list does not show it, or there is no list; `unknown` when the list
 *   could not be read, which proves nothing
 */
async function findListed(
  { documents }: Pick<ListsDocuments, 'documents'>,
  { contentId, fileName }: Sought,
  options: CallOptions,
): Promise<DocumentRecord | 'absent' | 'unknown'> {
  let found: DocumentRecord | undefined;
  const read = await readPages({
    pageSize,
    mostPages,
    page: (page) =>
      documents.list(
        {
          ...(fileName === null ? {} : { file_name: fileName }),
          ownership: 'owned',
          page,
          page_size: pageSize,
          sort_by: 'created_at',
          sort_order: 'desc',
        },
        options,
      ),
    onPage(records) {
      found ??= records.find(({ id }) => id === contentId);
      return found !== undefined;
    },
  });
  if (found) return found;
  if (read === 'failed') return documents.listAvailable() === 'no' ? 'absent' : 'unknown';
  return read === 'end' ? 'absent' : 'unknown';
}
