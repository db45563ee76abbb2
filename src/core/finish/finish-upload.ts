import type { Logger } from '#core/ports/logger.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { changeTags } from '../documents/change-tags.ts';
import { deleteAgainMs } from '../ledger/abandoned-slots.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import { isBeingRemoved } from '../ledger/versions.ts';
import { type KeeperContext, keeperOf } from '../upload/keeper-of.ts';
import { orThrow } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import type { LinkedFiles } from '../service/linked-files.ts';
import type { ServiceTags } from '../tags/service-tags.ts';
import { detailOf, runAfterUpload } from './after-upload.ts';
import { type ConfirmContext, confirmWhole } from './confirm-whole.ts';
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

/**
 * Does what is left after an upload's end: tags for the document a duplicate points at, deleting what was
 * replaced, saving the annotated document, moving the file. Every part may be repeated after a kill without
 * harm.
 *
 * @returns true when done, false when it has to wait for something that is still under way, or until when
 * @throws AppError of what failed
 */
export async function finishUpload(
  context: FinishContext,
  row: UploadRow,
  signal: AbortSignal,
): Promise<FinishedOrWaits> {
  if (row.replacedBy !== null) return removeReplaced(context, row, signal);
  if (row.state === 'duplicate') return finishDuplicate(context, row);
  const folder = row.folderId === null ? undefined : context.folder(row.folderId);
  if (row.state === 'completed') {
    if (!context.ledger.uploads.settleVersion(row)) return false;
    if (folder) await saveAnnotated(context, row, folder);
  }
  return folder === undefined || runAction(context, row, folder, signal);
}

type FinishedOrWaits = boolean | Pick<UploadPatch, 'notBefore'>;

/**
 * Its bytes stand in another upload's document: that one gets the tags, and what this one replaces goes (W6,
 * W7).
 */
async function finishDuplicate(context: FinishContext, row: UploadRow): Promise<boolean> {
  const first = holderOf(context, row);
  if (first?.remoteContentId) return finishElsewhere(context, row, first.remoteContentId);
  if (!first?.contentId) return first === undefined;
  if (first.state !== 'processing' && first.state !== 'completed') return false;
  const { duplicates, tags, changed } = row.options;
  if (duplicates === 'add-tags' && tags.length > 0) await addTagsToFirst(context, row, first.contentId);
  if (changed !== 'replace' || row.replaces === first.id) return true;
  // Until these bytes are a document, the old one is the only one there is.
  return first.state === 'completed' && context.ledger.uploads.settleVersion(row);
}

/**
 * The upload that made the document a duplicate stands for, or that another machine's document ended: one for
 * which it waited here may have become a duplicate itself. Undefined where there is none any more.
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

/** As of a duplicate, where another machine of the team sent the document. */
async function finishElsewhere(
  context: FinishContext,
  row: UploadRow,
  contentId: ContentId,
): Promise<boolean> {
  const { duplicates, tags, changed } = row.options;
  if (duplicates === 'add-tags' && tags.length > 0) await addTagsToFirst(context, row, contentId);
  return changed !== 'replace' || context.ledger.uploads.settleVersion(row);
}

/** Same bytes in another folder: this folder's tags go to the one document (W6). */
async function addTagsToFirst(
  { client, tags }: FinishContext,
  row: UploadRow,
  contentId: ContentId,
): Promise<void> {
  await tags.withIds(row.options.tags, background, (add) =>
    changeTags(client, contentId, { add, remove: [] }, background),
  );
}

/**
 * A newer version is in: the document of this one goes, unless another file still stands for it (W7), here or
 * on another machine of the team.
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
  // Its new mark makes it due again at once.
  if (!isBeingRemoved(row)) return !ledger.uploads.beginRemoval(row);
  const keeper = await keeperOf(context, row, signal);
  if (keeper === 'unknown') return false;
  if (keeper !== undefined) {
    ledger.documents.leaveTo(row.profileId, contentId, keeper);
    ledger.uploads.endReplaced(row, keeper.name);
    return true;
  }
  await ledger.durable();
  if (orThrow(await client.documents.delete(contentId, background)) === 'absent') {
    // Gone already, or not known to whoever answered: deleted once more later.
    const at = row.updatedAt;
    ledger.slots.add({
      profileId: row.profileId,
      contentId,
      purpose: 'again',
      fileName: row.fileName,
      since: at,
      until: at,
      uploadId: row.id,
      notBefore: at + deleteAgainMs,
    });
  }
  // Whoever became its duplicate meanwhile is queued by this, and sent anew.
  ledger.uploads.endReplaced(row);
  return true;
}

/**
 * The older document goes only once the service states that it has the newest version whole. Where there is
 * none any more, because someone deleted it or its file, the older one goes all the same.
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
  if (holder === undefined || holder.state === 'cancelled' || holder.state === 'cancelling') return 'whole';
  const contentId = holder.remoteContentId ?? holder.contentId;
  if (contentId === null || holder.state === 'processing') return false;
  if (holder.state === 'attention')
    throw new AppError('NOT_INTACT', { detail: holder.detail ?? holder.code ?? '' });
  return confirmWhole(context, holder, contentId, signal);
}

async function saveAnnotated(context: FinishContext, row: UploadRow, folder: WatchFolder): Promise<void> {
  if (folder.saveAnnotated === 'off' || row.contentId === null) return;
  const { path } = await context.links.annotated(row.contentId, 'backlog');
  try {
    await writeAnnotated(context.asides, row, folder, path);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'FILE_BEHIND_LINK') throw error;
    throw new AppError('AFTER_UPLOAD_FAILED', { detail: detailOf(error), cause: error, retryable: true });
  }
}

async function runAction(
  context: FinishContext,
  row: UploadRow,
  folder: WatchFolder,
  signal: AbortSignal,
): Promise<FinishedOrWaits> {
  const { id: uploadId, profileId, path, sha256, size, mtimeNs, contentId } = row;
  if (sha256 === null) return true;
  if (row.state === 'completed' && folder.afterUpload !== 'leave' && contentId !== null) {
    const confirmed = await confirmWhole(context, row, contentId, signal);
    if (confirmed !== 'whole') return confirmed;
    // The look may have shown that it failed since.
    if (context.ledger.uploads.get(row.id)?.state !== row.state) return false;
  }
  const outcome =
    row.state === 'completed'
      ? ({ kind: 'completed' } as const)
      : ({ kind: 'failed', code: row.code ?? 'UNEXPECTED', message: row.detail ?? '' } as const);
  const after = { uploadId, profileId, folder, path, sha256, size, mtimeNs, outcome };
  const result = await runAfterUpload(context.asides, after);
  if (result.kind === 'failed') throw new AppError(result.code, { detail: result.detail, retryable: true });
  return true;
}
