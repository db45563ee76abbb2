import type { Logger } from '#core/ports/logger.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { changeTags } from '../documents/change-tags.ts';
import { deleteAgainMs } from '../ledger/abandoned-slots.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { isBeingRemoved } from '../ledger/versions.ts';
import { type KeeperContext, keeperOf } from '../upload/keeper-of.ts';
import { orThrow } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import { isOfAnotherSize } from '../service/landed.ts';
import type { LinkedFiles } from '../service/linked-files.ts';
import type { ServiceTags } from '../tags/service-tags.ts';
import { detailOf, runAfterUpload } from './after-upload.ts';
import type { SetAsideContext } from './settle-aside.ts';
import { writeAnnotated } from './write-annotated.ts';

export interface FinishContext extends Pick<KeeperContext, 'team' | 'scope'> {
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
 * @returns true when done, false when it has to wait for something that is still under way
 * @throws AppError of what failed
 */
export async function finishUpload(
  context: FinishContext,
  row: UploadRow,
  signal: AbortSignal,
): Promise<boolean> {
  if (row.replacedBy !== null) return removeReplaced(context, row, signal);
  if (row.state === 'duplicate') return finishDuplicate(context, row);
  const folder = row.folderId === null ? undefined : context.folder(row.folderId);
  if (row.state === 'completed') {
    if (!context.ledger.uploads.settleVersion(row.id)) return false;
    if (folder) await saveAnnotated(context, row, folder);
  }
  if (folder) await runAction(context, row, folder);
  return true;
}

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
  return first.state === 'completed' && context.ledger.uploads.settleVersion(row.id);
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

/**
 * As of a duplicate, where another machine of the team sent the document. Until the service says that it is
 * there, whole and done, the old one stays.
 */
async function finishElsewhere(
  context: FinishContext,
  row: UploadRow,
  contentId: ContentId,
): Promise<boolean> {
  const { duplicates, tags, changed } = row.options;
  if (duplicates === 'add-tags' && tags.length > 0) await addTagsToFirst(context, row, contentId);
  if (changed !== 'replace') return true;
  const { status, ...record } = orThrow(await context.client.documents.get(contentId, background));
  const isThere = status === 'completed' && !isOfAnotherSize(record, row.size);
  return isThere && context.ledger.uploads.settleVersion(row.id);
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
async function removeReplaced(context: FinishContext, row: UploadRow, signal: AbortSignal): Promise<boolean> {
  const { client, ledger } = context;
  const { contentId } = row;
  if (contentId === null) return true;
  // Its new mark makes it due again at once.
  if (!isBeingRemoved(row)) return !ledger.uploads.beginRemoval(row.id);
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

async function runAction({ asides }: FinishContext, row: UploadRow, folder: WatchFolder): Promise<void> {
  const { id: uploadId, profileId, path, sha256, size, mtimeNs } = row;
  if (sha256 === null) return;
  const outcome =
    row.state === 'completed'
      ? ({ kind: 'completed' } as const)
      : ({ kind: 'failed', code: row.code ?? 'UNEXPECTED', message: row.detail ?? '' } as const);
  const after = { uploadId, profileId, folder, path, sha256, size, mtimeNs, outcome };
  const result = await runAfterUpload(asides, after);
  if (result.kind === 'failed') throw new AppError(result.code, { detail: result.detail, retryable: true });
}
