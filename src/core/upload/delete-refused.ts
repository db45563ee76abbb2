import type { ServiceFailure } from '../service/answer.ts';
import { holdsBytes, presenceOf } from '../service/presence.ts';
import { type GivenUp, goOn, keep, leaveEmpty, notThere, tryAgain, wait } from './given-up.ts';
import { priorityOf, type StepOutcome, type UploadContext } from './job.ts';
import { lateLandingMs, lookAgainMs } from './landing.ts';

/** Failures of DELETE that will not get better soon: the service does not let Sluice delete this. */
const refusals = new Set(['NOT_PERMITTED', 'NO_SUCH_OPERATION', 'REFUSED_AS_INVALID', 'CONFLICT']);

/** Not where the profile is in trouble: that passes. */
export function isRefusal({ concerns, error }: ServiceFailure): boolean {
  return concerns === 'request' && refusals.has(error.code);
}

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
  if (refusal.error.code === 'NOT_PERMITTED' && isHidden(context, row)) return goOn(context, given);
  if (slot === 'filled' || row.contentId === null) return keep(context, given, refusal);
  const presence = await presenceOf(
    context.client,
    { ...row, contentId: row.contentId },
    { priority: priorityOf(row), now: context.clock.now, absence: row.absence },
  );
  switch (presence.seen) {
    case 'empty':
      return waitForLateBytes(context, given);
    case 'missing':
    case 'gone':
      return notThere(context, given, presence);
    case 'unanswered': {
      const { failure } = presence;
      if (failure.disposition === 'never' || failure.disposition === 'fix-first')
        return keep(context, given, refusal);
      return tryAgain(context, given, failure);
    }
    case 'whole':
    case 'landed':
    case 'failed':
    case 'other':
    case 'hollow':
    case 'silent':
      return keep(context, given, refusal, holdsBytes(presence) ? presence.evidence.status : undefined);
  }
}

/** The list did not show it, nor did the service by its id: it stays with the account that the key was of. */
function isHidden({ ledger }: UploadContext, { profileId, contentId }: GivenUp['row']): boolean {
  return contentId !== null && ledger.documents.get(profileId, contentId)?.status === 'gone';
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
