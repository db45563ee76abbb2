import type { Database } from './database.ts';
import type { Disposition } from './local-file-row.ts';

/** A local file that stands for an upload, as the watcher last wrote it down. */
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

/** The local files that stand for an upload, what can be sent first. */
export function localPlaces({ statement }: Database, uploadId: number): LocalPlace[] {
  const places = statement(
    `SELECT id, folder_id AS folderId, directory, name, disposition, reason, size, mtime_ns AS mtimeNs
      FROM local_files
       WHERE upload_id = ?`,
  ).all(uploadId) as unknown as LocalPlace[];
  // Not by SQLite: nearly always there is one, and it is asked for five times an upload.
  return places.length < 2 ? places : places.sort((one, two) => rank(one) - rank(two) || one.id - two.id);
}

function rank({ disposition }: LocalPlace): number {
  return disposition === 'taken' ? 0 : disposition === 'gone' ? 2 : 1;
}

/**
 * The rows of `uploads` that mean the document of a row of `uploads`: itself, its duplicates, and those of a
 * former service or another profile that uploaded or recognised the same document.
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
 * The uploads that a row `same` of `uploads` was followed by: of newer versions that replace it, and of the same
 * bytes where its profile was led to another service, or its folder went to another profile.
 */
const line = `WITH RECURSIVE line (id) AS (VALUES (same.id)
  UNION SELECT newer.id FROM line JOIN uploads older ON older.id = line.id
    JOIN uploads newer ON newer.replaces = older.id
     AND iif(newer.profile_id = older.profile_id,
       coalesce(newer.options ->> 'answer', newer.options ->> 'changed') IN ('replace', 'ask'),
       newer.sha256 = older.sha256))`;

/**
 * The ids of the older versions of the file of an upload, whatever became of them: of what was there on the same
 * drive.
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
 * Nothing else stands for the document of a row of `uploads`: no other local file, also none that is gone
 * until it was decided that its delete is passed on, nothing with the same bytes that a person added by hand,
 * and no older version of a file, whose row is the newer one's: that goes with the file only where newer
 * versions replace it. What a former service or another profile knows of the document counts too.
 *
 * @param but SQL of the id of the local file whose delete is asked about
 */
export const nobodyElse = (but = '0') => `NOT EXISTS (
  SELECT 1 FROM uploads same LEFT JOIN local_files other ON other.upload_id = same.id
   WHERE same.id IN (${sameDocument})
     AND (other.id IS NOT NULL OR same.id <> uploads.id) AND ${isStoodFor(but)})`;

/**
 * A duplicate of a row of `uploads` whose file is there, or has a newer version that does not replace it.
 */
export const hasCopy = `EXISTS (
  SELECT 1 FROM uploads same LEFT JOIN local_files other ON other.upload_id = same.id
   WHERE same.duplicate_of = uploads.id AND same.state = 'duplicate' AND ${isStoodFor('0')})`;

/**
 * A former service or another profile knows the document of a row of `uploads`, and not by a file that has the
 * row itself now: a newer version of that file is no reason to delete it.
 */
export const isKnownElsewhere = `EXISTS (
  SELECT 1 FROM uploads same
   WHERE same.id IN (${elsewhere('content_id')} UNION ALL ${elsewhere('remote_content_id')})
     AND NOT EXISTS (${line} SELECT 1 FROM line LEFT JOIN local_files heir ON heir.upload_id = line.id
      WHERE line.id = uploads.id OR NOT ${stays('heir', '0')}))`;

/**
 * Whether the file of a row `same` of `uploads` stays: the file `other`, or, where a newer version has its row, one
 * that was not deleted.
 */
function isStoodFor(but: string): string {
  return `(${stays('other', but)} OR other.id IS NULL AND NOT EXISTS (
    ${line} SELECT 1 FROM line JOIN local_files heir ON heir.upload_id = line.id WHERE NOT ${stays('heir', but)}))`;
}

/** Whether a local file is there, or its document stays without it, at least for now. */
function stays(file: string, but: string): string {
  return `(${file}.id <> ${but} AND (${file}.disposition <> 'gone' OR ${file}.reason IS NOT 'deleted'))`;
}

/** A local file that Sluice has not read yet; word for word the condition of the index `local_files_unread`. */
export const unreadFile = `(disposition = 'settling' OR disposition = 'held' OR disposition = 'unreadable')`;

/** An upload whose file Sluice has not read yet; word for word the condition of the index `uploads_unread`. */
export const unreadUpload = `(state = 'queued' OR state = 'attention' AND sha256 IS NULL AND content_id IS NULL)`;

/**
 * A row whose upload is of the bytes that the row was last seen with. Where it is not, the file was saved and
 * not queued since: the upload may not represent it.
 */
export const isOfItsUpload = `EXISTS (SELECT 1 FROM uploads WHERE uploads.id = local_files.upload_id
  AND iif(uploads.sha256 IS NULL,
    uploads.size = local_files.size AND uploads.mtime_ns = local_files.mtime_ns,
    uploads.sha256 IS local_files.sha256))`;

/**
 * A row of `uploads` that stands for a document of another machine of the team, with nothing left to do. Once
 * it is `cancelled`, the team is told that this machine lets the document go.
 */
export const standsForOthers = `(uploads.state = 'duplicate' AND uploads.remote_content_id IS NOT NULL
  AND uploads.after_state IS NULL)`;

/**
 * - `current`: the local file is what was read, and quiet
 * - `changed`: it is not, or it is settling again; the watcher will hand it over once it is whole
 * - `elsewhere`: it is not where it was when it was decided what to send, or was left out since
 * - `superseded`: its name stands for another upload now, or for none
 */
export type LocalStanding = 'current' | 'changed' | 'elsewhere' | 'superseded';

/**
 * What has become of the local file of a folder's upload since it was decided what to send, now that it has
 * been read (W1, W3).
 */
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
