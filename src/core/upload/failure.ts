import type { AppError } from '#shared/errors/app-error.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import type { ServiceFailure } from '../service/answer.ts';
import { backoffClass, backoffDelay } from '../service/backoff.ts';
import { done, moved, type StepOutcome, type UploadContext } from './job.ts';

/** After so many failures in a row of the same upload a person is asked; the waits before add up to about half an hour. */
const attemptsBeforeAttention = 12;

/** Codes that stop every upload of the profile, not just this one. */
const blocking = new Set(['KEY_MISSING', 'KEY_REJECTED']);

interface WhatFailed {
  readonly row: UploadRow;
  /** States the upload is believed to be in. */
  readonly from: readonly UploadState[];
  /** Where it goes to be tried again. */
  readonly again: UploadState;
  readonly patch?: UploadPatch;
}

/** Writes down a failed request and says what it means for the others (design.md, "Steps return outcomes"). */
export async function writeServiceFailure(
  context: UploadContext,
  { row, from, again, patch = {} }: WhatFailed,
  failure: ServiceFailure,
): Promise<StepOutcome> {
  const { error } = failure;
  const reason = { code: error.code, detail: error.detail ?? null, request_id: error.requestId ?? null };
  const now = context.clock.now();
  const event = {
    kind: 'failed',
    detail: { code: error.code, status: failure.status, message: error.detail },
  };
  const write = async (change: UploadPatch, outcome: StepOutcome) =>
    (await context.ledger.uploads.advance(row.id, from, { ...patch, ...change }, event)) ? outcome : moved;
  /** Whoever waited as a duplicate of this one gets its own chance, with its own tags and settings. */
  const giveUp = async (change: UploadPatch, outcome: StepOutcome) => {
    const result = await write({ state: 'attention', ...change, ...reason }, outcome);
    if (again === 'queued') await context.ledger.uploads.release(row.id);
    return result;
  };

  switch (failure.disposition) {
    case 'offline':
      return write({ state: again, not_before: now, ...reason }, { kind: 'offline' });
    case 'rate-limited':
      return write({ state: again, not_before: now }, { kind: 'rate-limited' });
    case 'retry':
    case 'new-address': {
      const attempts = row.attempts + 1;
      if (attempts >= attemptsBeforeAttention) return giveUp({ attempts }, { kind: 'slower' });
      const wait = failure.retryAfterMs ?? backoffDelay(backoffClass(error.code), attempts, context.random);
      // Whoever failed goes behind those that wait in the same lane (U14).
      return write(
        { state: again, attempts, not_before: now + wait, sort_key: now, ...reason },
        { kind: 'slower' },
      );
    }
    default:
      if (blocking.has(error.code))
        return write({ state: again, ...reason }, { kind: 'blocked', code: error.code });
      return giveUp({}, done);
  }
}

/** Milliseconds between looks at a file that is missing or still changing. */
export const fileRetryMs = 5_000;
/** Looks at a missing file before it is given up: a move may be under way, and the watcher tells the new path. */
const looksForGoneFile = 3;

/** Writes down that the local file cannot be read as it should. */
export async function writeFileFailure(
  context: UploadContext,
  { row, from, patch = {} }: Omit<WhatFailed, 'again'>,
  error: AppError,
): Promise<StepOutcome> {
  const now = context.clock.now();
  const attempts = row.attempts + 1;
  const reason = { code: error.code, detail: error.detail ?? null };
  const event = { kind: 'failed', detail: { code: error.code, message: error.detail } };
  const write = async (change: UploadPatch) =>
    (await context.ledger.uploads.advance(row.id, from, { ...patch, ...reason, ...change }, event))
      ? done
      : moved;

  switch (error.code) {
    case 'FILE_CHANGED':
      return write({ state: 'queued', not_before: now + fileRetryMs });
    case 'FILE_UNREADABLE': {
      const wait = Math.max(fileRetryMs, backoffDelay('local', attempts, context.random));
      if (row.folderId === null && attempts > looksForGoneFile)
        return write({ state: 'attention', attempts });
      return write({ state: 'queued', attempts, not_before: now + wait });
    }
    case 'FILE_GONE':
      if (row.folderId === null) {
        await context.ledger.uploads.release(row.id);
        return write({ state: 'attention' });
      }
      if (
        attempts > looksForGoneFile &&
        (await context.ledger.uploads.endGone(row, { ...patch, ...reason }, event))
      ) {
        return done;
      }
      return write({ state: 'queued', attempts, not_before: now + fileRetryMs });
    default:
      await context.ledger.uploads.release(row.id);
      return write({ state: 'attention' });
  }
}
