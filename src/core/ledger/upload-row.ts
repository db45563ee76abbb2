import type { ContentId } from '#shared/ids/ids.ts';
import type { Upload, UploadOptions, UploadState } from '#shared/uploads/upload.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import type { Absence } from '../service/presence.ts';

/** An upload as the engine sees it: the public shape and the bookkeeping around it. */
export interface UploadRow
  extends Omit<Upload, 'contentId' | 'remoteMachine' | 'remotePerson' | 'remoteContentId'> {
  readonly contentId: ContentId | null;
  /** What other machines of a team know it by; `id` is this ledger's alone. */
  readonly uuid: string;
  readonly mtimeNs: string;
  readonly sortKey: number;
  readonly polls: number;
  readonly pollAt: number | null;
  readonly afterState: string | null;
  /** Raised by every change of what the upload stands for (docs/adr/0045). */
  readonly revision: number;
  /** How often what is left to do was tried in vain. */
  readonly afterTries: number;
  /** Looks in a row that brought no answer about its document. */
  readonly failedLooks: number;
  /** Since when the service has said the same status, ms since the epoch. */
  readonly statusSince: number | null;
  /**
   * Looks for its document that the service answered with "not there", undefined when the last one found it.
   */
  readonly absence: Absence | undefined;
  /** When its bytes were queued, wall ms: later than `createdAt` if the file was saved again before its upload. */
  readonly takenAt: number;
  /** The newer version of the file that stands in place of this one (W7). */
  readonly replacedBy: number | null;
  /** The machine of the team that has the same bytes, or is sending them, as people call it. */
  readonly remoteMachine: string | null;
  /** Who sits at it. */
  readonly remotePerson: string | null;
  /** The document that machine made of them. */
  readonly remoteContentId: ContentId | null;
}

/** An upload as it was when something was decided about it. */
export type UploadAt = Pick<UploadRow, 'id' | 'revision'>;

type NeverChanged =
  | 'id'
  | 'uuid'
  | 'profileId'
  | 'fileName'
  | 'createdAt'
  | 'takenAt'
  | 'updatedAt'
  | 'revision';

/** What changes in an upload's life, spelt as in its row. */
export type UploadPatch = Partial<Omit<UploadRow, NeverChanged>>;

type Cell = string | number | null;

const columnNames: Readonly<Record<Exclude<keyof UploadPatch, 'absence'>, string>> = {
  folderId: 'folder_id',
  path: 'path',
  size: 'size',
  mtimeNs: 'mtime_ns',
  sha256: 'sha256',
  state: 'state',
  lane: 'lane',
  sortKey: 'sort_key',
  paused: 'paused',
  attempts: 'attempts',
  notBefore: 'not_before',
  contentId: 'content_id',
  duplicateOf: 'duplicate_of',
  replaces: 'replaces',
  code: 'code',
  detail: 'detail',
  requestId: 'request_id',
  remoteStatus: 'remote_status',
  remoteError: 'remote_error',
  options: 'options',
  landedAt: 'landed_at',
  finishedAt: 'finished_at',
  polls: 'polls',
  pollAt: 'poll_at',
  afterState: 'after_state',
  stuckSince: 'stuck_since',
  failedLooks: 'failed_looks',
  afterTries: 'after_tries',
  statusSince: 'status_since',
  replacedBy: 'replaced_by',
  remoteMachine: 'remote_machine',
  remotePerson: 'remote_person',
  remoteContentId: 'remote_content_id',
};

/** A patch by the columns of the ledger, in its order. @throws TypeError for what is no part of a row */
export function toColumns(patch: UploadPatch): (readonly [column: string, cell: Cell])[] {
  return Object.entries(patch).flatMap(([name, value]) => {
    if (name === 'absence') {
      // Undefined: the document was found, or is another one now.
      const absence = value as Absence | undefined;
      return [
        ['absent_since', rounded(absence?.since ?? null)],
        ['absent_looks', absence?.looks ?? 0],
      ] as const;
    }
    const column = columnNames[name as keyof typeof columnNames];
    if (column === undefined) throw new TypeError(`an upload has no ${name}`);
    return [[column, toCell(value)] as const];
  });
}

function toCell(value: UploadPatch[keyof UploadPatch]): Cell {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined) return null;
  return value === null || typeof value !== 'object' ? rounded(value) : JSON.stringify(value);
}

/** Times are whole milliseconds in the ledger. */
function rounded(value: Cell): Cell {
  return typeof value === 'number' ? Math.round(value) : value;
}

type Row = Record<string, unknown>;

export function toUploadRow(raw: unknown): UploadRow {
  const row = raw as Row;
  return {
    id: row.id as number,
    uuid: row.uuid as string,
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
    createdAt: row.created_at as number,
    takenAt: (row.taken_at ?? row.created_at) as number,
    updatedAt: row.updated_at as number,
    landedAt: row.landed_at as number | null,
    finishedAt: row.finished_at as number | null,
    polls: row.polls as number,
    pollAt: row.poll_at as number | null,
    afterState: row.after_state as string | null,
    revision: row.revision as number,
    stuckSince: row.stuck_since as number | null,
    failedLooks: row.failed_looks as number,
    afterTries: row.after_tries as number,
    statusSince: row.status_since as number | null,
    absence:
      row.absent_since === null
        ? undefined
        : { since: row.absent_since as number, looks: row.absent_looks as number },
    replacedBy: row.replaced_by as number | null,
    remoteMachine: row.remote_machine as string | null,
    remotePerson: row.remote_person as string | null,
    remoteContentId: row.remote_content_id as ContentId | null,
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
    uuid: _uuid,
    mtimeNs: _mtime,
    takenAt: _takenAt,
    sortKey: _sort,
    polls: _polls,
    pollAt: _pollAt,
    afterState: _after,
    revision: _revision,
    afterTries: _afterTries,
    failedLooks: _failedLooks,
    statusSince: _statusSince,
    absence: _absence,
    replacedBy: _replacedBy,
    remoteMachine,
    remotePerson,
    remoteContentId,
    ...upload
  } = row;
  return {
    ...upload,
    ...(remoteMachine === null ? {} : { remoteMachine }),
    ...(remotePerson === null ? {} : { remotePerson }),
    ...(remoteContentId === null ? {} : { remoteContentId }),
  };
}
