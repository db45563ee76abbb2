import type { Database } from './database.ts';

/**
 * - `current`: the local file is what was read, and quiet
 * - `changed`: it is not, or it is settling again; the watcher will hand it over once it is whole
 * - `superseded`: its name stands for another upload now, or for none
 */
export type LocalStanding = 'current' | 'changed' | 'superseded';

/** What has become of the local file of a folder's upload since it was handed over, now that it has been read (W1, W3). */
export function localStanding(
  { statement }: Database,
  uploadId: number,
  read: { size: number; mtimeNs: bigint },
): LocalStanding {
  const rows = statement(
    `SELECT disposition = 'taken' AND size = ? AND mtime_ns = ? AS same FROM local_files WHERE upload_id = ?`,
  ).all(read.size, String(read.mtimeNs), uploadId);
  if (rows.length === 0) return 'superseded';
  return rows.some((row) => row.same === 1) ? 'current' : 'changed';
}
