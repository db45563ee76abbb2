import { openDatabase } from './database.ts';
import {
  bytesSince,
  type Disposition,
  isDecided,
  type LocalFileRow,
  type RowPlace,
  type StampField,
} from './local-file-row.ts';
import { pendingDelete } from './local-files.ts';
import { isOfItsUpload } from './local-standing.ts';
import { takenAway } from './own-files.ts';
import type { WatchedVolume } from './watched-volumes.ts';

/** A row as the comparison needs it. Arrays, because a hundred thousand objects a pass are not free. */
export type KnownFile = Pick<
  LocalFileRow,
  'id' | 'name' | 'nameKey' | StampField | 'ctimeNs' | 'disposition' | 'reason' | 'uploadId'
>;

export type Placed = RowPlace & Pick<LocalFileRow, 'nameKey' | 'device' | 'disposition'>;

/** A row as it is looked for again. */
export type SampledFile = Pick<LocalFileRow, 'directory' | 'name' | 'inode' | 'size' | 'mtimeNs'>;

/** A file that was handed over, and when; milliseconds since the epoch. */
export interface TakenFile extends Placed {
  readonly takenAt: number | null;
}

/** A file that the first run of its folder decided about. */
export type DecidedFile = Placed & Pick<LocalFileRow, 'reason' | 'firstSeenAt'>;

type Cells = [
  number,
  string,
  string,
  string,
  string,
  number,
  string,
  string | null,
  Disposition,
  string | null,
  number | null,
];

/**
 * What the thread that watches reads of the table of local files, over a connection of its own that writes
 * nothing.
 */
export function createLedgerView(path: string) {
  const database = openDatabase(path, { readOnly: true });
  const cells = 'id, name, name_key, device, inode, size, mtime_ns, ctime_ns, disposition, reason, upload_id';
  const prepare = (sql: string) => {
    const statement = database.statement(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const inDirectory = prepare(`SELECT ${cells} FROM local_files WHERE folder_id = ? AND directory = ?`);
  const byKey = prepare(
    `SELECT ${cells} FROM local_files WHERE folder_id = ? AND directory = ? AND name_key = ?`,
  );
  const place = 'id, folder_id AS folderId, directory, name, name_key AS nameKey, device, disposition';
  const placed = `SELECT ${place} FROM local_files`;
  const takenAt = database.statement(`SELECT ${bytesSince} AS at FROM uploads WHERE id = ?`);
  const firstSeenAt = database.statement('SELECT first_seen_at AS at FROM local_files WHERE id = ?');
  const byInode = database.statement(
    `SELECT ${place}, (SELECT ${bytesSince} FROM uploads WHERE id = upload_id) AS takenAt FROM local_files
      WHERE inode = ? AND size = ? AND mtime_ns = ? AND disposition IN ('taken', 'gone')
      AND ${isOfItsUpload} AND NOT ${takenAway}`,
  );
  const waiting = database.statement(
    `SELECT 1 FROM local_files
      WHERE inode = ? AND size = ? AND mtime_ns = ? AND (disposition IN ('settling', 'held', 'unreadable')
        OR EXISTS (SELECT 1 FROM uploads WHERE id = upload_id AND content_id IS NULL
          AND (state IN ('queued', 'attention') OR state = 'cancelled' AND code = 'FOLDER_REMOVED')))
      LIMIT 1`,
  );
  const decided = database.statement(
    `SELECT ${place}, reason, first_seen_at AS firstSeenAt FROM local_files
      WHERE inode = ? AND size = ? AND mtime_ns = ? AND ${isDecided}`,
  );
  const byId = database.statement(`${placed} WHERE id = ?`);
  const nextDirectory = prepare(
    'SELECT directory FROM local_files WHERE folder_id = ? AND directory > ? ORDER BY directory LIMIT 1',
  );
  const below = prepare(
    `SELECT id FROM local_files WHERE folder_id = ?1 AND (directory = ?2 OR (directory >= ?2 || '/'
      AND directory < ?2 || '0'))
       AND disposition <> 'gone'`,
  );
  const volumes = database.statement(
    'SELECT directory, device, inode, born, volume FROM watched_volumes WHERE folder_id = ? AND seen = 1',
  );
  const ends = (order: 'ASC' | 'DESC') =>
    database.statement(
      `SELECT directory, name, inode, size, mtime_ns AS mtimeNs FROM local_files
        WHERE folder_id = ?1 AND (?2 = '' OR directory = ?2 OR (directory >= ?2 || '/'
        AND directory < ?2 || '0'))
          AND disposition = 'taken' AND device = ?3 ORDER BY directory ${order}, name_key ${order} LIMIT ?4`,
    );
  const [firstRows, lastRows] = [ends('ASC'), ends('DESC')];
  const pending = database.statement(`${placed} WHERE folder_id = ? AND ${pendingDelete}`);
  const anyRow = prepare(`SELECT 1 FROM local_files WHERE folder_id = ? AND disposition <> 'gone' LIMIT 1`);

  return {
    inDirectory(folderId: string, directory: string): KnownFile[] {
      return (inDirectory.all(folderId, directory) as unknown as Cells[]).map(toKnown);
    },
    byKey(folderId: string, directory: string, key: string): KnownFile | undefined {
      const row = byKey.get(folderId, directory, key) as unknown as Cells | undefined;
      return row && toKnown(row);
    },
    /**
     * Files whose uploads are of the very same stat, anywhere. `LocalFiles.move` accepts each of them: a file
     * that it refuses would be offered again and again.
     */
    byInode(inode: string, size: number, mtimeNs: string): TakenFile[] {
      return byInode.all(inode, size, mtimeNs) as unknown as TakenFile[];
    },
    /** Files of this very stat, anywhere, that the first runs of their folders decided about. */
    decided({ inode, size, mtimeNs }: Pick<LocalFileRow, 'inode' | 'size' | 'mtimeNs'>): DecidedFile[] {
      return decided.all(inode, size, mtimeNs) as unknown as DecidedFile[];
    },
    /** Whether a file of this very stat waits to be sent, or did when its folder was removed. */
    isWaiting({ inode, size, mtimeNs }: Pick<LocalFileRow, 'inode' | 'size' | 'mtimeNs'>): boolean {
      return waiting.get(inode, size, mtimeNs) !== undefined;
    },
    /** When the file of an upload was handed over, ms since the epoch. */
    takenAt(uploadId: number): number | null {
      return (takenAt.get(uploadId) as { at: number } | undefined)?.at ?? null;
    },
    /** When the file of a row was first seen, ms since the epoch. */
    firstSeenAt(id: number): number | null {
      return (firstSeenAt.get(id) as { at: number } | undefined)?.at ?? null;
    },
    byId(id: number): Placed | undefined {
      return byId.get(id) as Placed | undefined;
    },
    /** Every directory that has rows, by skipping through the index. */
    *directories(folderId: string): Generator<string> {
      const first = inDirectory.get(folderId, '') as unknown as Cells | undefined;
      if (first) yield '';
      let last = '';
      for (;;) {
        const row = nextDirectory.get(folderId, last) as unknown as [string] | undefined;
        if (!row) return;
        last = row[0];
        yield last;
      }
    },
    /** Rows in a directory and everything beneath it, without those gone. */
    below(folderId: string, directory: string): number[] {
      return (below.all(folderId, directory) as unknown as [number][]).map(([id]) => id);
    },
    /** The volumes that were last seen in the folder. */
    volumes(folderId: string): WatchedVolume[] {
      return volumes.all(folderId) as unknown as WatchedVolume[];
    },
    /** Uploaded files of a volume, so many from each end in order of their paths. */
    sample(folderId: string, directory: string, device: string, each: number): SampledFile[] {
      const rows = [firstRows, lastRows].flatMap(
        (statement) => statement.all(folderId, directory, device, each) as unknown as SampledFile[],
      );
      return [...new Map(rows.map((row) => [`${row.directory}/${row.name}`, row])).values()];
    },
    /** Files that were deleted and whose documents may have to follow them. */
    pendingDeletes(folderId: string): Placed[] {
      return pending.all(folderId) as unknown as Placed[];
    },
    hasRows: (folderId: string): boolean => anyRow.get(folderId) !== undefined,
    close: () => database.close(),
  };
}

export type LedgerView = ReturnType<typeof createLedgerView>;

function toKnown(row: Cells): KnownFile {
  const [id, name, nameKey, device, inode, size, mtimeNs, ctimeNs, disposition, reason, uploadId] = row;
  return { id, name, nameKey, device, inode, size, mtimeNs, ctimeNs, disposition, reason, uploadId };
}
