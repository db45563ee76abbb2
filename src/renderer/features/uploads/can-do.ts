import { type BulkCommand, bulkStates } from '#shared/uploads/bulk-commands.ts';
import type { UploadState } from '#shared/uploads/upload.ts';

/** Whether an action makes sense for an upload. */
export function canDo(
  action: BulkCommand,
  upload: { readonly state: UploadState; readonly paused: boolean },
): boolean {
  if (!bulkStates[action].includes(upload.state)) return false;
  // One that is being cancelled has its own end; a retry would only hurry it.
  if (upload.state === 'cancelling') return false;
  if (action === 'pause') return !upload.paused;
  return action === 'resume' ? upload.paused : true;
}
