import type { UploadState } from '#shared/uploads/upload.ts';
import type { UploadEventDraft } from '../ledger/upload-moves.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import { failed, type ServiceFailure } from '../service/answer.ts';
import { type Evidence, holdsBytes, type Presence } from '../service/presence.ts';
import { teamAgainMs } from './claim-from-team.ts';
import { writeServiceFailure } from './failure.ts';
import { standAgain } from './keeper-of.ts';
import { done, moved, type StepOutcome, type UploadContext } from './job.ts';

/** DELETE does not find what the list shows. */
const refusedAsAbsent = failed('DOCUMENT_NOT_FOUND', 'never').failure;

/**
 * What is known of a slot that is given up:
 * - `unsent`: nothing was ever sent to its address
 * - `empty`: the service said that it waits for the bytes, after those that were late would have come
 * - `filled`: it holds bytes
 * - `unknown`: bytes may be there, or still on their way
 */
export type SlotState = 'unsent' | 'empty' | 'filled' | 'unknown';

/** An attempt that is given up, and what becomes of its upload. */
export interface GivenUp {
  readonly row: UploadRow;
  /** States the upload is believed to be in. */
  readonly from: readonly UploadState[];
  readonly slot: SlotState;
  /** What was seen of it, where that decided. */
  readonly evidence?: Evidence | undefined;
  /** The machine of the team that the document is left to. */
  readonly leftTo?: string | undefined;
  /** What becomes of the upload once nothing of the attempt is left, */
  readonly patch?: UploadPatch | (() => UploadPatch);
  /** or what is done then. */
  readonly next?: (event: UploadEventDraft) => StepOutcome | Promise<StepOutcome>;
}

/** Nothing of the attempt is left that could become a document. */
export async function goOn(
  context: UploadContext,
  { row, from, evidence, leftTo: machine, patch = {}, next }: GivenUp,
): Promise<StepOutcome> {
  const { contentId } = row;
  const event = machine
    ? { kind: 'left-to', detail: { contentId, machine } }
    : { kind: 'discarded', detail: { contentId, evidence } };
  if (next) return next(event);
  const becomes = typeof patch === 'function' ? patch() : patch;
  const change = { contentId: null, notBefore: 0, failedLooks: 0, absence: undefined, ...becomes };
  return (await context.ledger.uploads.advance(row, from, change, event)) ? done : moved;
}

/** The slot holds nothing and cannot be deleted: litter, left to the sweep. */
export async function leaveEmpty(context: UploadContext, given: GivenUp): Promise<StepOutcome> {
  rememberSlot(context, given.row, 'delete');
  return goOn(context, given);
}

/**
 * Journals that the slot is to be looked at again; what was to become of the upload follows from its state.
 */
export async function wait(context: UploadContext, given: GivenUp, when: UploadPatch): Promise<StepOutcome> {
  const { again, patch } = againIn(given);
  const change = { ...patch, ...when, state: again };
  return (await context.ledger.uploads.advance(given.row, given.from, change)) ? done : moved;
}

/**
 * Whose the slot is cannot be said while the team is away. What is only to be looked at again asks the team
 * first then (`awaitTeam`): the service has answered already, and others need its limit.
 */
export async function waitForTeam(context: UploadContext, given: GivenUp): Promise<StepOutcome> {
  const notBefore = context.clock.now() + teamAgainMs;
  if (againIn(given).again === 'verifying') context.awaitTeam.add(given.row.id);
  const written = await wait(context, given, { notBefore });
  return written === moved ? moved : { kind: 'held' };
}

/**
 * The service answered the DELETE, or the look after a refused one, with "not there": the upload goes on once
 * that is believed. What the list shows all the same cannot be deleted: it is kept, or left as the litter it
 * is.
 */
export async function notThere(
  context: UploadContext,
  given: GivenUp,
  presence: Presence,
): Promise<StepOutcome> {
  const { evidence } = presence;
  switch (presence.seen) {
    case 'missing':
      return wait(context, given, { absence: presence.absence, notBefore: presence.lookAgainAt });
    case 'gone':
      // A service that has lost sight of a document may show it again later.
      if (given.slot !== 'unsent') rememberSlot(context, given.row, 'again');
      return goOn(context, { ...given, evidence });
    case 'empty':
      return leaveEmpty(context, { ...given, evidence });
    case 'unanswered':
      return tryAgain(context, given, presence.failure);
    case 'whole':
    case 'landed':
    case 'failed':
    case 'other':
    case 'hollow':
    case 'silent':
      return keep(context, given, refusedAsAbsent, holdsBytes(presence) ? evidence.status : undefined);
  }
}

/**
 * The document stays: its upload stands for it, with its claim, until a person keeps it or it can be deleted.
 */
export async function keep(
  context: UploadContext,
  given: GivenUp,
  { error }: ServiceFailure,
  status?: string,
): Promise<StepOutcome> {
  const { row, from } = given;
  if (!(await isStandingAgain(context, given))) return waitForTeam(context, given);
  const now = context.clock.now();
  const event = { kind: 'kept', detail: { contentId: row.contentId, code: error.code } };
  const patch = {
    state: 'attention',
    contentId: row.contentId,
    ...keptBecause(given),
    detail: error.detail ?? null,
    requestId: error.requestId ?? null,
    landedAt: row.landedAt ?? now,
    finishedAt: now,
    ...(status === undefined ? {} : { remoteStatus: status }),
    absence: undefined,
  } as const;
  return (await context.ledger.uploads.advance(row, from, patch, event)) ? done : moved;
}

/**
 * The team may have forgotten the document, which is not deleted: it hears of it again. False while it cannot
 * be asked.
 */
async function isStandingAgain(context: UploadContext, { row, from }: GivenUp): Promise<boolean> {
  const mayHaveLetGo = from.includes('cancelling') && row.afterState !== 'requeue';
  return !mayHaveLetGo || standAgain(context, row, context.end);
}

/** The service could not be asked, or not be told to delete. */
export async function tryAgain(
  context: UploadContext,
  given: GivenUp,
  failure: ServiceFailure,
): Promise<StepOutcome> {
  if (!(await isStandingAgain(context, given))) return waitForTeam(context, given);
  const { row, from } = given;
  const { again, patch } = againIn(given);
  const what = { row, from, again, patch };
  if (again !== 'cancelling') return writeServiceFailure(context, what, failure);
  return writeServiceFailure(context, { ...what, atRest: keptBecause(given) }, failure);
}

/** What an upload says of a document that is still there, though it was to be deleted. */
export function keptBecause({ row, from }: GivenUp): UploadPatch {
  const wasCancelled = from.includes('cancelling') && row.afterState !== 'requeue';
  return { code: wasCancelled ? 'DELETE_REFUSED' : 'NOT_SENT_AGAIN', afterState: null };
}

/** The state in which giving up goes on, after a failure, a wait or a restart. */
function againIn({ row, from, slot }: GivenUp): { again: UploadState; patch: UploadPatch } {
  const patch: UploadPatch = { contentId: row.contentId };
  if (from.includes('cancelling')) return { again: 'cancelling', patch };
  // What is not intact is not to be adopted by a later look.
  if (slot === 'filled') return { again: 'cancelling', patch: { ...patch, afterState: 'requeue' } };
  return { again: 'verifying', patch };
}

/**
 * `delete`: it is still there, empty. `again`: it was deleted, but bytes may have been on their way to it, or
 * the service did not find it, and it may be there after all.
 */
export function rememberSlot(
  { clock, ledger }: UploadContext,
  row: UploadRow,
  purpose: 'delete' | 'again',
): void {
  const now = clock.now();
  const { profileId, contentId, fileName, createdAt: since, id: uploadId } = row;
  const slot = { profileId, contentId, fileName, uploadId };
  if (purpose === 'again') ledger.slots.addAgain(slot, now, since);
  else ledger.slots.add({ ...slot, purpose, since, until: now, notBefore: now + 60_000 });
}
