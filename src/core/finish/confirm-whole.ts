import type { Clock } from '#core/ports/clock.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import type { CallOptions } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import { compareOriginal, wholeByOriginal } from '../service/hash-original.ts';
import { type Evidence, type Presence, type PresenceInRecord, presenceOf } from '../service/presence.ts';

export interface ConfirmContext {
  readonly client: ServiceClient;
  readonly ledger: Pick<Ledger, 'uploads' | 'history' | 'documents'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A look of the tracker that is younger than this counts, ms. */
const freshMs = 60_000;
/** How long a document may take to become whole after its upload ended, ms. */
export const patienceMs = 15 * 60_000;
/** Wait between two looks at it, ms. */
export const lookAgainMs = 30_000;

/**
 * Confirms a document before an irreversible step: deleting, trashing or moving a local file because its
 * document is searchable, or deleting an older document because this one replaces it. The service must state
 * that it has the whole document. The evidence is journaled.
 *
 * @param row an upload that ended, or a duplicate whose document another machine uploaded
 * @param contentId the document that must be whole
 * @param since wall time in ms; older looks do not count, because the document may have been deleted since
 * @returns `whole`, or when to look again
 * @throws AppError for what the service states instead, or for a look without an answer
 */
export async function confirmWhole(
  context: ConfirmContext,
  row: UploadRow,
  contentId: ContentId,
  signal: AbortSignal,
  since = 0,
): Promise<'whole' | Pick<UploadPatch, 'notBefore'>> {
  const { client, clock } = context;
  const last = lastEvidence(context, row);
  if (last && last.at >= since && isConfirmed(last, row, clock.now())) return 'whole';
  const presence = await lookAt(context, row, contentId, { priority: 'backlog', signal });
  const { evidence } = presence;
  switch (presence.seen) {
    case 'whole': {
      const isStated = evidence.size !== undefined;
      const proof = isStated ? 'none' : await compareOriginal(client, row, contentId, signal);
      if (proof instanceof AppError) throw proof;
      // Read once more when its time is over: each look costs a download.
      if (proof === 'other') return waitOrSay(context, row, evidence, patienceMs);
      noteWhole(context, row, proof === 'same' ? wholeByOriginal(presence, row.size) : presence);
      return 'whole';
    }
    case 'missing':
      return { notBefore: presence.lookAgainAt };
    case 'landed':
    case 'failed':
    case 'empty':
    case 'other':
    case 'hollow':
    case 'silent':
      return waitOrSay(context, row, evidence);
  }
}

/**
 * Looks at the document of an upload that ended, and writes down what the service says of it, also that a
 * replica did not find it.
 *
 * @throws AppError for a look without an answer, and `DOCUMENT_NOT_FOUND` once the document is gone
 */
export async function lookAt(
  { client, clock, ledger }: ConfirmContext,
  row: UploadRow,
  contentId: ContentId,
  options: CallOptions,
): Promise<Exclude<Presence, { readonly seen: 'unanswered' | 'gone' }>> {
  const { absence, fileName, profileId, size, state } = row;
  const look = { ...options, now: clock.now, absence };
  const presence = await presenceOf(client, { contentId, fileName, size }, look);
  if (presence.seen === 'unanswered') throw presence.failure.error;
  if (presence.seen === 'gone') throw new AppError('DOCUMENT_NOT_FOUND');
  const missed = presence.seen === 'missing' ? presence.absence : undefined;
  if (missed !== absence) ledger.uploads.advance(row, [state], { absence: missed });
  if (presence.seen !== 'missing') ledger.documents.upsert(profileId, [presence.record], { isFresh: true });
  return presence;
}

/** @throws AppError `NOT_INTACT` once the document has had its time to become whole */
function waitOrSay(
  { clock }: Pick<ConfirmContext, 'clock'>,
  row: UploadRow,
  evidence: Evidence,
  waitMs = lookAgainMs,
): Pick<UploadPatch, 'notBefore'> {
  const now = clock.now();
  const until = (row.finishedAt ?? now) + patienceMs;
  if (now < until) return { notBefore: Math.min(now + waitMs, until) };
  throw new AppError('NOT_INTACT', {
    detail: `${row.size} bytes were sent, the service has ${evidence.size ?? '?'} (${evidence.status ?? '?'})`,
  });
}

/** Journals that the document was seen whole, so that it is not requested again within a minute. */
export function noteWhole(
  { ledger }: Pick<ConfirmContext, 'ledger'>,
  { id }: UploadRow,
  { evidence, record: { id: contentId } }: PresenceInRecord,
): void {
  ledger.uploads.record(id, { kind: 'confirmed', detail: { contentId, evidence } });
}

/** The evidence from when the document was recorded as completed, or was last confirmed. */
function lastEvidence({ ledger }: ConfirmContext, { id }: UploadRow): Evidence | undefined {
  const event = ledger.history
    .events(id)
    .findLast(({ kind }) => kind === 'completed' || kind === 'confirmed');
  return event?.detail?.evidence as Evidence | undefined;
}

/** The service stated the right size, and did so recently. A size that it leaves out is no statement. */
function isConfirmed(evidence: Evidence, { size }: UploadRow, now: number): boolean {
  if (evidence.seen !== 'whole' || evidence.size !== size) return false;
  return evidence.at <= now && now - evidence.at < freshMs;
}
