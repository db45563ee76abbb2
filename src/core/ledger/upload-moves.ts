import { replacedDetail } from '#shared/uploads/open-states.ts';
import type { UploadOptions, UploadState } from '#shared/uploads/upload.ts';
import type { Database } from './database.ts';
import { newUuid } from './new-uuid.ts';
import { toColumns, toUploadRow, type UploadAt, type UploadPatch, type UploadRow } from './upload-row.ts';

export interface NewUpload {
  readonly profileId: string;
  readonly folderId: string | null;
  readonly path: string;
  readonly fileName: string;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly lane: number;
  readonly replaces: number | null;
  readonly options: UploadOptions;
}

export interface UploadEventDraft {
  readonly kind: string;
  readonly detail?: Record<string, unknown>;
}

export interface Move extends UploadAt {
  readonly from: readonly UploadState[];
  readonly patch: UploadPatch;
  readonly event?: UploadEventDraft;
}

/**
 * How a row of the table of uploads comes, moves on and ends: what all else that is done with one is made of.
 */
export function createUploadMoves({ statement, transaction }: Database, now: () => number) {
  function record(uploadId: number, event: UploadEventDraft): void {
    statement('INSERT INTO upload_events (upload_id, at, kind, detail) VALUES (?, ?, ?, ?)').run(
      uploadId,
      Math.round(now()),
      event.kind,
      event.detail ? JSON.stringify(event.detail) : null,
    );
  }

  function get(id: number): UploadRow | undefined {
    const row = statement('SELECT * FROM uploads WHERE id = ?').get(id);
    return row ? toUploadRow(row) : undefined;
  }

  /**
   * Writes a decision about an upload, if the upload still is what the decision was made about: in one of the
   * states that the caller expects, and of the same revision. False when a cancel, the watcher or another
   * process changed it first: then the caller stops, and the job starts over.
   */
  function advance(
    { id, revision }: UploadAt,
    from: readonly UploadState[],
    patch: UploadPatch,
    event?: UploadEventDraft,
  ): boolean {
    return transaction(() => {
      const columns = toColumns(patch);
      const { changes } = statement(
        `UPDATE uploads SET ${columns.map(([column]) => `${column} = ?, `).join('')}updated_at = ?
           WHERE id = ? AND revision = ? AND state IN (${from.map(() => '?').join()})`,
      ).run(...columns.map(([, cell]) => cell), Math.round(now()), id, revision, ...from);
      if (Number(changes) === 0) return false;
      if (event) record(id, event);
      return true;
    });
  }

  /** Adds a job; call inside a transaction together with what it stands for. */
  function add(upload: NewUpload): number {
    const at = Math.round(now());
    const { lastInsertRowid } = statement(
      `INSERT INTO uploads (uuid, profile_id, folder_id, path, file_name, size, mtime_ns, state, lane,
        sort_key, replaces, options, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?)`,
    ).run(
      newUuid(),
      upload.profileId,
      upload.folderId,
      upload.path,
      upload.fileName,
      upload.size,
      String(upload.mtimeNs),
      upload.lane,
      at,
      upload.replaces,
      JSON.stringify(upload.options),
      at,
      at,
    );
    return Number(lastInsertRowid);
  }

  /**
   * Ends a queued upload that no local file stands for any more: its bytes are gone, overwritten by those of
   * a newer one, which takes its place in the line of versions.
   */
  function supersede(upload: UploadAt): boolean {
    return transaction(() => {
      const ended = advance(
        upload,
        ['queued'],
        { state: 'cancelled', code: null, detail: replacedDetail, finishedAt: now() },
        { kind: 'superseded' },
      );
      if (!ended) return false;
      // What is on another drive than the file of that name before has nothing to do with it.
      statement(
        `UPDATE uploads SET replaces = older.replaces FROM uploads AS older
          WHERE older.id = ?1 AND uploads.replaces = ?1 AND (older.options ->> 'answer' IS NULL OR older.options ->> 'answer' = 'replace'
            OR older.options ->> 'answer' = 'new-document' AND older.options ->> 'changed' = 'ask')`,
      ).run(upload.id);
      return true;
    });
  }

  return {
    get,
    record,
    advance,
    add,
    supersede,

    /** Adds many jobs in one transaction; their ids. */
    addMany(added: readonly NewUpload[]): number[] {
      return transaction(() => added.map(add));
    },

    /** Many moves in one transaction; how many were made. */
    advanceMany(moves: readonly Move[]): number {
      return transaction(
        () => moves.filter((move) => advance(move, move.from, move.patch, move.event)).length,
      );
    },
  };
}

export type UploadMoves = ReturnType<typeof createUploadMoves>;
