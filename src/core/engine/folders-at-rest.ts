import type { FileGate } from '#core/local/file-gate.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';

type Folders = readonly WatchFolder[];

/** Ids of the folders that a person paused. */
export function pausedFolders(folders: Folders): string[] {
  return folders.filter((one) => one.paused).map((one) => one.id);
}

/** Ids of the folders on drives that do not answer: their uploads take no places meanwhile. */
export function silentFolders(folders: Folders, gate: Pick<FileGate, 'silentSince'>): string[] {
  return folders.filter(({ path }) => gate.silentSince(path) !== undefined).map((one) => one.id);
}

/** Which of these uploads were cancelled or paused in the ledger meanwhile, alone or with their folder. */
export function changedMeanwhile(ids: readonly number[], ledger: Ledger, folders: Folders): Set<number> {
  const paused = new Set(pausedFolders(folders));
  const changed = ids.filter((id) => {
    const row = ledger.uploads.get(id);
    if (!row || row.paused || row.state === 'cancelling') return true;
    return row.folderId !== null && paused.has(row.folderId);
  });
  return new Set(changed);
}
