import type { CallParsed } from '#shared/bridge/contract.ts';
import type { FolderFiles } from '#shared/bridge/folders.ts';
import { isWaitReason, waitReasons } from '#shared/uploads/wait-reasons.ts';
import { joinRelative } from '#core/local/names.ts';
import type { Database } from '../ledger/database.ts';
import {
  countLocalFiles,
  type ListedFile,
  listLocalFiles,
  listWaitingFiles,
} from '../ledger/local-file-counts.ts';
import { placeOf, standingOf } from './coverage.ts';

/** `reason`: only those with this reason or code. */
export type FilesWanted = Omit<CallParsed<'folders.files'>, 'folderId'>;

/**
 * The local files behind a number of a folder's coverage, ordered by path. What decides is the rule of the
 * coverage itself, so a list is always as long as the number that led to it. `isElsewhere` as for the
 * coverage.
 */
export function filesByReason(
  database: Database,
  folderId: string,
  wanted: FilesWanted,
  isElsewhere = false,
): FolderFiles {
  if (wanted.place === 'waiting') return waitingFiles(database, folderId, wanted);
  const kinds = countLocalFiles(database, folderId).filter((kind) => {
    const place = placeOf(kind, isElsewhere);
    if (wanted.place !== 'seen' && place.kind !== wanted.place) return false;
    return wanted.reason === null || ('why' in place && place.why === wanted.reason);
  });
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return { total, rows: [] };
  const rows = listLocalFiles(database, folderId, kinds, wanted);
  return { total, rows: rows.map((row) => fileOf(row, isElsewhere)) };
}

function fileOf(row: ListedFile, isElsewhere = false): FolderFiles['rows'][number] {
  const { id, directory, name, size, since, machine } = row;
  const standing = standingOf(row, isElsewhere);
  const waitsFor = standing.reason === 'other-machine' && machine !== null ? { machine } : {};
  return { id, path: joinRelative(directory, name), size, since, ...standing, ...waitsFor };
}

function waitingFiles(database: Database, folderId: string, wanted: FilesWanted): FolderFiles {
  const { reason } = wanted;
  const reasons = (reason === null ? waitReasons : [reason]).filter(isWaitReason);
  const { total, rows } = listWaitingFiles(database, folderId, reasons, wanted);
  return { total, rows: rows.map((row) => fileOf(row)) };
}
