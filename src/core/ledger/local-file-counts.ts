import type { UploadState } from '#shared/uploads/upload.ts';
import type { WaitReason } from '#shared/uploads/wait-reasons.ts';
import type { Database } from './database.ts';
import type { LocalFileRow } from './local-file-row.ts';

/**
 * What became of an upload, as far as the coverage of its folder asks: `open` is whatever is under way,
 * `held` waits for another machine of the team that has the same bytes.
 */
export type UploadOutcome = 'open' | 'held' | 'completed' | 'duplicate' | 'attention' | 'cancelled';

/** What decides where a local file is counted. */
export interface LocalFileKind extends Pick<LocalFileRow, 'disposition' | 'reason'> {
  /** Of its upload. */
  readonly outcome: UploadOutcome | null;
  /** Why its upload needs a person; null where nobody knows, too. */
  readonly problem: string | null;
  /** Of the upload whose document this one's bytes are, for a duplicate. */
  readonly originalOutcome: UploadOutcome | null;
  readonly originalProblem: string | null;
}

/** How many local files of a folder are of one kind. */
export interface LocalFileCount extends LocalFileKind {
  readonly count: number;
}

/** A local file as it stands in a list. */
export interface ListedFile
  extends LocalFileKind,
    Pick<LocalFileRow, 'id' | 'directory' | 'name' | 'size' | 'uploadId' | 'dueAt'> {
  readonly since: number;
  readonly state: UploadState | null;
  /** Another machine of the team, which has the same bytes. */
  readonly machine: string | null;
}

/** A file of a directory, with the stat it had when it was looked at. */
export interface FileInDirectory
  extends LocalFileKind,
    Pick<LocalFileRow, 'name' | 'size' | 'mtimeNs' | 'uploadId' | 'dueAt'> {
  readonly state: UploadState | null;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

const files = `local_files files
    LEFT JOIN uploads ON uploads.id = files.upload_id
    LEFT JOIN uploads originals ON originals.id = uploads.duplicate_of`;

const kind = `files.disposition, files.reason, uploads.outcome, nullif(uploads.problem, '') AS problem,
  originals.outcome AS originalOutcome, nullif(originals.problem, '') AS originalProblem`;

const listed = `files.id, files.directory, files.name, files.size, files.changed_at AS since,
  files.upload_id AS uploadId,
            files.due_at AS dueAt, uploads.state, uploads.remote_machine AS machine, ${kind}`;

/** Which rows count: what was deleted locally does not, unless its document waits for a person. */
const counted = `(files.disposition <> 'gone' OR files.reason = 'DELETE_CAP')`;

const ofKind = `(files.disposition = ? AND files.reason IS ? AND uploads.outcome IS ?
      AND nullif(uploads.problem, '') IS ? AND originals.outcome IS ?
      AND nullif(originals.problem, '') IS ?)`;

/**
 * By one statement, so that all counts are of the same moment, and from what triggers counted
 * (docs/adr/0019): a million files cost no more than ten.
 */
export function countLocalFiles({ statement }: Database, folderId: string): readonly LocalFileCount[] {
  return statement(
    `SELECT disposition, nullif(reason, '') AS reason, nullif(outcome, '') AS outcome,
            nullif(problem, '') AS problem, nullif(original_outcome, '') AS originalOutcome,
            nullif(original_problem, '') AS originalProblem, files AS count
       FROM file_counts WHERE folder_id = ? AND files > 0
         AND (disposition <> 'gone' OR reason = 'DELETE_CAP')`,
  ).all(folderId) as unknown as LocalFileCount[];
}

/** The local files of at least one kind, ordered by path; by the key of the name, which has an index. */
export function listLocalFiles(
  { statement }: Database,
  folderId: string,
  kinds: readonly LocalFileKind[],
  { offset, limit }: Page,
): readonly ListedFile[] {
  return statement(
    `SELECT ${listed}
       FROM ${files}
      WHERE files.folder_id = ? AND ${counted} AND (${kinds.map(() => ofKind).join(' OR ')})
      ORDER BY files.directory, files.name_key LIMIT ? OFFSET ?`,
  ).all(
    folderId,
    ...kinds.flatMap(({ disposition, reason, outcome, problem, originalOutcome, originalProblem }) => [
      disposition,
      reason,
      outcome,
      problem,
      originalOutcome,
      originalProblem,
    ]),
    limit,
    offset,
  ) as unknown as (LocalFileKind & ListedFile)[];
}

/**
 * By the index of dispositions alone: who follows an agent asks for them with each change of the folder.
 * Behind them those whose upload waits for another machine, by the index of states.
 */
export function listWaitingFiles(
  { statement }: Database,
  folderId: string,
  reasons: readonly WaitReason[],
  { offset, limit }: Page,
): { total: number; rows: readonly ListedFile[] } {
  const where = `files.folder_id = ?1 AND files.disposition = 'settling'
         AND coalesce(files.reason, 'quiet') IN (SELECT value FROM json_each(?2))`;
  const chosen = [folderId, JSON.stringify(reasons)] as const;
  const count = statement(`SELECT count(*) AS total FROM local_files files WHERE ${where}`).get(...chosen);
  const settling = count?.total as number;
  const rows = statement(
    `SELECT ${listed} FROM ${files} WHERE ${where}
      ORDER BY files.reason IS NULL, files.directory, files.name, files.id LIMIT ?3 OFFSET ?4`,
  ).all(...chosen, limit, offset) as unknown as ListedFile[];
  if (!reasons.includes('other-machine')) return { total: settling, rows };
  const held = `uploads INDEXED BY uploads_state JOIN local_files files ON files.upload_id = uploads.id
      LEFT JOIN uploads originals ON originals.id = uploads.duplicate_of
     WHERE uploads.state = 'claiming' AND uploads.outcome = 'held' AND files.folder_id = ?1
       AND files.disposition = 'taken'`;
  const others = statement(`SELECT count(*) AS total FROM ${held}`).get(folderId)?.total as number;
  const more = statement(
    `SELECT ${listed} FROM ${held} ORDER BY files.directory, files.name, files.id LIMIT ?2 OFFSET ?3`,
  ).all(folderId, limit - rows.length, Math.max(0, offset - settling)) as unknown as ListedFile[];
  return { total: settling + others, rows: [...rows, ...more] };
}

/** Without those that are gone. */
export function listDirectory(
  { statement }: Database,
  folderId: string,
  directory: string,
): readonly FileInDirectory[] {
  return statement(
    `SELECT files.name, files.size, files.mtime_ns AS mtimeNs, files.upload_id AS uploadId,
      files.due_at AS dueAt, uploads.state, ${kind}
       FROM ${files} WHERE files.folder_id = ? AND files.directory = ? AND files.disposition <> 'gone'`,
  ).all(folderId, directory) as unknown as FileInDirectory[];
}
