import type { UploadState } from '#shared/uploads/upload.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import { writeServiceFailure } from './failure.ts';
import { done, moved, priorityOf, type StepOutcome, type UploadContext } from './job.ts';

/** Failures of DELETE after which the slot is left to the sweep: they will not get better soon. */
const leaveToSweep = new Set(['NOT_PERMITTED', 'NO_SUCH_OPERATION', 'REFUSED_AS_INVALID', 'CONFLICT']);

/**
 * Gives up what an attempt made at the service, and only then moves the upload on: a slot that is deleted first can no longer
 * take bytes that arrive late. Where deleting is not possible the slot is remembered for the sweep.
 */
export async function discard(
  context: UploadContext,
  row: UploadRow,
  from: readonly UploadState[],
  patch: UploadPatch,
  then?: () => Promise<StepOutcome>,
): Promise<StepOutcome> {
  const { contentId } = row;
  if (contentId !== null) {
    const answer = await context.client.documents.delete(contentId, { priority: priorityOf(row) });
    if (!answer.ok) {
      if (!leaveToSweep.has(answer.failure.error.code)) {
        const again = from.includes('cancelling') ? 'cancelling' : 'verifying';
        const keep: UploadPatch = { content_id: contentId };
        return writeServiceFailure(context, { row, from, again, patch: keep }, answer.failure);
      }
      await rememberSlot(context, row, contentId);
    }
  }
  if (then) return then();
  const change: UploadPatch = { content_id: null, not_before: 0, ...patch };
  const ok = await context.ledger.uploads.advance(row.id, from, change, {
    kind: 'discarded',
    detail: { contentId },
  });
  return ok ? done : moved;
}

async function rememberSlot(context: UploadContext, row: UploadRow, contentId: string): Promise<void> {
  const now = context.clock.now();
  await context.ledger.slots.add({
    profileId: row.profileId,
    contentId,
    fileName: row.fileName,
    since: row.createdAt,
    until: now,
    uploadId: row.id,
    notBefore: now + 60_000,
  });
}

/** Finishes a cancel, or a retry from the start: nothing may stay at the service. */
export async function cleanUp(context: UploadContext, row: UploadRow): Promise<StepOutcome> {
  const again = row.afterState === 'requeue';
  const outcome = await discard(
    context,
    row,
    ['cancelling'],
    again
      ? { state: 'queued', after_state: null }
      : { state: 'cancelled', after_state: null, code: 'CANCELLED', finished_at: context.clock.now() },
  );
  if (!again && outcome.kind === 'done') await context.ledger.uploads.release(row.id);
  return outcome;
}
