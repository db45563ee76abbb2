import type { UploadState } from '#shared/uploads/upload.ts';

type ActionName = 'retry' | 'pause' | 'resume' | 'moveToTop' | 'cancel';

const unsent: readonly UploadState[] = ['queued', 'enriching', 'reserved', 'putting', 'verifying'];

/** In which states each action changes anything; the same as the ledger's. */
const states: Readonly<Record<ActionName, readonly UploadState[]>> = {
  retry: [...unsent, 'processing', 'attention', 'cancelled'],
  pause: unsent,
  resume: unsent,
  moveToTop: ['queued', 'verifying'],
  cancel: [...unsent, 'processing', 'attention'],
};

/** Whether an action makes sense for an upload. */
export function canDo(
  action: ActionName,
  upload: { readonly state: UploadState; readonly paused: boolean },
): boolean {
  if (!states[action].includes(upload.state)) return false;
  if (action === 'pause') return !upload.paused;
  return action === 'resume' ? upload.paused : true;
}
