import type { FolderState } from '#shared/bridge/folders.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import { href } from './route.ts';

export const inProgressStates: readonly UploadState[] = [
  'queued',
  'enriching',
  'reserved',
  'putting',
  'verifying',
  'processing',
];

/** Codes that a local file carries before it is an upload: they are found in the folder, not among the uploads. */
export const localCodes: ReadonlySet<string> = new Set([
  'CHOICE_PENDING',
  'STILL_CHANGING',
  'FILE_UNREADABLE',
  'FOLDER_UNREADABLE',
  'NAME_UNDECODABLE',
  'DELETE_CAP',
]);

/** Where each number of a folder's coverage leads (X6). */
export function coverageLinks({ folder, coverage }: FolderState) {
  const uploads = (state: readonly UploadState[]) => href(['uploads'], { folder: folder.id, state });
  const onlyUploads = Object.keys(coverage.attentionBy).every((code) => !localCodes.has(code));
  return {
    seen: href(['folders', folder.id]),
    searchable: uploads(['completed', 'duplicate']),
    inProgress: uploads(inProgressStates),
    ignored: href(['folders', folder.id], { show: 'ignored' }),
    attention: onlyUploads ? uploads(['attention']) : href(['folders', folder.id], { show: 'held' }),
  };
}
