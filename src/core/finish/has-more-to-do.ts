import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { hasActions } from '../upload/duplicate.ts';

/** Whether the finisher has anything to do once this upload has ended. Most uploads skip it. */
export function hasMoreToDo(row: UploadRow, folder: WatchFolder | undefined): boolean {
  if (row.replaces !== null && row.options.changed === 'replace') return true;
  return folder !== undefined && hasActions(folder);
}
