import { openDatabase } from '../../ledger/database.ts';
import type { Disposition } from '../../ledger/local-files.ts';

/** A row as the comparison needs it. Arrays, because a hundred thousand objects a pass are not free. */
export interface KnownFile {
  readonly id: number;
  readonly name: string;
  readonly nameKey: string;
  readonly inode: string;
  readonly size: number;
  readonly mtimeNs: string;
  readonly disposition: Disposition;
  readonly reason: string | null;
  readonly uploadId: number | null;
}

export interface Placed {
  readonly id: number;
  readonly folderId: string;
  readonly directory: string;
  readonly name: string;
  readonly nameKey: string;
  readonly device: string;
  readonly disposition: Disposition;
}

type Cells = [number, string, string, string, number, string, Disposition, string | null, number | null];

/** The thread's read-only view of the table of local files. */
export function createLedgerView(path: string) {
  const database = openDatabase(path, { readOnly: true });
  const cells = 'id, name, name_key, inode, size, mtime_ns, disposition, reason, upload_id';
  const prepare = (sql: string) => {
    const statement = database.statement(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const inDirectory = prepare(`SELECT ${cells} FROM local_files WHERE folder_id = ? AND directory = ?`);
  const byKey = prepare(
    `SELECT ${cells} FROM local_files WHERE folder_id = ? AND directory = ? AND name_key = ?`,
  );
  const placed =
    'SELECT id, folder_id AS folderId, directory, name, name_key AS nameKey, device, disposition FROM local_files';
  const byInode = database.statement(
    `${placed} WHERE inode = ? AND size = ? AND mtime_ns = ? AND upload_id IS NOT NULL AND disposition IN ('taken', 'gone')`,
  );
  const byId = database.statement(`${placed} WHERE id = ?`);
  const nextDirectory = prepare(
    'SELECT directory FROM local_files WHERE folder_id = ? AND directory > ? ORDER BY directory LIMIT 1',
  );
  const below = prepare(
    `SELECT id FROM local_files WHERE folder_id = ?1 AND (directory = ?2 OR (directory >= ?2 || '/' AND directory < ?2 || '0'))
       AND disposition <> 'gone'`,
  );
  const anyRow = prepare(`SELECT 1 FROM local_files WHERE folder_id = ? AND disposition <> 'gone' LIMIT 1`);

  return {
    inDirectory(folderId: string, directory: string): KnownFile[] {
      return (inDirectory.all(folderId, directory) as unknown as Cells[]).map(toKnown);
    },
    byKey(folderId: string, directory: string, key: string): KnownFile | undefined {
      const row = byKey.get(folderId, directory, key) as unknown as Cells | undefined;
      return row && toKnown(row);
    },
    /** Files that were handed over with the very same stat, wherever they were. */
    byInode(inode: string, size: number, mtimeNs: string): Placed[] {
      return byInode.all(inode, size, mtimeNs) as unknown as Placed[];
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
    hasRows: (folderId: string): boolean => anyRow.get(folderId) !== undefined,
    close: () => database.close(),
  };
}

export type LedgerView = ReturnType<typeof createLedgerView>;

function toKnown(row: Cells): KnownFile {
  const [id, name, nameKey, inode, size, mtimeNs, disposition, reason, uploadId] = row;
  return { id, name, nameKey, inode, size, mtimeNs, disposition, reason, uploadId };
}
