import { openStates } from '#shared/uploads/open-states.ts';
import { filesLink } from './addresses/folders.ts';

/** Of those not at rest, the ones that are to become documents. */
export const inProgressStates = openStates.filter((state) => state !== 'cancelling');

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
