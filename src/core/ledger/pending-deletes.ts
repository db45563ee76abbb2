import type { Database } from './database.ts';
import { pendingDelete } from './local-files.ts';
import { nobodyElse, olderVersions, standsForOthers, unreadFile, unreadUpload } from './local-standing.ts';

/** A file that a person deleted, with the upload whose document is to follow it (W9). */
export interface PendingDelete {
  readonly localFileId: number;
  readonly uploadId: number;
  readonly path: string;
  readonly device: string;
  readonly reason: string | null;
  /** When it vanished, milliseconds since the epoch, as is `confirmedAt`. */
  readonly at: number;
  /** Passes that proved it. */
  readonly confirmed: number;
  readonly confirmedAt: number | null;
  /**
   * The service is still processing the document, or a version before it may still be there: the file counts
   * as deleted, and the document is deleted after that.
   */
  readonly isOpen: 0 | 1;
  /** The document is another file's, and stays with it: only the file counts as deleted. */
  readonly isCopy: 0 | 1;
}

/** The upload ended without a document, or its bytes are a document of another file that the service could not process. */
const endedWithout = (upload: string) =>
  `(${upload}.content_id IS NULL AND (${upload}.state IN ('cancelled', 'attention')
    OR ${upload}.state = 'duplicate' AND EXISTS (SELECT 1 FROM uploads failed WHERE failed.id = ${upload}.duplicate_of
      AND failed.state = 'attention' AND failed.remote_status = 'failed')))`;

/**
 * The upload whose document belongs to the file `gone`, as `uploads`: the file's own upload, or the newest
 * version before it if that upload ended without a document (W7), also while a question about the change is
 * open. For a duplicate it is the upload with the same bytes, if that one was replaced or is an older version
 * of this file: it has no other file.
 */
const whoseDocument = `
  JOIN uploads newest ON newest.id = gone.upload_id
  JOIN uploads own ON own.id = CASE
    WHEN newest.replaces IS NULL OR NOT ${endedWithout('newest')} THEN newest.id
    ELSE (WITH RECURSIVE line (id) AS (
      VALUES (newest.id)
      UNION ALL
      SELECT older.id FROM line JOIN uploads newer ON newer.id = line.id
        JOIN uploads older ON older.id = newer.replaces AND older.id < newer.id
        AND older.profile_id = newer.profile_id
       WHERE ${endedWithout('newer')}
       AND coalesce(newer.options ->> 'answer', newer.options ->> 'changed') IN ('replace', 'ask'))
      SELECT min(id) FROM line) END
  LEFT JOIN uploads first ON first.id = own.duplicate_of
  JOIN uploads ON uploads.id = iif(own.state = 'duplicate' AND (first.replaced_by IS NOT NULL
    OR first.folder_id IS NOT NULL AND first.id IN (${olderVersions('own.id')})), first.id, own.id)`;

/**
 * The row of another file is decisive: of the upload with the same bytes, or of several rows that mean one
 * document, the first.
 */
const isCopy = `(uploads.state = 'duplicate' AND uploads.remote_content_id IS NULL OR EXISTS (
  SELECT 1 FROM uploads same JOIN local_files first ON first.upload_id = same.id
   WHERE (same.id = uploads.id OR uploads.replaced_by IS NOT NULL AND same.duplicate_of = uploads.id
       AND same.state = 'duplicate')
     AND first.id < gone.id AND first.disposition = 'gone'
     AND (first.reason IS NULL OR first.reason IN ('DELETE_APPROVED', 'DELETE_CAP'))))`;

/** The version before this upload may still become a document, which then has to go too. */
const stillReplaces = (upload: string) =>
  `(${upload}.replaces IS NOT NULL AND coalesce(${upload}.after_state, '') IN ('pending', 'replace', 'add-tags'))`;

/** The file is still in a folder of the profile, under a name that is left out or has no upload. */
const isRenamed = `EXISTS (SELECT 1 FROM local_files renamed
  WHERE renamed.inode = gone.inode AND renamed.size = gone.size AND renamed.mtime_ns = gone.mtime_ns
    AND renamed.id <> gone.id AND renamed.folder_id IN (SELECT value FROM json_each(?2))
    AND renamed.disposition <> 'gone' AND (renamed.disposition = 'ignored' OR renamed.upload_id IS NULL))`;
/**
 * An unread file of its size may be this one: renamed, moved to another drive, or copied, and saved or touched
 * since.
 */
const isUnread = `(EXISTS (SELECT 1 FROM local_files unread
  WHERE unread.size = gone.size AND ${unreadFile} AND unread.folder_id IN (SELECT value FROM json_each(?2)))
  OR EXISTS (SELECT 1 FROM uploads unread
  WHERE unread.size = gone.size AND ${unreadUpload}
    AND unread.profile_id = uploads.profile_id AND unread.id NOT IN (uploads.id, gone.upload_id)))`;

/**
 * It may be in a folder that cannot be read, or have a name that cannot be decoded: something of that kind
 * came after it.
 */
const isHidden = `EXISTS (SELECT 1 FROM local_files hidden
  WHERE hidden.folder_id IN (SELECT value FROM json_each(?2)) AND hidden.disposition = 'unreadable'
    AND hidden.reason IN ('FOLDER_UNREADABLE', 'NAME_UNDECODABLE')
    AND hidden.first_seen_at >= gone.first_seen_at)`;

/**
 * Deleted files whose documents may have to follow, where nothing else stands for the document, and deleted
 * copies of other files.
 *
 * @param ofProfile ids of the watch folders of the profile, into which a file may have been moved
 */
export function listPendingDeletes(
  { statement }: Database,
  folderId: string,
  ofProfile: readonly string[],
): readonly PendingDelete[] {
  return statement(
    `SELECT gone.id AS localFileId, uploads.id AS uploadId, uploads.path AS path, gone.device, gone.reason,
            gone.changed_at AS at, gone.confirmed, gone.confirmed_at AS confirmedAt,
            (uploads.state = 'processing' OR ${stillReplaces('uploads')} OR ${stillReplaces('own')}) AS isOpen,
            ${isCopy} AS isCopy
       FROM local_files gone ${whoseDocument}
      WHERE gone.folder_id = ?1 AND gone.id IN (SELECT id FROM local_files WHERE folder_id = ?1
      AND ${pendingDelete})
        AND (${isCopy} OR (uploads.state IN ('completed', 'processing') OR ${standsForOthers}) AND ${nobodyElse('gone.id')})
        AND NOT ${isRenamed} AND NOT ${isUnread} AND NOT ${isHidden}`,
  ).all(folderId, JSON.stringify(ofProfile)) as unknown as PendingDelete[];
}

/** How many deletes were passed on after that time, milliseconds since the epoch, by volume. */
export function listRecentDeletes(
  { statement }: Database,
  folderId: string,
  after: number,
): readonly { readonly device: string; readonly count: number }[] {
  return statement(
    `SELECT device, count(*) AS count FROM local_files
      WHERE folder_id = ? AND disposition = 'gone' AND reason = 'deleted' AND changed_at > ? GROUP BY device`,
  ).all(folderId, Math.round(after)) as unknown as { device: string; count: number }[];
}

/**
 * Uploaded files that are still there on a volume, also while they are saved again, counted no further than
 * is needed: a folder may hold a million.
 */
export function countPresent(
  { statement }: Database,
  { folderId, device, atMost }: { folderId: string; device: string; atMost: number },
): number {
  const row = statement(
    `SELECT count(*) AS count FROM (SELECT 1 FROM local_files
      WHERE folder_id = ? AND disposition IN ('taken', 'settling')
        AND (disposition = 'taken' OR upload_id IS NOT NULL) AND device = ? LIMIT ?)`,
  ).get(folderId, device, atMost) as { count: number };
  return row.count;
}

/**
 * How many files vanished together and wait for a person (`DELETE_CAP`), and since when; null where there are
 * none.
 */
export function countHeldDeletes(
  { statement }: Database,
  folderId: string,
): { readonly files: number; readonly since: number | null } {
  return statement(
    `SELECT count(*) AS files, min(changed_at) AS since FROM local_files
      WHERE folder_id = ? AND disposition = 'gone' AND reason = 'DELETE_CAP'`,
  ).get(folderId) as { files: number; since: number | null };
}

/** Notes on rows of deleted files what became of their documents. */
export function markDeletes(
  database: Database,
  ids: readonly number[],
  reason: string | null,
  now: number,
): void {
  database.transaction(() => {
    const mark = database.statement(
      `UPDATE local_files SET reason = ?, changed_at = ? WHERE id = ? AND disposition = 'gone'`,
    );
    for (const id of ids) mark.run(reason, Math.round(now), id);
  });
}

/**
 * Call when a folder stops passing deletes on, or is removed: the documents of files that were deleted before
 * stay, unless the user already decided about them.
 */
export function keepUndecided({ statement }: Pick<Database, 'statement'>, folderId: string): void {
  statement(
    `UPDATE local_files SET reason = 'kept' WHERE folder_id = ? AND disposition = 'gone' AND reason IS NULL`,
  ).run(folderId);
}

/**
 * Files that vanished together and wait for a person (`DELETE_CAP`), with the uploads whose documents they mean.
 * One that may still be in a folder of the profile is `isUnclear`.
 */
export function heldDeletes(
  { statement }: Database,
  folderId: string,
  ofProfile: readonly string[],
): readonly { readonly localFileId: number; readonly uploadId: number | null; readonly isUnclear: 0 | 1 }[] {
  return statement(
    `SELECT gone.id AS localFileId, means.uploadId, coalesce(means.isUnclear, 0) AS isUnclear
       FROM local_files gone LEFT JOIN (
         SELECT gone.id AS id, uploads.id AS uploadId, ${isRenamed} OR ${isUnread} OR ${isHidden} AS isUnclear
           FROM local_files gone ${whoseDocument}
          WHERE gone.folder_id = ?1 AND gone.disposition = 'gone' AND gone.reason = 'DELETE_CAP') means
         ON means.id = gone.id
      WHERE gone.folder_id = ?1 AND gone.disposition = 'gone' AND gone.reason = 'DELETE_CAP'`,
  ).all(folderId, JSON.stringify(ofProfile)) as unknown as ReturnType<typeof heldDeletes>;
}

/**
 * Notes on rows of deleted files that their deletes are passed on, where their documents are going or gone. A
 * document that another file came to stand for meanwhile stays, and its rows are `otherwise`: looked at again
 * once nothing else does.
 */
export function markPassedOn(
  database: Database,
  ids: readonly number[],
  otherwise: null | 'DELETE_APPROVED',
  now: number,
): void {
  const stays = database.statement(
    `SELECT 1 FROM local_files gone ${whoseDocument}
      WHERE gone.id = ? AND (uploads.state IN ('completed', 'processing', 'attention')
        AND uploads.content_id IS NOT NULL OR ${standsForOthers}) AND NOT ${isCopy}`,
  );
  database.transaction(() => {
    const staying = new Set(ids.filter((id) => stays.get(id) !== undefined));
    const going = ids.filter((id) => !staying.has(id));
    markDeletes(database, going, 'deleted', now);
    markDeletes(database, [...staying], otherwise, now);
  });
}
