import type { FolderState } from '#shared/bridge/folders.ts';
import { openStates } from '#shared/uploads/open-states.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import { href } from './route.ts';

/** Of those not at rest, the ones that are to become documents. */
export const inProgressStates = openStates.filter((state) => state !== 'cancelling');

/** Codes that a local file carries before it is an upload: they are found in the folder, not among the uploads. */
export const localCodes: ReadonlySet<string> = new Set([
  'CHOICE_PENDING',
  'STILL_CHANGING',
  'FILE_UNREADABLE',
  'FOLDER_UNREADABLE',
  'NAME_UNDECODABLE',
  'DELETE_CAP',
]);

export const filesPlaces = ['waiting', 'inProgress', 'ignored', 'attention'] as const;
export type FilesPlace = (typeof filesPlaces)[number];

/** The list of the local files behind a number of a folder's coverage. */
export function filesLink(
  folderId: string,
  place: FilesPlace,
  reason: string | null = null,
  page = 1,
): string {
  return href(['folders', folderId, 'files'], {
    place,
    reason: reason ?? undefined,
    page: page > 1 ? String(page) : undefined,
  });
}

/** Where each number of a folder's coverage leads (X6). */
export function coverageLinks({ folder, coverage }: FolderState) {
  const uploads = (state: readonly UploadState[]) => href(['uploads'], { folder: folder.id, state });
  const onlyUploads = Object.keys(coverage.attentionBy).every((code) => !localCodes.has(code));
  return {
    seen: href(['folders', folder.id]),
    searchable: uploads(['completed', 'duplicate']),
    // What waits is no upload yet: then the list is of files.
    inProgress: coverage.waiting > 0 ? filesLink(folder.id, 'inProgress') : uploads(inProgressStates),
    ignored: filesLink(folder.id, 'ignored'),
    attention: onlyUploads ? uploads(['attention']) : filesLink(folder.id, 'attention'),
  };
}
