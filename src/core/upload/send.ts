import { AppError } from '#shared/errors/app-error.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { Begun } from '../ledger/uploads.ts';
import type { Recognised } from '../rebuild/recognise.ts';
import { discard } from './discard.ts';
import { handleDuplicate } from './duplicate.ts';
import { isSlot, reserveSlot, type Slot } from './enrich.ts';
import { fileRetryMs, writeFileFailure, writeServiceFailure } from './failure.ts';
import { done, type Job, moved, type StepOutcome, type UploadContext } from './job.ts';
import { putFile } from './put.ts';
import { type ReadFile, readFileForUpload } from './read-file.ts';

/** How long after its PUT began the bytes of a killed process may still arrive, ms: what its system had buffered. */
export const lateLandingMs = 10_000;
/** A document that may hold these bytes is still being enriched: looked at again after this, ms. */
const recogniseAgainMs = 10_000;

/** The way of a queued upload: read, claim, reserve a slot, send. Each step is journaled before it touches the network. */
export async function sendUpload(context: UploadContext, job: Job): Promise<StepOutcome> {
  const read = await readOrExplain(context, job);
  if (!('sha256' in read)) return read;
  const known = await context.recognise?.(job.row, { sha256: read.sha256, size: read.stamp.size });
  if (known !== undefined) return adoptKnown(context, job, read, known);
  return sendRead(context, job, read);
}

async function readOrExplain(context: UploadContext, { row, signal }: Job): Promise<ReadFile | StepOutcome> {
  if (await context.changing.goesOn(row.id, row.path)) {
    const patch = { not_before: context.clock.now() + fileRetryMs };
    return (await context.ledger.uploads.advance(row.id, ['queued'], patch)) ? done : moved;
  }
  try {
    return await readFileForUpload(row.path, context.volumes, signal);
  } catch (error) {
    if (error instanceof AppError && error.code === 'FILE_CHANGED')
      await context.changing.note(row.id, row.path);
    if (error instanceof AppError) return writeFileFailure(context, { row, from: ['queued'] }, error);
    throw error;
  }
}

async function sendRead(context: UploadContext, job: Job, read: ReadFile): Promise<StepOutcome> {
  const { row, signal } = job;
  const leaveEnrich = await context.enrichGate.enter(signal);
  let slot: Slot;
  let leavePut: () => void;
  try {
    const mustAsk = row.options.changed === 'ask' && row.replaces !== null;
    const begun = await context.ledger.uploads.begin(
      row,
      { sha256: read.sha256, size: read.stamp.size, mtimeNs: read.stamp.mtimeNs },
      row.options.duplicates === 'upload' && !mustAsk,
    );
    if (begun.kind !== 'ours') return notBegun(context, row, begun);
    if (mustAsk) return askAboutChange(context, job);
    const reserved = await reserveSlot(context, job);
    if (!isSlot(reserved)) return reserved;
    slot = reserved;
    const waits = context.putGate.isFull();
    if (!(await journalSlot(context, row, slot, waits ? 'reserved' : 'putting'))) {
      return discard(context, { ...row, contentId: slot.contentId }, ['cancelling'], { state: 'cancelling' });
    }
    // Held until there is a place for the PUT: so no more addresses grow old than there are places.
    leavePut = await context.putGate.enter(signal);
    if (waits && !(await beginPut(context, row))) {
      leavePut();
      return moved;
    }
  } finally {
    leaveEnrich();
  }
  try {
    return await putFile(context, job, slot, read);
  } finally {
    leavePut();
  }
}

type NotBegun = Exclude<Begun, { kind: 'ours' }>;

/** Why these bytes are not sent now. */
async function notBegun(context: UploadContext, row: UploadRow, begun: NotBegun): Promise<StepOutcome> {
  if (begun.kind === 'held') return handleDuplicate(context, row, begun.holder);
  if (begun.kind === 'changed') {
    const error = new AppError('FILE_CHANGED', { retryable: true });
    return writeFileFailure(context, { row, from: ['queued'] }, error);
  }
  return begun.kind === 'superseded' ? done : moved;
}

/**
 * Puts the content id on disk before the first byte goes out (docs/adr/0002), while other uploads have the places for sending.
 * False when the upload was cancelled meanwhile.
 */
async function journalSlot(
  { clock, ledger }: UploadContext,
  row: UploadRow,
  { contentId }: Slot,
  state: 'reserved' | 'putting',
): Promise<boolean> {
  const patch = { state, content_id: contentId, poll_at: clock.now() + lateLandingMs };
  const event = { kind: 'reserved', detail: { contentId, ...(state === 'putting' ? { sends: true } : {}) } };
  if (!(await ledger.uploads.advance(row.id, ['enriching'], patch, event))) return false;
  await ledger.durable();
  return true;
}

/** What waited for its place stood as `reserved`; from here on bytes may be there. */
function beginPut({ clock, ledger }: UploadContext, row: UploadRow): Promise<boolean> {
  const patch = { state: 'putting', poll_at: clock.now() + lateLandingMs } as const;
  return ledger.uploads.advance(row.id, ['reserved'], patch, { kind: 'sending' });
}

/** The bytes are new and the folder wants to be asked (W7). Nothing was sent; the claim is given back. */
async function askAboutChange(context: UploadContext, { row }: Job): Promise<StepOutcome> {
  const ok = await context.ledger.uploads.advance(
    row.id,
    ['enriching'],
    { state: 'attention', code: 'CHANGED_FILE_ASKS', detail: null },
    { kind: 'asks' },
  );
  return ok ? done : moved;
}

/** The service has these bytes from before the ledger was lost, or nobody can tell (docs/adr/0002). */
async function adoptKnown(
  context: UploadContext,
  { row }: Job,
  read: ReadFile,
  known: Recognised,
): Promise<StepOutcome> {
  const { uploads } = context.ledger;
  if (known.kind === 'failed')
    return writeServiceFailure(context, { row, from: ['queued'], again: 'queued' }, known.failure);
  if (known.kind === 'later') {
    const patch = { state: 'queued', not_before: context.clock.now() + recogniseAgainMs } as const;
    return (await uploads.advance(row.id, ['queued'], patch)) ? done : moved;
  }
  if (known.kind === 'hold') {
    const patch = { state: 'attention', code: 'DUPLICATE_UNCERTAIN', detail: null } as const;
    return (await uploads.advance(row.id, ['queued'], patch, { kind: 'asks' })) ? done : moved;
  }
  const stamp = { sha256: read.sha256, size: read.stamp.size, mtimeNs: read.stamp.mtimeNs };
  const begun = await uploads.begin(row, stamp, false);
  if (begun.kind !== 'ours') return notBegun(context, row, begun);
  const now = context.clock.now();
  const ok = await uploads.advance(
    row.id,
    ['enriching'],
    {
      state: 'processing',
      content_id: known.contentId,
      landed_at: now,
      poll_at: now + context.firstLook(),
      polls: 0,
    },
    { kind: 'adopted', detail: { contentId: known.contentId } },
  );
  return ok ? done : moved;
}
