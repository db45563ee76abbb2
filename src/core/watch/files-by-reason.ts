import type { FolderFiles } from '#shared/bridge/folders.ts';
import type { Database } from '../ledger/database.ts';
import { isWaitReason, waitReasons } from '#shared/uploads/wait-reasons.ts';
import { joinRelative } from '#core/local/names.ts';
import { type CountRow, countRows, counted, placeOf } from './coverage.ts';

export interface FilesWanted {
  readonly place: 'ignored' | 'attention' | 'waiting' | 'inProgress';
  /** Only those with this reason or code. */
  readonly reason: string | null;
  readonly offset: number;
  readonly limit: number;
}

const from = `FROM local_files files
    LEFT JOIN uploads ON uploads.id = files.upload_id
    LEFT JOIN uploads originals ON originals.id = uploads.duplicate_of`;
const sameKind = `(files.disposition = ? AND files.reason IS ? AND uploads.state IS ? AND uploads.code IS ? AND
      originals.state IS ?)`;

/**
 * The local files behind a number of a folder's coverage, ordered by path. What decides is the rule of the coverage itself, so a list
 * is always as long as the number that led to it.
 */
export function filesByReason(database: Database, folderId: string, wanted: FilesWanted): FolderFiles {
  if (wanted.place === 'waiting') return waitingFiles(database, folderId, wanted);
  const kinds = countRows(database, folderId).flatMap((row) => {
    const place = placeOf(row);
    if (place.kind !== wanted.place || !('why' in place)) return [];
    return wanted.reason === null || place.why === wanted.reason ? [{ ...row, why: place.why }] : [];
  });
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return { total, rows: [] };
  const rows = database
    .statement(
      `SELECT files.id, files.directory, files.name, files.size, files.changed_at AS since, files.upload_id AS uploadId,
              files.due_at AS dueAt, files.disposition, files.reason, uploads.state, uploads.code, originals.state AS originalState
         ${from}
        WHERE files.folder_id = ? AND ${counted} AND (${kinds.map(() => sameKind).join(' OR ')})
        ORDER BY files.directory, files.name, files.id LIMIT ? OFFSET ?`,
    )
    .all(
      folderId,
      ...kinds.flatMap(({ disposition, reason, state, code, originalState }) => [
        disposition,
        reason,
        state,
        code,
        originalState,
      ]),
      wanted.limit,
      wanted.offset,
    ) as unknown as (Omit<CountRow, 'count'> & FileRow)[];
  return {
    total,
    rows: rows.map((row) => {
      const place = placeOf(row);
      return fileOf(row, 'why' in place ? place.why : 'UNEXPECTED');
    }),
  };
}

interface FileRow {
  readonly id: number;
  readonly directory: string;
  readonly name: string;
  readonly size: number;
  readonly since: number;
  readonly uploadId: number | null;
  readonly dueAt: number | null;
}

function fileOf(
  { id, directory, name, size, since, uploadId, dueAt }: FileRow,
  reason: string,
): FolderFiles['rows'][number] {
  return { id, path: joinRelative(directory, name), size, since, reason, uploadId, dueAt };
}

/** By the index of dispositions alone: who follows an agent asks for them with each change of the folder. */
function waitingFiles(database: Database, folderId: string, wanted: FilesWanted): FolderFiles {
  const { reason, limit, offset } = wanted;
  const reasons = (reason === null ? Object.keys(waitReasons) : [reason]).filter(isWaitReason);
  const where = `folder_id = ?1 AND disposition = 'settling' AND coalesce(reason, 'quiet') IN (SELECT value FROM json_each(?2))`;
  const chosen = [folderId, JSON.stringify(reasons)] as const;
  const count = database.statement(`SELECT count(*) AS total FROM local_files WHERE ${where}`).get(...chosen);
  const rows = database
    .statement(
      `SELECT id, directory, name, size, changed_at AS since, upload_id AS uploadId, due_at AS dueAt,
              coalesce(reason, 'quiet') AS reason
         FROM local_files WHERE ${where} ORDER BY local_files.reason IS NULL, directory, name, id LIMIT ?3 OFFSET ?4`,
    )
    .all(...chosen, limit, offset) as unknown as (FileRow & { readonly reason: string })[];
  return { total: count?.total as number, rows: rows.map((row) => fileOf(row, row.reason)) };
}
