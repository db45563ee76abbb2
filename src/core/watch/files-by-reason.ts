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
import { placeOf } from './coverage.ts';

export interface FilesWanted {
  readonly place: 'ignored' | 'attention' | 'waiting' | 'inProgress';
  /** Only those with this reason or code. */
  readonly reason: string | null;
  readonly offset: number;
  readonly limit: number;
}

/**
 * The local files behind a number of a folder's coverage, ordered by path. What decides is the rule of the coverage itself, so a list
 * is always as long as the number that led to it.
 */
export function filesByReason(database: Database, folderId: string, wanted: FilesWanted): FolderFiles {
  if (wanted.place === 'waiting') return waitingFiles(database, folderId, wanted);
  const kinds = countLocalFiles(database, folderId).filter((kind) => {
    const place = placeOf(kind);
    if (place.kind !== wanted.place || !('why' in place)) return false;
    return wanted.reason === null || place.why === wanted.reason;
  });
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return { total, rows: [] };
  return {
    total,
    rows: listLocalFiles(database, folderId, kinds, wanted).map((row) => {
      const place = placeOf(row);
      return fileOf(row, 'why' in place ? place.why : 'UNEXPECTED');
    }),
  };
}

function fileOf(
  { id, directory, name, size, since, uploadId, dueAt }: ListedFile,
  reason: string,
): FolderFiles['rows'][number] {
  return { id, path: joinRelative(directory, name), size, since, reason, uploadId, dueAt };
}

function waitingFiles(database: Database, folderId: string, wanted: FilesWanted): FolderFiles {
  const { reason } = wanted;
  const reasons = (reason === null ? Object.keys(waitReasons) : [reason]).filter(isWaitReason);
  const { total, rows } = listWaitingFiles(database, folderId, reasons, wanted);
  return { total, rows: rows.map((row) => fileOf(row, row.reason)) };
}
