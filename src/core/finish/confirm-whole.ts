import type { Clock } from '#core/ports/clock.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import type { ServiceClient } from '../service/client.ts';
import { compareOriginal, wholeByOriginal } from '../service/hash-original.ts';
import { type Evidence, type PresenceInRecord, presenceOf } from '../service/presence.ts';

export interface ConfirmContext {
  readonly client: ServiceClient;
  readonly ledger: Pick<Ledger, 'uploads' | 'history' | 'documents'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A look of the tracker that is younger than this counts, ms. */
const freshMs = 60_000;
/** How long a document may take to become whole after its upload ended, ms. */
const patienceMs = 15 * 60_000;
/** Wait between two looks at it, ms. */
const lookAgainMs = 30_000;

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
  const { client, clock, ledger } = context;
  const last = lastEvidence(context, row);
  if (last && last.at >= since && isConfirmed(last, row, clock.now())) return 'whole';
  const presence = await presenceOf(
    client,
    { contentId, fileName: row.fileName, size: row.size },
    { priority: 'backlog', signal, now: clock.now, absence: row.absence },
  );
  const { evidence } = presence;
  if ('record' in presence) ledger.documents.upsert(row.profileId, [presence.record], { isFresh: true });
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
    case 'unanswered':
      throw presence.failure.error;
    case 'missing':
      await ledger.uploads.advance(row, [row.state], { absence: presence.absence });
      return { notBefore: presence.lookAgainAt };
    case 'gone':
      throw new AppError('DOCUMENT_NOT_FOUND');
    default:
      return waitOrSay(context, row, evidence);
  }
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
