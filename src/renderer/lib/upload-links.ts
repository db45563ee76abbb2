import { openStates } from '#shared/uploads/open-states.ts';
import { href } from './route.ts';

/** Of those not at rest, the ones that are to become documents. */
export const inProgressStates = openStates.filter((state) => state !== 'cancelling');

export const filesPlaces = ['seen', 'searchable', 'inProgress', 'waiting', 'ignored', 'attention'] as const;
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

/** Where each number of a folder's coverage leads: to exactly those files (X6, T2). */
export function coverageLinks(folderId: string) {
  return {
    seen: filesLink(folderId, 'seen'),
    searchable: filesLink(folderId, 'searchable'),
    inProgress: filesLink(folderId, 'inProgress'),
    ignored: filesLink(folderId, 'ignored'),
    attention: filesLink(folderId, 'attention'),
  };
}
