export type Disposition = 'settling' | 'taken' | 'ignored' | 'held' | 'unreadable' | 'gone';

/**
 * The device of a file that may only be on another drive than the one at its path: a new file of that name is
 * not its new version.
 */
export const unclearDevice = '?';

/** What is known of one name under a watch folder. */
export interface LocalFileRow {
  readonly id: number;
  readonly folderId: string;
  readonly directory: string;
  readonly name: string;
  readonly nameKey: string;
  readonly device: string;
  readonly inode: string;
  readonly size: number;
  readonly mtimeNs: string;
  /** Null where it was not taken down. */
  readonly ctimeNs: string | null;
  readonly sha256: string | null;
  readonly disposition: Disposition;
  readonly reason: string | null;
  /** Of one that is settling: when it is taken, milliseconds since the epoch, as far as that is known. */
  readonly dueAt: number | null;
  readonly uploadId: number | null;
  readonly firstSeenAt: number;
  readonly changedAt: number;
}

/** What tells a file from another one. */
export type StampField = 'device' | 'inode' | 'size' | 'mtimeNs';

/** What the thread saw of a name, to be written down. */
export interface SeenFile
  extends Pick<LocalFileRow, 'folderId' | 'directory' | 'name' | 'nameKey' | StampField | 'reason'> {
  /**
   * When anything of it last changed, also its name and rights; left out where the volume's word on it is not
   * relied on.
   */
  readonly ctimeNs?: string | null;
  /**
   * When the file was made, milliseconds since the epoch; left out where that is not known or not relied on.
   */
  readonly bornMs?: number | null;
  readonly disposition: Exclude<Disposition, 'taken' | 'gone'>;
  readonly dueAt?: number | null;
}

/** Where a row was when something was concluded about it; by now it may be elsewhere. */
export type RowPlace = Pick<LocalFileRow, 'id' | 'folderId' | 'directory' | 'name'>;

export interface MovedFile extends Omit<SeenFile, 'disposition' | 'reason' | 'dueAt'> {
  readonly from: RowPlace;
  /** Absolute path of the new place. */
  readonly path: string;
}

/** SQL: when the current bytes of a row of `uploads` were queued, wall ms. */
export const bytesSince = 'coalesce(taken_at, created_at)';

/**
 * Whether a file was made after another one was handed over: then it is not that one, though inode, size and
 * time are the same. File systems give inodes out again, and programs set sizes and times alike (pages of a
 * scan, what an archive is unpacked to).
 */
export function isYounger(bornMs: number | null | undefined, takenAt: number | null): boolean {
  return bornMs != null && takenAt !== null && bornMs > takenAt;
}

/**
 * What a folder's first run decided about files that were there before it, by the reasons of their rows. It
 * holds for a file until its bytes change, also under another name.
 */
export const firstRunReasons: ReadonlySet<string | null> = new Set([
  'existed-before',
  'not-chosen',
  'CHOICE_PENDING',
]);

/** Rows of `local_files` whose files a first run decided about, and that were not uploaded since. */
export const isDecided = `(upload_id IS NULL
  AND reason IN (${[...firstRunReasons].map((reason) => `'${reason}'`).join(', ')}))`;

/**
 * The stat that the hash and the decision of a row are valid for. Device numbers may change with a remount.
 */
export function sameBytes(
  row: Pick<LocalFileRow, 'size' | 'mtimeNs' | 'inode' | 'ctimeNs'>,
  seen: Pick<SeenFile, 'size' | 'mtimeNs' | 'inode' | 'ctimeNs'>,
): boolean {
  const { ctimeNs = null } = seen;
  const untouched = row.ctimeNs === null || ctimeNs === null || row.ctimeNs === ctimeNs;
  return row.size === seen.size && row.mtimeNs === seen.mtimeNs && row.inode === seen.inode && untouched;
}
