import type { Database } from './database.ts';
import type { Disposition } from './local-file-row.ts';

/** A local file whose row refers to an upload, as the watcher last wrote it. */
export interface LocalPlace {
  readonly id: number;
  readonly folderId: string;
  readonly directory: string;
  readonly name: string;
  readonly disposition: Disposition;
  readonly reason: string | null;
  readonly size: number;
  readonly mtimeNs: string;
}

/** The local files whose rows refer to an upload. Files that can be uploaded come first. */
export function localPlaces({ statement }: Database, uploadId: number): LocalPlace[] {
  const places = statement(
    `SELECT id, folder_id AS folderId, directory, name, disposition, reason, size, mtime_ns AS mtimeNs
      FROM local_files
       WHERE upload_id = ?`,
  ).all(uploadId) as unknown as LocalPlace[];
  // Sorted here and not by SQLite: nearly always there is one row, and each upload needs it five times.
  return places.length < 2 ? places : places.sort((one, two) => rank(one) - rank(two) || one.id - two.id);
}

function rank({ disposition }: LocalPlace): number {
  return disposition === 'taken' ? 0 : disposition === 'gone' ? 2 : 1;
}

/**
 * The uploads with the same document as a row of `uploads`: itself, its duplicates, and uploads of a former service or
 * another profile that uploaded or recognised this document.
 */
const sameDocument = `SELECT uploads.id
  UNION ALL SELECT id FROM uploads twin WHERE twin.duplicate_of = uploads.id AND twin.state = 'duplicate'
  UNION ALL ${elsewhere('content_id')} UNION ALL ${elsewhere('remote_content_id')}`;

function elsewhere(column: string): string {
  const first = `SELECT id FROM uploads first WHERE first.profile_id <> uploads.profile_id
    AND first.${column} = coalesce(uploads.content_id, uploads.remote_content_id)`;
  return `${first} UNION ALL SELECT id FROM uploads twin WHERE twin.duplicate_of IN (${first})
    AND twin.state = 'duplicate'`;
}

/**
 * The upload `same` and those that followed it: newer versions that replace it, and uploads of the same bytes after its
 * profile moved to another service or its folder to another profile.
 */
const line = `WITH RECURSIVE line (id) AS (VALUES (same.id)
  UNION SELECT newer.id FROM line JOIN uploads older ON older.id = line.id
    JOIN uploads newer ON newer.replaces = older.id
     AND iif(newer.profile_id = older.profile_id,
       coalesce(newer.options ->> 'answer', newer.options ->> 'changed') IN ('replace', 'ask'),
       newer.sha256 = older.sha256))`;

/**
 * The ids of the uploads of older versions of an upload's file on the same drive, in any state.
 *
 * @param id SQL of the upload's id
 */
export const olderVersions = (id: string) => `WITH RECURSIVE versions (id) AS (
  SELECT replaces FROM uploads WHERE id = ${id} AND options ->> 'answer' IS NOT 'other-file'
  UNION
  SELECT older.replaces FROM versions JOIN uploads older ON older.id = versions.id
   WHERE older.options ->> 'answer' IS NOT 'other-file')
  SELECT id FROM versions`;

/**
 * Nothing else needs the document of a row of `uploads`. Three things would need it:
 * - another local file, also one that is gone, until its delete is passed on
 * - an upload of the same bytes by hand
 * - an older version of a file, unless newer versions replace it
 *
 * Uploads of a former service or another profile count too.
 *
 * @param but SQL of the id of the local file whose deletion is being decided
 */
export const nobodyElse = (but = '0') => `NOT EXISTS (
  SELECT 1 FROM uploads same LEFT JOIN local_files other ON other.upload_id = same.id
   WHERE same.id IN (${sameDocument})
     AND (other.id IS NOT NULL OR same.id <> uploads.id) AND ${isStoodFor(but)})`;

/** A row of `uploads` has a duplicate whose file exists, or whose file has a newer version that does not replace it. */
export const hasCopy = `EXISTS (
  SELECT 1 FROM uploads same LEFT JOIN local_files other ON other.upload_id = same.id
   WHERE same.duplicate_of = uploads.id AND same.state = 'duplicate' AND ${isStoodFor('0')})`;

/**
 * Another profile or a former service has the document of a row of `uploads` for a different file. A newer version of
 * this row's file must not delete that document.
 */
export const isKnownElsewhere = `EXISTS (
  SELECT 1 FROM uploads same
   WHERE same.id IN (${elsewhere('content_id')} UNION ALL ${elsewhere('remote_content_id')})
     AND NOT EXISTS (${line} SELECT 1 FROM line LEFT JOIN local_files heir ON heir.upload_id = line.id
      WHERE line.id = uploads.id OR NOT ${stays('heir', '0')}))`;

/** Whether the file of the upload `same` remains: `other` or, if a newer version has its row, that version's file. */
function isStoodFor(but: string): string {
  return `(${stays('other', but)} OR other.id IS NULL AND NOT EXISTS (
    ${line} SELECT 1 FROM line JOIN local_files heir ON heir.upload_id = line.id WHERE NOT ${stays('heir', but)}))`;
}

/** Whether a local file exists, or its document remains without it, at least for now. */
function stays(file: string, but: string): string {
  return `(${file}.id <> ${but} AND (${file}.disposition <> 'gone' OR ${file}.reason IS NOT 'deleted'))`;
}

/** A local file that Sluice has not read yet. Must equal the condition of the index `local_files_unread`. */
export const unreadFile = `(disposition = 'settling' OR disposition = 'held' OR disposition = 'unreadable')`;

/** An upload whose file Sluice has not read yet. Must equal the condition of the index `uploads_unread`. */
export const unreadUpload = `(state = 'queued' OR state = 'attention' AND sha256 IS NULL AND content_id IS NULL)`;

/**
 * The upload of a row of `local_files` has the bytes that the watcher saw last. Otherwise the file was saved and is not
 * queued yet, so the upload may be of other content.
 */
export const isOfItsUpload = `EXISTS (SELECT 1 FROM uploads WHERE uploads.id = local_files.upload_id
  AND iif(uploads.sha256 IS NULL,
    uploads.size = local_files.size AND uploads.mtime_ns = local_files.mtime_ns,
    uploads.sha256 IS local_files.sha256))`;

/**
 * An upload that ended as the duplicate of another machine's document. When it is cancelled, Sluice reports to the team
 * that this machine no longer needs the document.
 */
export const standsForOthers = `(uploads.state = 'duplicate' AND uploads.remote_content_id IS NOT NULL
  AND uploads.after_state IS NULL)`;

/**
 * - `current`: the local file is stable and has the bytes that were read
 * - `changed`: it has other bytes or is settling again; the watcher queues it once it is complete
 * - `elsewhere`: it was moved since the decision what to upload, or is left out now
 * - `superseded`: no row refers to the upload any more
 */
export type LocalStanding = 'current' | 'changed' | 'elsewhere' | 'superseded';

/** Compares the local file of a watch folder's upload with the bytes that were just read (W1, W3). */
export function localStanding(
  database: Database,
  uploadId: number,
  read: { readonly size: number; readonly mtimeNs: bigint },
  decided: Pick<LocalPlace, 'folderId' | 'directory' | 'name'>,
): LocalStanding {
  const places = localPlaces(database, uploadId);
  if (places.length === 0) return 'superseded';
  const here = places.find(
    ({ folderId, directory, name }) =>
      folderId === decided.folderId && directory === decided.directory && name === decided.name,
  );
  if (!here || here.disposition === 'ignored') return 'elsewhere';
  const same = here.size === read.size && here.mtimeNs === String(read.mtimeNs);
  return here.disposition === 'taken' && same ? 'current' : 'changed';
}
