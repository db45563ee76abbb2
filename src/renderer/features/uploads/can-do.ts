import { actionOf } from '#shared/advice/advice-of.ts';
import type { ErrorAction } from '#shared/errors/catalog-entry.ts';
import { type BulkCommand, bulkStates } from '#shared/uploads/bulk-commands.ts';
import type { UploadState } from '#shared/uploads/upload.ts';

/** Advice beside which another try is offered as well. */
const plain: ReadonlySet<ErrorAction> = new Set([
  'retry',
  'none',
  'set-key',
  'edit-profile',
  'edit-folder',
  'free-space',
  'upload-now',
  'choose',
]);

/** Whether an action makes sense for an upload. */
export function canDo(
  action: BulkCommand,
  upload: { readonly state: UploadState; readonly paused: boolean; readonly code?: string | null },
): boolean {
  if (!bulkStates[action].includes(upload.state)) return false;
  // One that is being cancelled has its own end; a retry would only hurry it.
  if (upload.state === 'cancelling') return false;
  // Why it failed decides what helps: then there is a button of its own, or none.
  if (action === 'retry' && upload.state === 'attention' && !plain.has(actionOf(upload.code ?? null)))
    return false;
  if (action === 'pause') return !upload.paused;
  return action === 'resume' ? upload.paused : true;
}
