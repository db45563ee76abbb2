import type { Logger } from '#core/ports/logger.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { changeTags } from '../documents/change-tags.ts';
import { noStoreLifeMs } from '../ledger/document-writes.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import { isBeingRemoved } from '../ledger/versions.ts';
import { hasActions } from '../upload/duplicate.ts';
import { type KeeperContext, keeperOf, standAgain } from '../upload/keeper-of.ts';
import { orThrow } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import type { LinkedFiles } from '../service/linked-files.ts';
import { isFinalStatus } from '../service/schemas/document.ts';
import type { ServiceTags } from '../tags/service-tags.ts';
import { type AfterUpload, detailOf, runAfterUpload } from './after-upload.ts';
import {
  type ConfirmContext,
  confirmWhole,
  lookAgainMs,
  lookAt,
  noteWhole,
  patienceMs,
} from './confirm-whole.ts';
import type { SetAsideContext } from './settle-aside.ts';
import { writeAnnotated } from './write-annotated.ts';

export interface FinishContext extends Pick<KeeperContext, 'team' | 'scope'>, Pick<ConfirmContext, 'clock'> {
  readonly profile: Pick<Profile, 'id'>;
  readonly client: ServiceClient;
  readonly tags: Pick<ServiceTags, 'withIds'>;
  readonly ledger: Ledger;
  readonly links: LinkedFiles;
  readonly logger: Logger;
  readonly asides: SetAsideContext;
  readonly folder: (id: string) => WatchFolder | undefined;
}

const background = { priority: 'backlog' } as const;

/** Margin beyond the day after which the service deletes a `noStore` document, ms. */
const noStoreMarginMs = 60 * 60_000;

/**
 * Runs the steps that follow an upload: it tags the document of a duplicate, deletes a replaced document,
 * saves the annotated document, and moves the file. Every step can be repeated after a kill without harm.
 *
 * @returns true when done, false when it waits for something that is under way, or what to write instead, such as the
 *   time until which it waits
 * @throws AppError for the step that failed
 */
export async function finishUpload(
  context: FinishContext,
  row: UploadRow,
  signal: AbortSignal,
): Promise<FinishedOrWaits> {
  if (row.replacedBy !== null) return removeReplaced(context, row, signal);
  const folder = folderOf(context, row);
  // Nothing happens to the files of a paused folder.
  if (folder?.paused) return { notBefore: context.clock.now() + pausedAgainMs };
  if (row.state === 'duplicate') return finishDuplicate(context, row, signal);
  if (row.state === 'completed') {
    if (!context.ledger.uploads.settleVersion(row)) return false;
    const waits = folder && (await saveAnnotated(context, row, folder, row));
    if (waits) return waits;
  }
  const outcome = row.state === 'completed' ? ({ kind: 'completed' } as const) : failureOf(row);
  return folder === undefined || runAction(context, { row, folder, outcome, holder: row }, signal);
}

type FinishedOrWaits = boolean | UploadPatch;

/** What is left to do for a duplicate begins again once its document is no longer failed (`uploads_failed_no_more`). */
const endedByFailure = { afterState: null, afterTries: 0, notBefore: 0, remoteStatus: 'failed' } as const;

/**
 * The bytes belong to another document. That document gets the tags, and the document that this upload
 * replaces is deleted (W6, W7). The folder's after-upload actions run once that document is completed or
 * failed (W18).
 */
async function finishDuplicate(
  context: FinishContext,
  row: UploadRow,
  signal: AbortSignal,
): Promise<FinishedOrWaits> {
  const first = holderOf(context, row);
  if (first === undefined) return true;
  const contentId = first.remoteContentId ?? first.contentId;
  // A removal that has begun is not stopped. It queues this upload again, which then needs its file.
  if (contentId === null || isBeingRemoved(first)) return false;
  const folder = folderOf(context, row);
  const { duplicates, tags, changed } = row.options;
  const replaces = changed === 'replace' && row.replaces !== null && row.replaces !== first.id;
  const acts = folder !== undefined && hasActions(folder);
  const became = await outcomeOf(context, first, contentId, acts);
  if (typeof became === 'object') return became;
  if (became === 'failed') {
    const isDone =
      !acts || (await runAction(context, { row, folder, outcome: failureOf(first), holder: first }, signal));
    // It may have been sent again meanwhile.
    const isFailed = context.ledger.uploads.get(first.id)?.state === first.state;
    return isDone === true ? isFailed && endedByFailure : isDone;
  }
  // Until these bytes are a document, the old document is the only one and the file the only copy.
  if (became === 'open' || (became === 'processing' && (replaces || acts))) return false;
  const tagsWait =
    duplicates === 'add-tags' && tags.length > 0 && (await addTagsToFirst(context, row, first, contentId));
  if (tagsWait) return tagsWait;
  if (replaces && !context.ledger.uploads.settleVersion(row)) return false;
  if (!acts) return true;
  const waits = await saveAnnotated(context, { ...row, contentId }, folder, first);
  return waits ?? runAction(context, { row, folder, outcome: { kind: 'completed' }, holder: first }, signal);
}

/**
 * The state of the document that a duplicate belongs to. If another machine uploaded it, the service is
 * asked, but only when the file would be touched.
 */
async function outcomeOf(
  context: FinishContext,
  row: UploadRow,
  contentId: ContentId,
  acts: boolean,
): Promise<'open' | 'processing' | 'completed' | 'failed' | Pick<UploadPatch, 'notBefore'>> {
  const { state, remoteContentId, remoteStatus } = row;
  if (remoteContentId !== null && state === 'duplicate') {
    if (!acts) return 'completed';
    const presence = await lookAt(context, row, contentId, background);
    // It failed, and the upload says so: what is left to do is that of a failed upload.
    if (context.ledger.uploads.get(row.id)?.state !== state) return 'open';
    if (presence.seen === 'missing') return { notBefore: presence.lookAgainAt };
    if (presence.seen === 'whole') noteWhole(context, row, presence);
    if (presence.seen === 'silent') return 'processing';
    const { status } = presence.record;
    return isFinalStatus(status) ? status : 'processing';
  }
  if (state === 'attention' && remoteStatus === 'failed') return 'failed';
  return state === 'processing' || state === 'completed' ? state : 'open';
}

function folderOf({ folder }: FinishContext, { folderId }: UploadRow): WatchFolder | undefined {
  return folderId === null ? undefined : folder(folderId);
}

/**
 * Finds the upload that made the duplicate's document, or the duplicate whose document another machine
 * uploaded. An upload that this one waited for may itself have become a duplicate. Undefined if none is left.
 */
function holderOf({ ledger }: FinishContext, row: UploadRow): UploadRow | undefined {
  let holder: UploadRow | undefined = row;
  const seen = new Set<number>();
  while (holder?.state === 'duplicate' && holder.remoteContentId === null && !seen.has(holder.id)) {
    seen.add(holder.id);
    holder = holder.duplicateOf === null ? undefined : ledger.uploads.get(holder.duplicateOf);
  }
  return holder;
}

/** The same bytes in another folder: adds this folder's tags to the one document (W6). */
async function addTagsToFirst(
  context: FinishContext,
  row: UploadRow,
  first: UploadRow,
  contentId: ContentId,
): Promise<Pick<UploadPatch, 'notBefore'> | undefined> {
  const { client, tags } = context;
  try {
    await tags.withIds(row.options.tags, background, (add) =>
      changeTags(client, contentId, { add, remove: [] }, background),
    );
    return undefined;
  } catch (error) {
    const waits = await untilFound(context, row, first, contentId, error);
    if (waits) return waits;
    throw error;
  }
}

/**
 * When to repeat a step of an upload that did not find the document of `holder`: a replica may not know it
 * yet, also if another one does. Undefined for any other failure, and once the upload had its time.
 *
 * @throws AppError `DOCUMENT_NOT_FOUND` once the document is gone
 */
async function untilFound(
  context: FinishContext,
  row: UploadRow,
  holder: UploadRow,
  contentId: ContentId,
  error: unknown,
): Promise<Pick<UploadPatch, 'notBefore'> | undefined> {
  if (!(error instanceof AppError) || error.code !== 'DOCUMENT_NOT_FOUND') return undefined;
  const presence = await lookAt(context, holder, contentId, background);
  if (presence.seen === 'missing') return { notBefore: presence.lookAgainAt };
  const again = context.clock.now() + lookAgainMs;
  return again <= (row.finishedAt ?? 0) + patienceMs ? { notBefore: again } : undefined;
}

/**
 * The service has a newer version: deletes this upload's document, unless another file still needs it, here
 * or on another machine of the team (W7).
 */
async function removeReplaced(
  context: FinishContext,
  row: UploadRow,
  signal: AbortSignal,
): Promise<FinishedOrWaits> {
  const { client, ledger } = context;
  const { contentId } = row;
  if (contentId === null) return true;
  const confirmed = await confirmReplacement(context, row, signal);
  if (confirmed !== 'whole') return confirmed;
  if (!isBeingRemoved(row)) {
    if (mayHaveMoved(context, row)) return { notBefore: context.clock.now() + unreadAgainMs };
    // The new mark makes it due again immediately.
    return !ledger.uploads.beginRemoval(row);
  }
  const keeper = await keeperOf(context, row, signal);
  if (keeper === 'unknown') return false;
  if (keeper !== undefined) {
    ledger.documents.leaveTo(row.profileId, contentId, keeper);
    ledger.uploads.endReplaced(row, keeper.name);
    return true;
  }
  await ledger.durable();
  const answer = await client.documents.delete(contentId, background);
  if (!answer.ok && !(await standAgain(context, row, signal))) return false;
  if (orThrow(answer) === 'absent') {
    // Already deleted, or unknown to the replica that answered: Sluice deletes it again later.
    const { profileId, fileName, id: uploadId } = row;
    ledger.slots.addAgain({ profileId, contentId, fileName, uploadId }, row.updatedAt);
  }
  // This queues uploads that became its duplicates meanwhile; they are sent again.
  ledger.uploads.endReplaced(row);
  return true;
}

/** Wait before the copies of a replaced version are looked at again, ms. */
const unreadAgainMs = 10_000;

/** Whether its file may be in a folder of the profile under another name: then it keeps its document (W8). */
function mayHaveMoved({ folder, ledger, profile }: FinishContext, row: UploadRow): boolean {
  const isOfProfile = (id: string) => folder(id)?.profileId === profile.id;
  return ledger.uploads.unreadCopies(row).some((id) => id === null || isOfProfile(id));
}

/**
 * The older document is deleted only once the service states that it has the whole newest version. If no
 * newest version is left, because someone deleted it or its file, the older document is deleted all the same.
 */
async function confirmReplacement(
  context: FinishContext,
  row: UploadRow,
  signal: AbortSignal,
): Promise<'whole' | false | Pick<UploadPatch, 'notBefore'>> {
  const { uploads } = context.ledger;
  let newest: UploadRow | undefined = row;
  while (newest !== undefined && newest.replacedBy !== null) newest = uploads.get(newest.replacedBy);
  const holder = newest && holderOf(context, newest);
  // It is deleted to be sent again: until then, the older document may be the only good one.
  if (holder?.state === 'cancelling' && holder.afterState === 'requeue') return false;
  if (holder === undefined || holder.state === 'cancelled' || holder.state === 'cancelling') return 'whole';
  const contentId = holder.remoteContentId ?? holder.contentId;
  if (contentId === null || holder.state === 'processing') return false;
  if (holder.state === 'attention')
    throw new AppError('NOT_INTACT', { detail: holder.detail ?? holder.code ?? '' });
  return confirmWhole(context, holder, contentId, signal);
}

async function saveAnnotated(
  context: FinishContext,
  row: UploadRow,
  folder: WatchFolder,
  holder: UploadRow,
): Promise<Pick<UploadPatch, 'notBefore'> | undefined> {
  const { contentId } = row;
  if (folder.saveAnnotated === 'off' || contentId === null) return undefined;
  try {
    const { path } = await context.links.annotated(contentId, 'backlog');
    await writeAnnotated(context.asides, row, folder, path);
    return undefined;
  } catch (error) {
    // A document that is not annotated yet is answered like one that does not exist.
    const waits = await untilFound(context, row, holder, contentId, error);
    if (waits) return waits;
    const code = error instanceof AppError ? error.code : undefined;
    if (code !== undefined && code !== 'DOCUMENT_NOT_FOUND' && code !== 'FILE_BEHIND_LINK') throw error;
    throw new AppError('ANNOTATED_NOT_SAVED', { detail: detailOf(error), cause: error, retryable: true });
  }
}

function failureOf({ code, detail }: UploadRow): AfterUpload['outcome'] {
  return { kind: 'failed', code: code ?? 'UNEXPECTED', message: detail ?? '' };
}

interface Action {
  readonly row: UploadRow;
  readonly folder: WatchFolder;
  readonly outcome: AfterUpload['outcome'];
  /** The upload whose document has the bytes: the row itself, unless it is a duplicate. */
  readonly holder: UploadRow;
}

/** Wait before a folder that is paused is looked at again, ms. */
const pausedAgainMs = 30_000;
/** Time in which the watch notices that a file was renamed, ms after the upload ended. */
const renameNoticedMs = 15 * 60_000;
/** The old name of a renamed file is missed this much earlier than the new one is found, at most, ms. */
const foundAgainMs = 30_000;

/** Runs the folder's action on the file, once the service states that it has the whole document. */
async function runAction(
  context: FinishContext,
  { row, folder, outcome, holder }: Action,
  signal: AbortSignal,
): Promise<FinishedOrWaits> {
  const { id: uploadId, profileId, path, sha256, size, mtimeNs, takenAt } = row;
  if (sha256 === null) return true;
  const contentId = holder.remoteContentId ?? holder.contentId;
  if (outcome.kind === 'completed' && folder.afterUpload !== 'leave' && contentId !== null) {
    const staysFrom = folder.afterUpload === 'delete' ? knownToStayFrom(context, holder) : 0;
    if (context.clock.now() < staysFrom) return { notBefore: staysFrom };
    // The holder's last look may be older than this file.
    const since = holder.id === uploadId ? 0 : takenAt;
    // A duplicate has the bytes of its original, so the ledger is wrong.
    if (holder.sha256 !== null && holder.sha256 !== sha256)
      throw new AppError('NOT_INTACT', { detail: path });
    const confirmed = await confirmWhole(context, holder, contentId, signal, since);
    if (confirmed !== 'whole') return confirmed;
    // The look may have shown that the document has failed since.
    if (context.ledger.uploads.get(holder.id)?.state !== holder.state) return false;
  }
  const after = { uploadId, profileId, folder, path, sha256, size, mtimeNs, outcome };
  const result = await runAfterUpload(context.asides, after);
  if (result.kind === 'failed') throw new AppError(result.code, { detail: result.detail, retryable: true });
  return result.kind !== 'changed' || !(await mayBeRenamed(context, row));
}

/**
 * Whether the file is missing or another one has its name, and the watch has not noticed yet. It may have
 * been renamed: then the watch will move its row, and the action applies to the new name.
 */
async function mayBeRenamed(
  { asides, clock, ledger }: FinishContext,
  { id, path, finishedAt }: UploadRow,
): Promise<boolean> {
  const now = clock.now();
  if (now - (finishedAt ?? 0) >= renameNoticedMs) return false;
  if (!ledger.uploads.mayFileBeRenamed(id, now - foundAgainMs)) return false;
  const stat = await asides.gate.patient.stat(path);
  return stat === null || stat.kind === 'file';
}

/**
 * When a document is known to be permanent, wall time in ms; 0 if its options are known. A document that was
 * recognised after a loss may have been sent with `noStore`, which its record does not show. The service
 * would delete it a day after processing, and the file is the only other copy. So may a document of another
 * machine, which does not say whether it sent or recognised it.
 */
function knownToStayFrom({ ledger }: FinishContext, holder: UploadRow): number {
  const { id, createdAt, finishedAt, remoteContentId } = holder;
  const events = ledger.history.events(id);
  const adopted = events.findLast(({ kind, detail }) => kind === 'adopted' && detail?.isFromBefore === true);
  const duplicate = events.findLast(({ kind }) => kind === 'duplicate');
  let since = adopted && (finishedAt ?? adopted.at);
  if (remoteContentId !== null) {
    const sentAt = duplicate?.detail?.sentAt;
    since = typeof sentAt === 'number' ? sentAt : (finishedAt ?? createdAt);
  }
  return since === undefined ? 0 : since + noStoreLifeMs + noStoreMarginMs;
}
