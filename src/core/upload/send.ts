import type { ReadFile } from '#core/local/read-file.ts';
import { isSilence } from '#core/local/volume-gate.ts';
import type { Lease } from '#core/ports/team.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Decided, Reserved } from '../ledger/queued-uploads.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { Recognised } from '../rebuild/recognise.ts';
import { failed } from '../service/answer.ts';
import type { UploadTags } from '../tags/service-tags.ts';
import { claimFromTeam, claimOf, teamAgainMs } from './claim-from-team.ts';
import { decideUpload, showsTooMuch } from './decide-upload.ts';
import { discard } from './discard.ts';
import { askAboutChange, isOnlyTouched, leaveUnwanted } from './duplicate.ts';
import { isSlot, notANewOne, reserveSlot, type Slot } from './enrich.ts';
import { writeServiceFailure } from './failure.ts';
import { nameSlot } from './fence.ts';
import { attemptsAfterRead, writeFileFailure, writeFileWait } from './file-failure.ts';
import { rememberSlot } from './given-up.ts';
import { holdsSecret } from './holds-secret.ts';
import { done, type Job, moved, priorityOf, type StepOutcome, type UploadContext } from './job.ts';
import { lateLandingMs } from './landing.ts';
import { notBegun } from './not-begun.ts';
import { writeNotSent } from './not-sent.ts';
import { type AskedPlace, askForPlace, type PutJob, putFile } from './put.ts';

/**
 * The way of a queued upload: decide, read, claim, reserve a slot, send. Each step is journaled before it
 * touches the network. What is sent and how is decided before the file is read, so that none is read in vain,
 * and looked at again before each step that cannot be taken back (docs/adr/0010).
 */
export async function sendUpload(context: UploadContext, job: Job): Promise<StepOutcome> {
  try {
    return await decideAndSend(context, job);
  } catch (error) {
    // Wherever it was met, nothing was sent yet: the PUT itself says so in another way.
    if (!isSilence(error)) throw error;
    return writeFileFailure(context, { row: job.row, from: ['queued', 'enriching'] }, error);
  }
}

async function decideAndSend(context: UploadContext, job: Job): Promise<StepOutcome> {
  const first = await decideUpload(context, job.row);
  if (first.kind !== 'send') return writeNotSent(context, job.row, first);
  const read = await readOrExplain(context, job, first.decided);
  if (!('sha256' in read)) return read;
  const now = await decideUpload(context, job.row);
  if (now.kind !== 'send') return writeNotSent(context, job.row, now);
  const { decided } = now;
  if (decided.path !== first.decided.path) return moved;
  const { path, fileName, folderId, options } = decided;
  const attempts = attemptsAfterRead(job.row);
  const row = { ...job.row, path, fileName, folderId, options, attempts } as UploadRow;
  const sent: SendJob = { ...job, row, decided };
  const unwanted = await leaveUnwanted(context, row, read.sha256);
  if (unwanted) return unwanted;
  const known = await context.recognise?.(sent.row, { sha256: read.sha256, size: read.stamp.size });
  if (known !== undefined) return adoptKnown(context, sent, read, known);
  return sendRead(context, sent, read);
}

/** A job with what was decided about it. */
interface SendJob extends Job {
  readonly decided: Decided;
}

async function readOrExplain(
  context: UploadContext,
  { row, signal }: Job,
  { path, folderId }: Decided,
): Promise<ReadFile | StepOutcome> {
  if (await context.changing.goesOn(row.id, path)) return writeFileWait(context, row, 'FILE_CHANGED');
  try {
    const read = await context.gate.readForUpload(context.placeOf({ ...row, path, folderId }), signal);
    if (holdsSecret(read, context.holdsSecret)) throw new AppError('FILE_IS_SECRET');
    return read;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // It was not when this was decided, a moment ago: somebody began to write it anew (W4).
    const isEmptied = error.code === 'FILE_EMPTY' && folderId !== null;
    const met = isEmptied ? new AppError('FILE_CHANGED', { retryable: true }) : error;
    if (met.code === 'FILE_CHANGED') await context.changing.note(row.id, path);
    return writeFileFailure(context, { row, from: ['queued'] }, met);
  }
}

/**
 * Tags are looked up, and made, while nothing is claimed and no slot asked for: after a kill it is just done
 * again.
 */
async function sendRead(context: UploadContext, job: SendJob, read: ReadFile): Promise<StepOutcome> {
  const { row, signal } = job;
  const tags = await context.tags.forUpload(row.options.tags, { priority: priorityOf(row), signal });
  if (!tags.ok) {
    // It says nothing of this upload's tries to send.
    const looked = { row, from: ['queued'], again: 'queued', counts: 'looks' } as const;
    return writeServiceFailure(context, looked, tags.failure);
  }
  try {
    return await sendTagged(context, job, read, tags.value);
  } finally {
    tags.value.leave();
  }
}

async function sendTagged(
  context: UploadContext,
  job: SendJob,
  read: ReadFile,
  tags: UploadTags,
): Promise<StepOutcome> {
  const { decided, signal } = job;
  // What finds out whether the service is back waits for none of those that were stopped by the same.
  const isTrial = context.governor.isOpen();
  let leaveEnrich: () => void = nothingToLeave;
  const enterEnrich = async () => {
    if (!isTrial) leaveEnrich = await context.enrichGate.enter(signal);
  };
  let slot: Slot;
  let row: UploadRow;
  let leavePut: () => void;
  let place: AskedPlace | undefined;
  try {
    const { options, replaces } = job.row;
    const mustAsk = options.changed === 'ask' && replaces !== null;
    const evenIfHeld =
      options.duplicates === 'upload' && !mustAsk && !(await isOnlyTouched(context, job.row, read.sha256));
    const began = await beginSending(context, job, read, {
      evenIfHeld,
      // The team does not know which documents the service deletes after a day, so it is not told of those.
      asksTeam: !mustAsk && !options.noStore,
      enter: enterEnrich,
    });
    if (isOutcome(began)) return began;
    row = began;
    if (mustAsk) return await orStartOver(context, row, askAboutChange(context, row, 'enriching'));
    const reserved = await reserveSlot(context, { row, signal }, decided, tags);
    if (!isSlot(reserved)) return await orStartOver(context, row, reserved);
    slot = reserved;
    const findsOut = tags.findsOut && !isTrial;
    const claim = claimOf(context, row);
    const waits = findsOut || claim !== undefined || (!isTrial && context.putGate.isFull());
    const journaled = await journalSlot(context, row, slot, waits ? 'reserved' : 'putting');
    if (journaled === 'taken') {
      const failure = { row, from: ['enriching'], again: 'queued' } as const;
      return await orStartOver(context, row, writeServiceFailure(context, failure, notANewOne));
    }
    if (journaled === 'moved') {
      const given = {
        row: { ...row, contentId: slot.contentId },
        from: ['cancelling'],
        slot: 'unsent',
      } as const;
      const left = discard(context, { ...given, patch: { state: 'cancelling' } });
      return await orStartOver(context, row, left);
    }
    if (claim) {
      // In one round trip with the name, unless the place would wait here.
      if (!findsOut && !context.putGate.isFull()) place = askForPlace(context, signal);
      const written = await nameSlot(context, claim, slot.contentId);
      if (written !== 'written') {
        place?.leave();
        return leaveUnnamed(context, row, slot, written);
      }
    }
    if (findsOut) await readTagsBack(context, { row, signal }, slot, tags);
    // Held until there is a place for the PUT: so no more addresses grow old than there are places.
    leavePut = isTrial ? nothingToLeave : await context.putGate.enter(signal);
    if (waits && !(await beginPut(context, row))) {
      leavePut();
      place?.leave();
      return moved;
    }
  } catch (error) {
    place?.leave();
    throw error;
  } finally {
    leaveEnrich();
  }
  try {
    // The last moment at which nothing but an empty slot is there.
    const isInVain = !isTrial && context.governor.holdsStorage();
    if (isInVain || showsTooMuch(decided, await decideUpload(context, row))) {
      place?.leave();
      return await discard(context, {
        row: { ...row, contentId: slot.contentId },
        from: ['reserved', 'putting'],
        slot: 'unsent',
        patch: { state: 'queued' },
      });
    }
    const sending = { row, signal, isTrial };
    if (context.team.isAlone) return await putFile(context, sending, slot, read);
    const asked = place ?? askForPlace(context, signal);
    place = asked;
    const job = { ...sending, leavePlace: asked.leave };
    return await putInPlace(context, { ...job, place: await asked.taken }, slot, read);
  } finally {
    leavePut();
    place?.leave();
  }
}

/**
 * Claims the bytes: in the ledger, and of the team where others may send the same. Returns the upload as it
 * was written, which is what the rest of the job is about. `enter` waits for a place to ask for a slot; in a
 * team only after the team's answer, so that a distant database takes up no place.
 */
async function beginSending(
  context: UploadContext,
  { row, decided, signal }: SendJob,
  read: ReadFile,
  { evenIfHeld, asksTeam, enter }: { evenIfHeld: boolean; asksTeam: boolean; enter?(): Promise<void> },
): Promise<UploadRow | StepOutcome> {
  const { sha256, stamp } = read;
  const scope = asksTeam && !context.team.isAlone ? await context.scope() : undefined;
  if (scope === undefined && asksTeam && !context.team.isAlone)
    return writeServiceFailure(context, { row, from: ['queued'], again: 'queued' }, noKey);
  const stamped = { sha256, size: stamp.size, mtimeNs: stamp.mtimeNs };
  if (scope === undefined) await enter?.();
  const begun = await context.ledger.uploads.begin(row, decided, stamped, evenIfHeld, scope);
  if (begun.kind === 'asked' && scope !== undefined) {
    const asking = { bytes: { scope, sha256, size: stamp.size }, evenIfHeld, next: 'enriching' } as const;
    const claimed = await claimFromTeam(context, begun.row, signal, { ...asking, mayGoOn: enter });
    return claimed === 'ours' ? begun.row : claimed;
  }
  if (begun.kind === 'ours' && scope !== undefined) await enter?.();
  return begun.kind === 'ours' ? begun.row : notBegun(context, row, begun);
}

function isOutcome(began: UploadRow | StepOutcome): began is StepOutcome {
  return 'kind' in began;
}

/**
 * The request for a slot was answered and nothing of it is left at the service. Where the upload was changed
 * meanwhile, what came of the request is not written; without this the upload would look as if the answer had
 * been lost.
 */
async function orStartOver(
  { ledger: { uploads } }: UploadContext,
  { id }: UploadRow,
  ended: StepOutcome | Promise<StepOutcome>,
): Promise<StepOutcome> {
  const outcome = await ended;
  const now = outcome.kind === 'moved' ? uploads.get(id) : undefined;
  if (now?.state === 'enriching')
    await uploads.advance(now, ['enriching'], { state: 'queued', notBefore: 0 });
  return outcome;
}

/** Nobody can say under whose key the bytes would go. */
const noKey = failed('KEY_MISSING', 'fix-first', { concerns: 'profile' }).failure;

/**
 * Nothing is sent to a slot that the claim does not name: it is left, empty as it is, to the sweep. What lost
 * its claim has forgotten it already; where the team could not be reached, no attempt is burned.
 */
async function leaveUnnamed(
  context: UploadContext,
  row: UploadRow,
  { contentId }: Slot,
  written: 'fenced' | 'unreachable',
): Promise<StepOutcome> {
  rememberSlot(context, { ...row, contentId }, 'delete');
  return written === 'fenced' ? done : waitForTeam(context, row, 'reserved');
}

async function waitForTeam(
  { clock, ledger }: UploadContext,
  row: UploadRow,
  from: 'enriching' | 'reserved',
): Promise<StepOutcome> {
  const notBefore = clock.now() + teamAgainMs;
  const patch = {
    state: 'queued',
    contentId: null,
    notBefore,
    code: 'TEAM_UNREACHABLE',
    detail: null,
  } as const;
  const event = { kind: 'team-unreachable' };
  return (await ledger.uploads.advance(row, [from], patch, event)) ? { kind: 'held' } : moved;
}

function readTagsBack({ tags: known }: UploadContext, { row, signal }: Job, slot: Slot, tags: UploadTags) {
  return known.readBack(tags, slot.contentId, { priority: priorityOf(row), signal });
}

/**
 * A PUT of a team goes on only while its place is this machine's; what was cut off is looked at as after a
 * PUT without an answer.
 */
async function putInPlace(
  context: UploadContext,
  { place, ...job }: PutJob & { readonly place: Lease },
  slot: Slot,
  read: ReadFile,
): Promise<StepOutcome> {
  const signal = AbortSignal.any([job.signal, place.lost]);
  try {
    signal.throwIfAborted();
    return await putFile(context, { ...job, signal }, slot, read);
  } catch (error) {
    if (job.signal.aborted || !place.lost.aborted) throw error;
    const notBefore = context.clock.now() + teamAgainMs;
    const event = { kind: 'place-lost' };
    const patch = { state: 'verifying', notBefore } as const;
    return (await context.ledger.uploads.advance(job.row, ['putting'], patch, event))
      ? { kind: 'held' }
      : moved;
  }
}

const nothingToLeave = () => undefined;

/**
 * Puts the content id on disk before the first byte goes out (docs/adr/0002), while other uploads have the
 * places for sending.
 */
function journalSlot(
  { clock, ledger }: UploadContext,
  row: UploadRow,
  { contentId }: Slot,
  state: 'reserved' | 'putting',
): Promise<Reserved> {
  const patch = { state, contentId: contentId, pollAt: clock.now() + lateLandingMs };
  const event = { kind: 'reserved', detail: { contentId, ...(state === 'putting' ? { sends: true } : {}) } };
  return ledger.uploads.reserve(row, patch, event);
}

/** What waited for its place stood as `reserved`; from here on bytes may be there. */
function beginPut({ clock, ledger }: UploadContext, row: UploadRow): Promise<boolean> {
  const patch = { state: 'putting', pollAt: clock.now() + lateLandingMs } as const;
  return ledger.uploads.advance(row, ['reserved'], patch, { kind: 'sending' });
}

/** The service has these bytes from before the ledger was lost, or nobody can tell (docs/adr/0002). */
async function adoptKnown(
  context: UploadContext,
  { row, decided, signal }: SendJob,
  read: ReadFile,
  known: Recognised,
): Promise<StepOutcome> {
  const { uploads } = context.ledger;
  if (known.kind === 'failed')
    return writeServiceFailure(context, { row, from: ['queued'], again: 'queued' }, known.failure);
  if (known.kind === 'later') {
    const patch = { state: 'queued', notBefore: known.at } as const;
    return (await uploads.advance(row, ['queued'], patch)) ? done : moved;
  }
  if (known.kind === 'hold') {
    const patch = { state: 'attention', code: 'DUPLICATE_UNCERTAIN', detail: null } as const;
    return (await uploads.advance(row, ['queued'], patch, {
      kind: 'asks',
      detail: { sha256: read.sha256 },
    }))
      ? done
      : moved;
  }
  const how = { evenIfHeld: false, asksTeam: !row.options.noStore };
  const began = await beginSending(context, { row, decided, signal }, read, how);
  if (isOutcome(began)) return began;
  const claim = claimOf(context, began);
  const written = claim && (await nameSlot(context, claim, known.contentId));
  if (written === 'fenced') return done;
  if (written === 'unreachable') return waitForTeam(context, began, 'enriching');
  const now = context.clock.now();
  const { contentId } = known;
  const adopted = uploads.adopt(
    began,
    { state: 'processing', contentId, landedAt: now, pollAt: now + context.firstLook(), polls: 0 },
    { kind: 'adopted', detail: { contentId, isFromBefore: true } },
    context.otherProfiles(),
  );
  if (adopted !== 'taken') return adopted === 'adopted' ? done : moved;
  // The next try finds the document taken, and uploads the file.
  return (await uploads.advance(began, ['enriching'], { state: 'queued' })) ? done : moved;
}
