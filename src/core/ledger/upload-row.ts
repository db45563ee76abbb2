import type { ContentId } from '#shared/ids/ids.ts';
import type { Upload, UploadOptions, UploadState } from '#shared/uploads/upload.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import type { Absence } from '../service/absence.ts';

/** An upload as the engine sees it: the public shape and the bookkeeping around it. */
export interface UploadRow extends Omit<Upload, 'contentId'> {
  readonly contentId: ContentId | null;
  readonly mtimeNs: string;
  readonly sortKey: number;
  readonly etag: string | null;
  readonly polls: number;
  readonly pollAt: number | null;
  readonly afterState: string | null;
  /** How often what is left to do was tried in vain. */
  readonly afterTries: number;
  /** Looks in a row that brought no answer about its document. */
  readonly failedLooks: number;
  /** Since when the service has said the same status, ms since the epoch. */
  readonly statusSince: number | null;
  /** Looks for its document that the service answered with "not there", undefined when the last one found it. */
  readonly absence: Absence | undefined;
  /** The newer version of the file that stands in place of this one (W7). */
  readonly replacedBy: number | null;
}

/** Columns that change in an upload's life, by their name in the ledger. */
export interface UploadPatch {
  readonly state?: UploadState;
  readonly folder_id?: string | null;
  readonly path?: string;
  readonly size?: number;
  readonly mtime_ns?: string;
  readonly sha256?: string | null;
  readonly lane?: number;
  readonly sort_key?: number;
  readonly paused?: 0 | 1;
  readonly attempts?: number;
  readonly not_before?: number;
  readonly content_id?: ContentId | null;
  readonly duplicate_of?: number | null;
  readonly replaces?: number | null;
  readonly code?: string | null;
  readonly detail?: string | null;
  readonly request_id?: string | null;
  readonly remote_status?: string | null;
  readonly remote_error?: string | null;
  readonly options?: string;
  readonly etag?: string | null;
  readonly landed_at?: number | null;
  readonly finished_at?: number | null;
  readonly polls?: number;
  readonly poll_at?: number | null;
  readonly stuck_since?: number | null;
  readonly failed_looks?: number;
  readonly after_tries?: number;
  readonly status_since?: number | null;
  readonly after_state?: string | null;
  readonly absent_since?: number | null;
  readonly absent_looks?: number;
  readonly replaced_by?: number | null;
}

/** What is journaled of looks in vain; undefined: the document was found, or is another one now. */
export function absencePatch(absence: Absence | undefined): UploadPatch {
  return { absent_since: absence?.since ?? null, absent_looks: absence?.looks ?? 0 };
}

type Row = Record<string, unknown>;

export function toUploadRow(raw: unknown): UploadRow {
  const row = raw as Row;
  return {
    id: row.id as number,
    profileId: row.profile_id as string,
    folderId: row.folder_id as string | null,
    path: row.path as string,
    fileName: row.file_name as string,
    size: row.size as number,
    mtimeNs: row.mtime_ns as string,
    sha256: row.sha256 as string | null,
    state: row.state as UploadState,
    lane: row.lane as number,
    sortKey: row.sort_key as number,
    paused: row.paused === 1,
    attempts: row.attempts as number,
    notBefore: row.not_before as number,
    contentId: row.content_id as ContentId | null,
    duplicateOf: row.duplicate_of as number | null,
    replaces: row.replaces as number | null,
    code: row.code as string | null,
    detail: row.detail as string | null,
    requestId: row.request_id as string | null,
    remoteStatus: row.remote_status as string | null,
    remoteError: row.remote_error as string | null,
    options: parseOptions(row.options as string),
    etag: row.etag as string | null,
    createdAt: row.created_at as number,
    updatedAt: row.updated_at as number,
    landedAt: row.landed_at as number | null,
    finishedAt: row.finished_at as number | null,
    polls: row.polls as number,
    pollAt: row.poll_at as number | null,
    afterState: row.after_state as string | null,
    stuckSince: row.stuck_since as number | null,
    failedLooks: row.failed_looks as number,
    afterTries: row.after_tries as number,
    statusSince: row.status_since as number | null,
    absence:
      row.absent_since === null
        ? undefined
        : { since: row.absent_since as number, looks: row.absent_looks as number },
    replacedBy: row.replaced_by as number | null,
  };
}

let lastText = '';
let lastOptions: UploadOptions | undefined;

/** Rows of one folder share their options text, so the last parse is kept. */
function parseOptions(text: string): UploadOptions {
  if (text !== lastText || !lastOptions) {
    lastOptions = uploadOptionsSchema.parse(JSON.parse(text));
    lastText = text;
  }
  return lastOptions;
}

/** The public shape, without the engine's bookkeeping. */
export function toUpload(row: UploadRow): Upload {
  const {
    mtimeNs: _mtime,
    sortKey: _sort,
    etag: _etag,
    polls: _polls,
    pollAt: _pollAt,
    afterState: _after,
    afterTries: _afterTries,
    failedLooks: _failedLooks,
    statusSince: _statusSince,
    absence: _absence,
    replacedBy: _replacedBy,
    ...upload
  } = row;
  return upload;
}
