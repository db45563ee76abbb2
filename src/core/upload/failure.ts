import type { UploadState } from '#shared/uploads/upload.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import type { ServiceFailure } from '../service/answer.ts';
import { backoffClass, backoffDelay } from '../service/backoff.ts';
import { done, moved, type StepOutcome, type UploadContext } from './job.ts';

/**
 * After so many failures in a row of the same upload a person is asked; the waits before add up to about half
 * an hour.
 */
export const attemptsBeforeAttention = 12;

/** Refusals of one upload, while others get through, before a person is asked. */
const refusalsBeforeAttention = 3;
/** Storage alone cannot be reached, ms; the governor does the rest. */
const offlineWaitMs = 1_500;

interface WhatFailed {
  readonly row: UploadRow;
  /** States the upload is believed to be in. */
  readonly from: readonly UploadState[];
  /** Where it goes to be tried again. */
  readonly again: UploadState;
  readonly patch?: UploadPatch;
  /**
   * What is counted: tries to send (unless told), or looks that say nothing of them. Those are in a row only
   * until one is answered.
   */
  readonly counts?: 'attempts' | 'looks';
  /** What else is written when a person has to act. */
  readonly atRest?: UploadPatch;
}

/**
 * Writes down a failed request and says, as an outcome, what it means for the others: what is thrown is a bug
 * or an abort.
 */
export async function writeServiceFailure(
  context: UploadContext,
  { row, from, again, patch = {}, counts = 'attempts', atRest = {} }: WhatFailed,
  failure: ServiceFailure,
): Promise<StepOutcome> {
  const { error } = failure;
  const reason = { code: error.code, detail: error.detail ?? null, requestId: error.requestId ?? null };
  const now = context.clock.now();
  const event = {
    kind: 'failed',
    detail: { code: error.code, status: failure.status, message: error.detail },
  };
  const write = async (change: UploadPatch, outcome: StepOutcome) =>
    (await context.ledger.uploads.advance(row, from, { ...patch, ...change }, event)) ? outcome : moved;
  /** Whoever waited as a duplicate of this one gets its own chance, with its own tags and settings. */
  const giveUp = (change: UploadPatch, outcome: StepOutcome) =>
    write({ state: 'attention', ...change, ...reason, ...atRest }, outcome);

  const isLook = counts === 'looks';
  const tries = (isLook ? row.failedLooks : row.attempts) + 1;
  const counted: UploadPatch = isLook ? { failedLooks: tries } : { attempts: tries };
  const mayBeOfAll = failure.concerns !== 'request';
  /** The governor waits with all of them; this one is where it was, and its attempts with it. */
  const hold = () => {
    const attempts = Math.max(0, row.attempts - context.strikes.givenBack(row.id));
    return write({ state: again, attempts, notBefore: now, ...reason }, { kind: 'held' });
  };
  if (mayBeOfAll && context.governor.isOpen()) return hold();

  switch (failure.disposition) {
    case 'held':
      return hold();
    case 'offline':
      return write({ state: again, notBefore: now + offlineWaitMs, ...reason }, { kind: 'slower' });
    case 'rate-limited':
      return write({ state: again, notBefore: now }, { kind: 'rate-limited' });
    case 'retry':
    case 'new-address': {
      if (mayBeOfAll && !isLook) context.strikes.add(row.id, now);
      if (tries >= attemptsBeforeAttention) return giveUp(counted, { kind: 'slower' });
      const wait = failure.retryAfterMs ?? backoffDelay(backoffClass(error.code), tries, context.random);
      // Whoever failed goes behind those that wait in the same lane (U14).
      return write(
        { state: again, ...counted, notBefore: now + wait, sortKey: now, ...reason },
        { kind: 'slower' },
      );
    }
    default: {
      if (!mayBeOfAll || tries >= refusalsBeforeAttention) return giveUp({}, done);
      if (!isLook) context.strikes.add(row.id, now);
      const wait = backoffDelay('service', tries, context.random);
      return write(
        { state: again, ...counted, notBefore: now + wait, sortKey: now, ...reason },
        { kind: 'slower' },
      );
    }
  }
}
