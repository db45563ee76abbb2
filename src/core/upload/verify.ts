import { isErrorCode } from '#shared/errors/catalog.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { failed, type ServiceFailure } from '../service/answer.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { discard } from './discard.ts';
import { writeServiceFailure } from './failure.ts';
import { done, type Job, moved, priorityOf, type StepOutcome, type UploadContext } from './job.ts';

const from: readonly UploadState[] = ['putting', 'verifying'];
/** What landed is not what was sent (U15). */
export const notIntact = failed('NOT_INTACT', 'retry').failure;

/** Milliseconds between looks while late bytes may still land. */
const lookAgainMs = 2_000;

/** Whether the bytes of a document are at the service. */
export function hasLanded(record: DocumentRecord): boolean {
  if (record.status === 'processing' || record.status === 'completed' || record.status === 'failed')
    return true;
  return record.raw_size !== undefined && record.raw_size > 0;
}

/**
 * Asks the service whether a PUT that ended without an answer landed after all (U7): if so the document is adopted, else its
 * slot is given up and the upload starts again. With `onlyAdopt` nothing is given up: undefined means "not landed".
 */
export async function verify(
  context: UploadContext,
  job: Job,
  failure: ServiceFailure | undefined,
  onlyAdopt: true,
): Promise<StepOutcome | undefined>;
export async function verify(
  context: UploadContext,
  job: Job,
  failure?: ServiceFailure,
): Promise<StepOutcome>;
export async function verify(
  context: UploadContext,
  { row, signal }: Job,
  failure?: ServiceFailure,
  onlyAdopt = false,
): Promise<StepOutcome | undefined> {
  const { contentId } = row;
  if (contentId === null) return requeue(context, row);
  // An address that was refused outright never took the bytes; everything else may still be on its way.
  const neverSent = failure !== undefined && !failure.maybeDone;
  const answer = await context.client.documents.get(contentId, { priority: priorityOf(row), signal });
  if (answer.ok && hasLanded(answer.value)) return adopt(context, row, answer.value);
  if (onlyAdopt) return undefined;
  if (!answer.ok) {
    if (answer.failure.error.code === 'DOCUMENT_NOT_FOUND') return requeue(context, row);
    // Journaled, so that the upload does not wait for late bytes when the service is back (U13).
    const patch = neverSent ? { poll_at: null } : {};
    return writeServiceFailure(context, { row, from, again: 'verifying', patch }, answer.failure);
  }
  const now = context.clock.now();
  const late = row.pollAt ?? 0;
  if (!neverSent && late > now && late - now < 60_000) {
    const ok = await context.ledger.uploads.advance(row.id, from, {
      state: 'verifying',
      poll_at: late,
      not_before: Math.min(late, now + lookAgainMs),
      ...(failure
        ? { attempts: row.attempts + 1, code: failure.error.code, detail: failure.error.detail ?? null }
        : {}),
    });
    return ok ? done : moved;
  }
  if (failure) return sendAgain(context, row, failure);
  // After a kill the upload starts again at once; what failed before has waited and been counted.
  const known = row.code !== null && isErrorCode(row.code) ? failed(row.code, 'retry').failure : undefined;
  if (known) return sendAgain(context, { ...row, attempts: row.attempts - 1 }, known);
  return discard(context, row, from, { state: 'queued' });
}

/** Gives up the slot of a PUT that failed; the upload asks for another as the failure allows (U4, U6, U7). */
export function sendAgain(
  context: UploadContext,
  row: UploadRow,
  failure: ServiceFailure,
): Promise<StepOutcome> {
  return discard(context, row, from, {}, () =>
    writeServiceFailure(context, { row, from, again: 'queued', patch: { content_id: null } }, failure),
  );
}

async function adopt(context: UploadContext, row: UploadRow, record: DocumentRecord): Promise<StepOutcome> {
  if (record.raw_size !== undefined && record.raw_size > 0 && record.raw_size !== row.size) {
    return sendAgain(context, row, notIntact);
  }
  const ok = await context.ledger.uploads.advance(
    row.id,
    from,
    {
      state: 'processing',
      landed_at: context.clock.now(),
      poll_at: context.clock.now() + context.firstLook(),
      polls: 0,
      code: null,
      detail: null,
      request_id: null,
    },
    { kind: 'adopted', detail: { contentId: row.contentId, status: record.status } },
  );
  return ok ? done : moved;
}

async function requeue(context: UploadContext, row: UploadRow): Promise<StepOutcome> {
  const ok = await context.ledger.uploads.advance(row.id, from, {
    state: 'queued',
    content_id: null,
    not_before: 0,
  });
  return ok ? done : moved;
}
