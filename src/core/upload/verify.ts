import { isErrorCode } from '#shared/errors/catalog.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import { failed, type ServiceFailure } from '../service/answer.ts';
import { type Evidence, type Presence, presenceOf } from '../service/presence.ts';
import { claimOf } from './claim-from-team.ts';
import { discard } from './discard.ts';
import { notANewOne } from './enrich.ts';
import { writeServiceFailure } from './failure.ts';
import { nameSlot } from './fence.ts';
import { type SlotState, waitForTeam } from './given-up.ts';
import { done, type Job, moved, priorityOf, type StepOutcome, type UploadContext } from './job.ts';
import { lookAgainMs } from './landing.ts';

/** `reserved`: that a PUT began may be lost with a power cut, its slot is not. */
const from: readonly UploadState[] = ['reserved', 'putting', 'verifying'];
/** What landed is not what was sent (U15). */
export const notIntact = failed('NOT_INTACT', 'retry').failure;

/**
 * Asks the service whether a PUT that ended without an answer landed after all (U7): if so the document is
 * adopted, else its slot is given up and the upload starts again. With `onlyAdopt` nothing is given up:
 * undefined means "not landed".
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
  if (context.awaitTeam.delete(row.id)) {
    const claim = claimOf(context, row);
    const written = claim && (await nameSlot(context, claim, contentId));
    if (written === 'fenced') return done;
    if (written === 'unreachable') return waitForTeam(context, { row, from, slot: 'unknown' });
  }
  // An address that was refused outright never took the bytes; everything else may still be on its way.
  const neverSent = failure !== undefined && !failure.maybeDone;
  const presence = await presenceOf(
    context.client,
    { ...row, contentId },
    { priority: priorityOf(row), signal, now: context.clock.now, absence: row.absence },
  );
  switch (presence.seen) {
    case 'whole':
    case 'landed':
    case 'failed':
    // It is followed until the service states a size, or keeps to it that there are no bytes.
    case 'hollow':
      return adopt(context, row, presence);
    case 'other':
      if (neverSent) return leaveToOther(context, row);
      return sendAgain(context, row, notIntact, 'filled', presence.evidence);
  }
  if (onlyAdopt) return undefined;
  const again = (slot: SlotState) => startAgain(context, row, failure, slot, presence.evidence);
  switch (presence.seen) {
    case 'unanswered': {
      // Journaled, so that the upload does not wait for late bytes when the service is back (U13).
      const patch = { absence: undefined, ...(neverSent ? { pollAt: null } : {}) };
      return writeServiceFailure(
        context,
        { row, from, again: 'verifying', patch, counts: 'looks' },
        presence.failure,
      );
    }
    case 'missing': {
      if (neverSent) return again('unsent');
      const { absence, lookAgainAt } = presence;
      return lookAgain(context, row, failure, { absence, notBefore: lookAgainAt });
    }
    case 'gone':
      // Even now the slot is deleted before anything is sent again, so that there is one document whatever
      // the service knew.
      return again(neverSent ? 'unsent' : 'unknown');
    case 'empty':
    case 'silent': {
      if (neverSent) return again('unsent');
      const now = context.clock.now();
      const late = row.pollAt ?? 0;
      if (late > now && late - now < 60_000)
        return lookAgain(context, row, failure, {
          pollAt: late,
          notBefore: Math.min(late, now + lookAgainMs),
        });
      return again(presence.seen === 'empty' ? 'empty' : 'unknown');
    }
  }
}

/** Journals that it is to be looked at again, and what failed before. */
async function lookAgain(
  context: UploadContext,
  row: UploadRow,
  failure: ServiceFailure | undefined,
  when: UploadPatch,
): Promise<StepOutcome> {
  const counts = failure !== undefined && failure.disposition !== 'held';
  const ok = await context.ledger.uploads.advance(row, from, {
    state: 'verifying',
    failedLooks: 0,
    absence: undefined,
    ...when,
    ...(failure ? { code: failure.error.code, detail: failure.error.detail ?? null } : {}),
    ...(counts ? { attempts: row.attempts + 1 } : {}),
  });
  if (counts && failure.concerns !== 'request') context.strikes.add(row.id, context.clock.now());
  return ok ? done : moved;
}

/** Gives up the slot and starts again, as what failed allows. */
function startAgain(
  context: UploadContext,
  row: UploadRow,
  failure: ServiceFailure | undefined,
  slot: SlotState,
  evidence: Evidence,
): Promise<StepOutcome> {
  if (failure) return sendAgain(context, row, failure, slot, evidence);
  // After a kill the upload starts again at once; what failed before has waited and been counted.
  const known =
    row.code !== null && isErrorCode(row.code)
      ? failed(row.code, 'retry', { concerns: 'perhaps-profile' }).failure
      : undefined;
  if (known)
    return sendAgain(context, { ...row, attempts: Math.max(0, row.attempts - 1) }, known, slot, evidence);
  return discard(context, { row, from, slot, evidence, patch: { state: 'queued' } });
}

/** What is known of a document does not count for the next one. */
const anew = {
  contentId: null,
  remoteStatus: null,
  statusSince: null,
  failedLooks: 0,
  absence: undefined,
};

/** Gives up the slot of a PUT that failed; the upload asks for another as the failure allows (U4, U6, U7). */
export function sendAgain(
  context: UploadContext,
  row: UploadRow,
  failure: ServiceFailure,
  slot: SlotState,
  evidence?: Evidence,
): Promise<StepOutcome> {
  const next = () => writeServiceFailure(context, { row, from, again: 'queued', patch: anew }, failure);
  return discard(context, { row, from, slot, evidence, next });
}

/**
 * An address that refused the first byte, of a document that is there: somebody else's, which is not ours to
 * delete.
 */
function leaveToOther(context: UploadContext, row: UploadRow): Promise<StepOutcome> {
  return writeServiceFailure(context, { row, from, again: 'queued', patch: anew }, notANewOne);
}

async function adopt(context: UploadContext, row: UploadRow, { evidence }: Presence): Promise<StepOutcome> {
  const ok = await context.ledger.uploads.advance(
    row,
    from,
    {
      state: 'processing',
      landedAt: context.clock.now(),
      pollAt: context.clock.now() + context.firstLook(),
      polls: 0,
      failedLooks: 0,
      code: null,
      detail: null,
      requestId: null,
      absence: undefined,
    },
    { kind: 'adopted', detail: { contentId: row.contentId, status: evidence.status, evidence } },
  );
  return ok ? done : moved;
}

async function requeue(context: UploadContext, row: UploadRow): Promise<StepOutcome> {
  const ok = await context.ledger.uploads.advance(row, from, {
    state: 'queued',
    contentId: null,
    notBefore: 0,
  });
  return ok ? done : moved;
}
