import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { isYounger } from '../ledger/local-file-row.ts';
import { isUnwanted, makesDocument } from '../ledger/queued-uploads.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { done, moved, type StepOutcome, type UploadContext } from './job.ts';

const sharing = {
  shared: 'the document of these bytes is shared with the organization, as the first file with them asked',
  private: 'the document of these bytes is private, as the first file with them asked',
};

/** Whether a folder wants something done with a file whose document is searchable, or failed (W18). */
export function hasActions({ afterUpload, failedFolder, saveAnnotated }: WatchFolder): boolean {
  return saveAnnotated !== 'off' || afterUpload !== 'leave' || failedFolder !== null;
}

/**
 * Whether the folder wants a file with these bytes out of the way (W18). The upload before it may have had
 * its after-upload action already, so the same file, saved again, needs another. If that action is pending or
 * failed, it covers the file, which Sluice may have put back itself.
 */
async function isToBeMoved(
  context: Pick<UploadContext, 'owners'>,
  row: UploadRow,
  previous: UploadRow,
  holder = previous,
): Promise<boolean> {
  if (previous.afterState === 'pending' || previous.code === 'AFTER_UPLOAD_FAILED') return false;
  const folder = await folderOf(context, row);
  if (folder === undefined) return false;
  return folder.afterUpload !== 'leave' || (folder.failedFolder !== null && holder.state === 'attention');
}

/** What is left to do for a duplicate: most have nothing, and cost the finisher nothing. */
export async function leftForDuplicate(
  context: Pick<UploadContext, 'owners'>,
  row: UploadRow,
  holder: number | null,
): Promise<string | null> {
  const { options, replaces } = row;
  if (options.duplicates === 'add-tags' && options.tags.length > 0) return 'add-tags';
  if (options.changed === 'replace' && replaces !== null && replaces !== holder) return 'replace';
  const folder = await folderOf(context, row);
  return folder !== undefined && hasActions(folder) ? 'pending' : null;
}

async function folderOf(
  { owners }: Pick<UploadContext, 'owners'>,
  { folderId }: UploadRow,
): Promise<WatchFolder | undefined> {
  return folderId === null ? undefined : (await owners()).folder(folderId);
}

/** The upload before this one, if it was of the same file. */
function before({ ledger }: Pick<UploadContext, 'ledger'>, row: UploadRow): UploadRow | undefined {
  const { replaces, profileId, path, options } = row;
  const previous =
    replaces === null || options.answer === 'other-file' ? undefined : ledger.uploads.get(replaces);
  return previous?.profileId === profileId && previous.path === path ? previous : undefined;
}

/** The same, where it had the same bytes. */
function sameBefore(
  context: Pick<UploadContext, 'ledger'>,
  row: UploadRow,
  sha256: string | null,
): UploadRow | undefined {
  if (row.folderId === null || sha256 === null) return undefined;
  const previous = before(context, row);
  return previous?.sha256 === sha256 ? previous : undefined;
}

/**
 * Whether a file of a watch folder has the bytes of its last upload: it was only touched, and is not sent
 * even where its folder uploads duplicates.
 */
export async function isOnlyTouched(
  context: UploadContext,
  row: UploadRow,
  sha256: string,
): Promise<boolean> {
  const previous = sameBefore(context, row, sha256);
  if (previous === undefined || !(previous.state === 'duplicate' || makesDocument(previous))) return false;
  return !(await isToBeMoved(context, row, previous));
}

/**
 * Ends the upload of a file that was only touched since the user deleted its document, or said that the
 * service has it: nothing brings it back but the user (X8). Undefined where this is another upload, and where
 * the user put the file there anew.
 */
export async function leaveUnwanted(
  context: UploadContext,
  row: UploadRow,
  sha256: string,
): Promise<StepOutcome | undefined> {
  const previous = sameBefore(context, row, sha256);
  if (previous === undefined || !isUnwanted(previous)) return undefined;
  const folder = await folderOf(context, row);
  if (folder === undefined || folder.afterUpload !== 'leave') return undefined;
  const stat = await context.gate.stat(row.path, folder.followLinks);
  if (stat === null || isYounger(stat.bornMs, previous.takenAt)) return undefined;
  return context.ledger.uploads.dissolveUnwanted(row, previous.id, sha256) ? done : moved;
}

/** The file is another version, and its folder wants to be asked (W7). Nothing was sent; a claim is given back. */
export async function askAboutChange(
  { ledger }: Pick<UploadContext, 'ledger'>,
  row: UploadRow,
  from: 'queued' | 'enriching',
): Promise<StepOutcome> {
  const patch = { state: 'attention', code: 'CHANGED_FILE_ASKS', detail: null } as const;
  return (await ledger.uploads.advance(row, [from], patch, { kind: 'asks' })) ? done : moved;
}

/** What becomes of an upload whose bytes another one has claimed (W6). */
export async function handleDuplicate(
  context: UploadContext,
  row: UploadRow,
  holder: UploadRow,
): Promise<StepOutcome> {
  const previous = before(context, row);
  const hadThem =
    previous?.id === holder.id ||
    (previous?.state === 'duplicate' && previous.duplicateOf === holder.id) ||
    (previous?.sha256 === row.sha256 && makesDocument(previous));
  // What a person added by hand is in the history, whatever came of it.
  const isSame = previous && hadThem && row.folderId !== null;
  if (isSame && !(await isToBeMoved(context, row, previous, holder))) {
    // Only touched: the same bytes under the same name are no event worth a row in the history.
    context.ledger.uploads.dissolve(row, previous.id, holder.id);
    context.ledger.uploads.callBack(holder.id);
    return done;
  }
  if (row.options.changed === 'ask' && context.ledger.uploads.hasOtherBefore(row, holder.id))
    return askAboutChange(context, row, 'queued');
  const afterState = await leftForDuplicate(context, row, holder.id);
  const differs = holder.options.share !== row.options.share;
  // Where the holder has given up its claim since, the upload stays in the queue, for its own turn.
  const ok = context.ledger.uploads.becomeDuplicate(
    row,
    holder.id,
    {
      finishedAt: context.clock.now(),
      afterState,
      code: null,
      // Neither changes how the other is shared (docs/adr/0010), but that must not pass in silence.
      detail: differs ? sharing[holder.options.share ? 'shared' : 'private'] : null,
    },
    {
      kind: 'duplicate',
      detail: { of: holder.id, path: holder.path, ...(differs ? { shared: holder.options.share } : {}) },
    },
  );
  if (ok) context.ledger.uploads.callBack(holder.id);
  return ok ? done : moved;
}
