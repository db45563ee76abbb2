import type { ContentId } from '#shared/ids/ids.ts';
import type { Answer, CallOptions, ServiceFailure } from './answer.ts';
import { readPages } from './ask-list.ts';
import type { ServiceClient } from './client.ts';
import type { DocumentRecord } from './schemas/document.ts';

/**
 * Whether the service has a document: the one place that decides it. Silence is not evidence, a statement is
 * (docs/adr/0046). Whoever deletes a document or a local file, adopts a document, sends bytes again or
 * believes another machine asks `presenceOf`, acts on `yes` or `no` only, and journals the evidence.
 */

/** The document in question. An `UploadRow` with a content id is one. */
export interface Sought {
  readonly contentId: ContentId;
  /** Narrows the list down; null where it is not known. */
  readonly fileName: string | null;
  /** Bytes that were sent; undefined where no one knows. */
  readonly size?: number | undefined;
}

/**
 * What a record shows of a document's bytes:
 * - `whole`: the service has processed them, and does not contradict the size that was sent
 * - `landed`: they arrived
 * - `failed`: they arrived and could not be processed
 * - `hollow`: it claims to have processed 0 bytes. That is a statement: some services correct it later, so it
 *   is looked at again, and nothing that cannot be undone is done meanwhile
 * - `empty`: the service waits for the bytes
 * - `other`: it has another number of bytes than was sent
 * - `silent`: the record states neither a size nor a known status
 */
export type Shown = 'whole' | 'landed' | 'failed' | 'hollow' | 'empty' | 'other' | 'silent';

/** What was seen, when, and by which request; journaled with what is decided on it. */
export interface Evidence {
  readonly seen: Shown | 'gone' | 'missing' | 'unanswered';
  readonly by: 'documents.get' | 'documents.list' | 'documents.delete' | 'documents.original';
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly status?: string;
  /** Bytes, as the service stated them. */
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
 * `has` decides, `seen` says why. `gone` is a "not found" that lasted and that the list confirmed; `missing`
 * is one that may still come from a replica that is behind: journal `absence` and look again at `lookAgainAt`
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

/** What a record shows, as `presenceIn` returns it. */
export type PresenceInRecord = Extract<Presence, SeenRecord>;

export interface LookOptions extends CallOptions {
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
  /** The looks in vain that came directly before this one, as the last `missing` returned them. */
  readonly absence?: Absence | undefined;
  /** Asks for the record in place of `documents.get`, for example what another machine was answered. */
  readonly ask?: (options: CallOptions) => Promise<Answer<DocumentRecord>>;
}

/**
 * Asks the service for one document by its id and decides whether it has its bytes. Costs one request; once a
 * "not found" has lasted (four looks over a minute), a few more for the list.
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
 * The same for a "not found" that came with another request. A replica may be behind, so only an absence that
 * lasts, and that the list confirms, is believed (docs/adr/0013).
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

/** What a record of the service says of the document, without asking again. */
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

function shownBy({ status, raw_size: told }: DocumentRecord, sent: number | undefined): Shown {
  const hasBytes = told !== undefined && told > 0;
  if (hasBytes && sent !== undefined && told !== sent) return 'other';
  if (status === 'failed') return 'failed';
  if (status === 'completed') return told === 0 && sent !== 0 ? 'hollow' : 'whole';
  if (status === 'processing' || hasBytes) return 'landed';
  return told === 0 || status === 'placeholder' || status === 'pending' ? 'empty' : 'silent';
}

/** Whether bytes of any kind are there: deleting the document would delete them. */
export function holdsBytes({ seen }: Presence): boolean {
  return seen === 'whole' || seen === 'landed' || seen === 'failed' || seen === 'hollow' || seen === 'other';
}

/**
 * Looks in a row for a document that the service does not find; journaled, so that they go on after a
 * restart.
 */
export interface Absence {
  /** The first of them, milliseconds since the epoch. */
  readonly since: number;
  readonly looks: number;
}

interface LookedInVain {
  readonly absence: Absence;
  /** True once the document may be taken for gone. */
  readonly isBelieved: boolean;
  /** Milliseconds since the epoch; when to look again while it is not believed. */
  readonly lookAgainAt: number;
}

/**
 * The list is 3 to 5 s behind, and so may replicas be that answer reads (service-behaviour.md, "List
 * documents" and "Document metadata"); a lag that lasts a minute is an outage, ms. docs/adr/0013 says why a
 * 404 alone proves nothing.
 */
const spreadMs = 60_000;
/** Waits between the looks, ms; together the spread, so that a clock that jumps cannot shorten them. */
const waits = [5_000, 15_000, 40_000];

/**
 * Counts a look that did not find the document. The absence is believed after four looks over a minute; after
 * any other answer the count starts at one again (pass undefined).
 *
 * @param now milliseconds since the epoch
 */
export function lookedInVain(before: Absence | undefined, now: number): LookedInVain {
  // A clock that was set back: counted from now on.
  const isUsable = before !== undefined && before.since <= now;
  const absence = isUsable ? { since: before.since, looks: before.looks + 1 } : { since: now, looks: 1 };
  const isBelieved = absence.looks > waits.length && now - absence.since >= spreadMs;
  const wait = waits[absence.looks - 1] ?? Math.max(1_000, absence.since + spreadMs - now);
  return { absence, isBelieved, lookAgainAt: now + wait };
}

const pageSize = 100;
/** Documents of one name beyond this many pages are not searched: then the answer is unknown. */
const mostPages = 20;

type ListsDocuments = {
  readonly documents: Pick<ServiceClient['documents'], 'get' | 'list' | 'listAvailable'>;
};

/**
 * Looks in the list for a document that is not found by its id: the replicas of the two may be unequally far
 * behind.
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
