import { AppError } from '#shared/errors/app-error.ts';
import { isSilence } from '#core/local/volume-gate.ts';
import type { UploadEventDraft } from '../ledger/upload-moves.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import { claimOf } from './claim-from-team.ts';
import { isRefusal, refused } from './delete-refused.ts';
import { nameSlot } from './fence.ts';
import {
  type GivenUp,
  goOn,
  leaveEmpty,
  notThere,
  rememberSlot,
  tryAgain,
  wait,
  waitForTeam,
} from './given-up.ts';
import { keeperOf } from './keeper-of.ts';
import { done, moved, priorityOf, type StepOutcome, type UploadContext } from './job.ts';
import { presenceAfterAbsence } from '../service/presence.ts';

/** Wait before a drive that did not answer is asked again whether the file is there, ms. */
const driveAgainMs = 60_000;

/**
 * Gives up what an attempt made at the service, and only then moves the upload on. Where the service refuses
 * to delete it, the upload goes on only if nothing but an empty slot is left behind; a document that stays is
 * said to stay and keeps its claim, so that its bytes are not sent a second time.
 */
export async function discard(context: UploadContext, given: GivenUp): Promise<StepOutcome> {
  const { row, slot } = given;
  if (row.contentId === null) return goOn(context, given);
  const claim = claimOf(context, row);
  const written = claim && (await nameSlot(context, claim, row.contentId));
  if (written === 'fenced') return done;
  if (written === 'unreachable') return waitForTeam(context, given);
  // That it goes is on disk first: after a power cut nobody may take it for a document that is there.
  await context.ledger.durable();
  const answer = await context.client.documents.delete(row.contentId, { priority: priorityOf(row) });
  if (answer.ok) {
    if (answer.value === 'absent' && slot !== 'unsent') {
      const presence = await presenceAfterAbsence(
        context.client,
        { ...row, contentId: row.contentId },
        'documents.delete',
        { priority: priorityOf(row), now: context.clock.now, absence: row.absence },
      );
      return notThere(context, given, presence);
    }
    // Later than anybody waits for them, bytes may still come.
    if (slot === 'unknown' || slot === 'empty') rememberSlot(context, row, 'again');
    return goOn(context, given);
  }
  if (!isRefusal(answer.failure)) return tryAgain(context, given, answer.failure);
  if (slot === 'unsent' || slot === 'empty') return leaveEmpty(context, given);
  return refused(context, given, answer.failure);
}

/** Finishes a cancel, or a retry from the start: nothing may stay at the service. */
export async function cleanUp(context: UploadContext, row: UploadRow): Promise<StepOutcome> {
  const { ledger, clock } = context;
  const given = {
    row,
    from: ['cancelling'],
    slot: row.landedAt === null ? 'unknown' : 'filled',
  } as const;
  if (row.afterState === 'requeue' && row.landedAt !== null) {
    const isThere = await hasFile(context, row);
    if (isThere === 'unknown') return wait(context, given, { notBefore: clock.now() + driveAgainMs });
    if (!isThere) return keepOnlyCopy(context, row);
  }
  const patch = (): UploadPatch => {
    // Asked when nothing is left: a person may have cancelled meanwhile what was to be sent again.
    const isToBeSent = ledger.uploads.get(row.id)?.afterState === 'requeue';
    return isToBeSent
      ? { state: 'queued', afterState: null, landedAt: null, remoteStatus: null }
      : { state: 'cancelled', afterState: null, code: 'CANCELLED', finishedAt: clock.now() };
  };
  const next = (event: UploadEventDraft) => (ledger.uploads.endVanished(row, event) ? done : moved);
  const hasVanished = row.afterState === 'vanished';
  const ends = { ...given, ...(hasVanished ? { next } : { patch }) };
  const mayBeOthers = hasVanished || (row.afterState !== 'requeue' && row.landedAt !== null);
  if (!mayBeOthers || row.contentId === null) return discard(context, ends);
  const keeper = await keeperOf(context, row, context.end);
  if (keeper === 'unknown') return waitForTeam(context, given);
  if (keeper === undefined) return discard(context, ends);
  ledger.documents.leaveTo(row.profileId, row.contentId, keeper);
  return goOn(context, { ...ends, leftTo: keeper.name });
}

/**
 * Whether there is a file to send again. In a watch folder another file may have its name by now, while a
 * duplicate still has its bytes. A file that was added by hand may have been repaired.
 */
async function hasFile(context: UploadContext, row: UploadRow): Promise<boolean | 'unknown'> {
  let found: false | 'unknown' = false;
  for (const one of [row, ...context.ledger.uploads.listDuplicates(row.id)]) {
    const has = await stillHas(context, one, row);
    if (has === true) return true;
    if (has === 'unknown') found = has;
  }
  return found;
}

async function stillHas(
  { end, gate, placeOf }: UploadContext,
  one: UploadRow,
  { id, folderId, sha256 }: UploadRow,
): Promise<boolean | 'unknown'> {
  const place = placeOf(one);
  try {
    if (one.id === id && folderId === null) return (await gate.stat(place.path, place.followLinks)) !== null;
    return (await gate.readForUpload(place, end)).sha256 === sha256;
  } catch (error) {
    if (isSilence(error) || (error instanceof AppError && error.code === 'FILE_CHANGED')) return 'unknown';
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}

/**
 * The document was to be deleted so that its file is sent again, and there is no file to send, as after
 * `--after-upload delete`: what the service has is the only copy.
 */
async function keepOnlyCopy({ clock, ledger }: UploadContext, row: UploadRow): Promise<StepOutcome> {
  const patch = {
    state: 'attention',
    code: 'FILE_GONE',
    detail: null,
    afterState: null,
    finishedAt: clock.now(),
  } as const;
  const event = { kind: 'kept', detail: { contentId: row.contentId, code: 'FILE_GONE' } };
  return (await ledger.uploads.advance(row, ['cancelling'], patch, event)) ? done : moved;
}
