import type { DocumentRecord } from './schemas/document.ts';

/** Whether the service is deleting the document: whatever else it says of it will soon be wrong. */
export function isBeingDeleted({ delete_started_ts: since }: DocumentRecord): boolean {
  return (typeof since === 'string' && since !== '') || (typeof since === 'number' && since > 0);
}
