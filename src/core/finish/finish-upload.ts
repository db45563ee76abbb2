import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import type { Logger } from '#core/ports/logger.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { changeTags, tagIdsOf } from '../documents/change-tags.ts';
import { type LinkedFiles, orThrow } from '../documents/links.ts';
import type { Ledger } from '../ledger/port.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { ServiceClient } from '../service/client.ts';
import { runAfterUpload } from '../watch/after-upload.ts';

export interface FinishContext {
  readonly profile: Profile;
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly links: LinkedFiles;
  readonly logger: Logger;
  readonly folder: (id: string) => WatchFolder | undefined;
}

const background = { priority: 'backlog' } as const;

/**
 * Does what is left after an upload's end: tags for the document a duplicate points at, deleting what was replaced, saving the
 * annotated document, moving the file. Every part may be repeated after a kill without harm.
 *
 * @returns true when done, false when it has to wait for something that is still under way
 * @throws AppError of what failed
 */
export async function finishUpload(context: FinishContext, row: UploadRow): Promise<boolean> {
  if (row.state === 'duplicate') return finishDuplicate(context, row);
  const folder = row.folderId === null ? undefined : context.folder(row.folderId);
  if (row.state === 'completed') {
    if (!(await deleteReplaced(context, row))) return false;
    if (folder) await saveAnnotated(context, row, folder);
  }
  if (folder) await runAction(row, folder);
  return true;
}

/** Its bytes stand in another upload's document: that one gets the tags, and what this one replaces goes (W6, W7). */
async function finishDuplicate(context: FinishContext, row: UploadRow): Promise<boolean> {
  const first = row.duplicateOf === null ? undefined : await context.ledger.uploads.get(row.duplicateOf);
  if (!first?.contentId) return first === undefined;
  if (first.state !== 'processing' && first.state !== 'completed') return false;
  const { duplicates, tags, changed } = row.options;
  if (duplicates === 'add-tags' && tags.length > 0) await addTagsToFirst(context, row, first.contentId);
  if (changed !== 'replace' || row.replaces === first.id) return true;
  // Until these bytes are a document, the old one is the only one there is.
  return first.state === 'completed' && deleteReplaced(context, row);
}

/** Same bytes in another folder: this folder's tags go to the one document (W6). */
async function addTagsToFirst(
  { client, profile }: FinishContext,
  row: UploadRow,
  contentId: string,
): Promise<void> {
  const { tags } = row.options;
  const ids = profile.tagReferenceAtUpload === 'id' ? tags : await tagIdsOf(client, tags, background);
  await changeTags(client, contentId, { add: ids, remove: [] }, background);
}

/** States in which the older version may still become a document. */
const underWay = new Set(['enriching', 'reserved', 'putting', 'verifying', 'processing', 'cancelling']);

/**
 * The new version is in: the old document goes, unless another file still stands for it (W7). False while the older version is
 * still under way.
 */
async function deleteReplaced({ client, ledger }: FinishContext, row: UploadRow): Promise<boolean> {
  if (row.replaces === null || row.options.changed !== 'replace') return true;
  const old = await ledger.uploads.get(row.replaces);
  if (old && underWay.has(old.state)) return false;
  if (!old?.contentId || (old.state !== 'completed' && old.state !== 'attention')) return true;
  // It may itself have an older version to delete.
  if (old.afterState !== null) return false;
  if (await ledger.uploads.hasDuplicates(old.id)) return true;
  orThrow(await client.documents.delete(old.contentId, background));
  await ledger.uploads.release(old.id);
  await ledger.uploads.advance(
    old.id,
    ['completed', 'attention'],
    { state: 'cancelled', code: null, detail: 'replaced by a newer version' },
    { kind: 'replaced', detail: { by: row.id } },
  );
  return true;
}

async function saveAnnotated({ links }: FinishContext, row: UploadRow, folder: WatchFolder): Promise<void> {
  if (folder.saveAnnotated === 'off' || row.contentId === null) return;
  const name = `${basename(row.path)}.annotated.json`;
  const target =
    folder.saveAnnotated === 'beside'
      ? join(dirname(row.path), name)
      : join(inFolder(folder, folder.saveAnnotated.folder), relative(folder.path, dirname(row.path)), name);
  await links.saveAnnotated(row.contentId, target, 'backlog');
}

function inFolder(folder: WatchFolder, path: string): string {
  return isAbsolute(path) ? path : join(folder.path, path);
}

async function runAction(row: UploadRow, folder: WatchFolder): Promise<void> {
  if (row.sha256 === null) return;
  const outcome =
    row.state === 'completed'
      ? ({ kind: 'completed' } as const)
      : ({ kind: 'failed', code: row.code ?? 'UNEXPECTED', message: row.detail ?? '' } as const);
  const result = await runAfterUpload({ folder, path: row.path, sha256: row.sha256, outcome });
  if (result.kind === 'failed') throw new AppError(result.code, { detail: result.detail, retryable: true });
}
