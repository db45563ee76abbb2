import type { ReadFile } from '#core/local/read-file.ts';
import { sleep } from '#core/ports/clock.ts';
import type { Lease } from '#core/ports/team.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Answer, Disposition, ServiceFailure } from '../service/answer.ts';
import { backoffDelay } from '../service/backoff.ts';
import { discard } from './discard.ts';
import type { Slot } from './enrich.ts';
import { writeFileFailure } from './file-failure.ts';
import { done, type Job, moved, type StepOutcome, type UploadContext } from './job.ts';
import { lateLandingMs } from './landing.ts';
import { notIntact, sendAgain, verify } from './verify.ts';

/** Tries on one address while this process still has it; then the upload is looked at anew. */
const triesOnOneAddress = 4;
/** Failures after which the address is as good as before. */
const sameAddress: ReadonlySet<Disposition> = new Set(['offline', 'retry', 'rate-limited'] as const);

/** An upload that sends. */
export interface PutJob extends Job {
  /** It was begun while the governor is open, to find out for all. */
  readonly isTrial: boolean;
  /**
   * In a team: gives back the place, which other machines wait for, as soon as no bytes go out any more. What
   * follows may wait for long.
   */
  readonly leavePlace?: () => void;
}

/** Sends the bytes to the upload address and journals what came of it. */
export async function putFile(
  context: UploadContext,
  job: PutJob,
  slot: Slot,
  read: ReadFile,
): Promise<StepOutcome> {
  const { row } = job;
  context.progress.begin(row.id, row.path, read.stamp.size);
  try {
    return await putUntilKnown(context, job, slot, read);
  } finally {
    context.progress.end(row.id);
  }
}

async function putUntilKnown(
  context: UploadContext,
  job: PutJob,
  slot: Slot,
  read: ReadFile,
): Promise<StepOutcome> {
  const { row } = job;
  const sentRow = { ...row, state: 'putting' as const, contentId: slot.contentId, size: read.stamp.size };
  let maybeDone = false;
  for (let attempt = 1; ; attempt++) {
    const answer = await putOnce(context, job, slot, read);
    if (answer instanceof AppError) {
      job.leavePlace?.();
      return discard(context, {
        row: sentRow,
        from: ['putting'],
        slot: 'unknown',
        next: () => writeFileFailure(context, { row, from: ['putting'], patch: { contentId: null } }, answer),
      });
    }
    if (answer.ok) {
      context.governor.heardStorage(row.id, answer);
      context.strikes.forget(row.id);
      return landed(context, job, slot, read, answer.value.etag);
    }
    if (answer.failure.disposition === 'held') {
      const failure = { ...answer.failure, maybeDone };
      job.leavePlace?.();
      return verify(context, { ...job, row: sentRow }, failure);
    }
    // An address that is refused as used was perhaps used by the try before.
    maybeDone ||= answer.failure.maybeDone;
    const failure = { ...answer.failure, maybeDone };
    const stillOpen = { ...job, row: { ...sentRow, pollAt: context.clock.now() + lateLandingMs } };
    context.ledger.uploads.record(row.id, failedEvent(failure));
    const isAwaited = job.leavePlace !== undefined && failure.maybeDone;
    const again =
      attempt < triesOnOneAddress &&
      sameAddress.has(failure.disposition) &&
      !isAwaited &&
      !context.governor.holdsStorage();
    if (!again) {
      job.leavePlace?.();
      const isProfiles = context.governor.heardStorage(row.id, answer);
      return verify(context, stillOpen, isProfiles ? { ...failure, disposition: 'held' } : failure);
    }
    // Sent and perhaps landed: look before sending again. A second PUT to the same slot could do no harm, but
    // costs the bytes.
    if (failure.maybeDone) {
      const outcome = await verify(context, stillOpen, failure, true);
      if (outcome) return outcome;
    }
    // A pause that storage asked for is waited for, and probed, where the next try goes out.
    if (failure.retryAfterMs !== undefined) continue;
    const kind = failure.disposition === 'offline' ? 'offline' : 'connection';
    await sleep(context.clock, backoffDelay(kind, attempt, context.random), job.signal);
  }
}

/** One PUT; a file that turned out to have changed comes back as the AppError its reader threw. */
async function putOnce(
  context: UploadContext,
  job: PutJob,
  slot: Slot,
  read: ReadFile,
): Promise<Answer<{ etag?: string }> | AppError> {
  try {
    const answer = await context.client.storage.put(slot.address, read.body, {
      signal: job.signal,
      mayStillGo: () => context.governor.maySend(job.isTrial),
      throttle: context.throttle,
      stallTimeoutMs: context.stallTimeoutMs,
      onProgress: (sent) => context.progress.sent(job.row.id, sent),
    });
    if (!answer.ok && isOfFile(answer.failure.error)) return answer.failure.error;
    return answer;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function isOfFile({ code }: AppError): boolean {
  return code.startsWith('FILE_') || code === 'DRIVE_NOT_ANSWERING';
}

async function landed(
  context: UploadContext,
  { row }: Job,
  slot: Slot,
  read: ReadFile,
  etag: string | undefined,
): Promise<StepOutcome> {
  if (context.etags.disagrees(slot.address, etag, read)) {
    return sendAgain(context, { ...row, contentId: slot.contentId }, notIntact, 'filled');
  }
  const now = context.clock.now();
  const ok = await context.ledger.uploads.advance(
    row,
    ['putting'],
    {
      state: 'processing',
      landedAt: now,
      pollAt: now + context.firstLook(),
      polls: 0,
      code: null,
      detail: null,
      requestId: null,
    },
    { kind: 'landed', detail: { bytes: read.stamp.size } },
  );
  return ok ? done : moved;
}

function failedEvent(failure: ServiceFailure) {
  const { error } = failure;
  return {
    kind: 'failed',
    detail: { step: 'put', code: error.code, status: failure.status, message: error.detail },
  };
}

/** A place of the team for a PUT, asked for ahead. */
export interface AskedPlace {
  readonly taken: Promise<Lease>;
  /** Ends the wait, or leaves what was taken; more than once is as once. */
  leave(): void;
}

export function askForPlace({ team }: UploadContext, signal: AbortSignal): AskedPlace {
  const wait = new AbortController();
  const taken = team.place(AbortSignal.any([signal, wait.signal]));
  taken.catch(() => undefined);
  return {
    taken,
    leave() {
      wait.abort();
      void taken.then((place) => place.leave()).catch(() => undefined);
    },
  };
}
