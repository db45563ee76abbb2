import { openStates, sendingStates } from '#shared/uploads/open-states.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import { filesLink } from './addresses/folders.ts';

/** Of those not at rest, the ones that are to become documents. */
export const inProgressStates = openStates.filter((state) => state !== 'cancelling');

/** What Home counts of those not at rest: each of their states stands in exactly one. */
export const uploadStages = {
  underWay: sendingStates.filter((state) => state !== 'claiming'),
  waiting: ['queued'],
  elsewhere: ['claiming'],
  processing: ['processing'],
  cancelling: ['cancelling'],
} as const satisfies Record<string, readonly UploadState[]>;
export type UploadStage = keyof typeof uploadStages;

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
