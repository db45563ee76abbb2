import type { FolderFiles } from '#shared/bridge/folders.ts';
import type { Database } from '../ledger/database.ts';
import { type CountRow, countRows, counted, placeOf } from './coverage.ts';

export interface FilesWanted {
  readonly place: 'ignored' | 'attention';
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
              files.disposition, files.reason, uploads.state, uploads.code, originals.state AS originalState
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
      return {
        id: row.id,
        path: row.directory === '' ? row.name : `${row.directory}/${row.name}`,
        size: row.size,
        since: row.since,
        reason: 'why' in place ? place.why : 'UNEXPECTED',
        uploadId: row.uploadId,
      };
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
}
