import type { Clock } from '#core/ports/clock.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import type { ServiceClient } from '../service/client.ts';
import { type Evidence, type PresenceInRecord, presenceOf } from '../service/presence.ts';

export interface ConfirmContext {
  readonly client: ServiceClient;
  readonly ledger: Pick<Ledger, 'uploads' | 'history' | 'documents'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What the tracker saw so lately counts as a look, ms. */
const freshMs = 60_000;
/** A document that is not whole may become so for this long after its upload ended, ms. */
const patienceMs = 15 * 60_000;
/** Between two looks at it, ms. */
const lookAgainMs = 30_000;

/**
 * Asked before what cannot be undone: a local file that is deleted, trashed or moved because its document is
 * searchable, and an older document that is deleted because this one replaces it. The service must state that
 * it has the document whole; the evidence is journaled.
 *
 * @param row an upload that ended, or a duplicate that another machine's document ended
 * @param contentId the document that must be whole
 * @param since wall time in ms: an older look does not count, because the document may have been deleted
 *   since
 * @returns `whole`, or when to look again
 * @throws AppError of what the service states instead, and of a look that it did not answer
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
    case 'whole':
      noteWhole(context, row, presence);
      return 'whole';
    case 'unanswered':
      throw presence.failure.error;
    case 'missing':
      await ledger.uploads.advance(row, [row.state], { absence: presence.absence });
      return { notBefore: presence.lookAgainAt };
    case 'gone':
      throw new AppError('DOCUMENT_NOT_FOUND');
    default: {
      const now = clock.now();
      if (now - (row.finishedAt ?? now) < patienceMs) return { notBefore: now + lookAgainMs };
      throw new AppError('NOT_INTACT', {
        detail: `${row.size} bytes were sent, the service has ${evidence.size ?? '?'} (${evidence.status ?? '?'})`,
      });
    }
  }
}

/** Journals that the document was seen whole: within a minute it is not requested again. */
export function noteWhole(
  { ledger }: Pick<ConfirmContext, 'ledger'>,
  { id }: UploadRow,
  { evidence, record: { id: contentId } }: PresenceInRecord,
): void {
  ledger.uploads.record(id, { kind: 'confirmed', detail: { contentId, evidence } });
}

/** What was seen when the document was taken for completed, or confirmed since. */
function lastEvidence({ ledger }: ConfirmContext, { id }: UploadRow): Evidence | undefined {
  const event = ledger.history
    .events(id)
    .findLast(({ kind }) => kind === 'completed' || kind === 'confirmed');
  return event?.detail?.evidence as Evidence | undefined;
}

/** The service stated the size, and lately; a size that it leaves out is no statement. */
function isConfirmed(evidence: Evidence, { size }: UploadRow, now: number): boolean {
  if (evidence.seen !== 'whole' || evidence.size !== size) return false;
  return evidence.at <= now && now - evidence.at < freshMs;
}
