import type { ServiceFailure } from '../service/answer.ts';
import { hasLanded, isKnownEmpty } from '../service/landed.ts';
import { type GivenUp, keep, leaveEmpty, notThere, tryAgain, wait } from './given-up.ts';
import { priorityOf, type StepOutcome, type UploadContext } from './job.ts';
import { lateLandingMs, lookAgainMs } from './landing.ts';

/**
 * The service does not let Sluice delete what an upload left there. What it left decides: an empty slot is
 * litter; a document, or what nobody can tell from one, stays where it is, and the upload says so and keeps
 * it.
 */
export async function refused(
  context: UploadContext,
  given: GivenUp,
  refusal: ServiceFailure,
): Promise<StepOutcome> {
  const { row, slot } = given;
  if (slot === 'filled' || row.contentId === null) return keep(context, given, refusal);
  const answer = await context.client.documents.get(row.contentId, { priority: priorityOf(row) });
  if (answer.ok && isKnownEmpty(answer.value)) return waitForLateBytes(context, given);
  if (answer.ok) {
    const status = hasLanded(answer.value) ? answer.value.status : undefined;
    return keep(context, given, refusal, status);
  }
  const { failure } = answer;
  if (failure.error.code === 'DOCUMENT_NOT_FOUND') return notThere(context, given, row.contentId);
  if (failure.disposition === 'never' || failure.disposition === 'fix-first')
    return keep(context, given, refusal);
  return tryAgain(context, given, failure);
}

/** Empty now; it is litter once the bytes of a PUT that was cut off would have come. */
function waitForLateBytes(context: UploadContext, given: GivenUp): Promise<StepOutcome> {
  const { row, from } = given;
  const now = context.clock.now();
  const begin = { absence: undefined, pollAt: now + lateLandingMs, notBefore: now + lookAgainMs };
  // `verify` looks whether they came, and waits as long.
  if (!from.includes('cancelling')) return wait(context, given, begin);
  // The code says that the wait has begun, and `poll_at` when it ends.
  const until = row.code === 'DELETE_REFUSED' ? row.pollAt : null;
  if (until === null) return wait(context, given, { ...begin, code: 'DELETE_REFUSED' });
  if (until <= now) return leaveEmpty(context, given);
  return wait(context, given, { notBefore: Math.min(until, now + lookAgainMs) });
}
