import type { UploadEvent, UploadFilter } from '#shared/bridge/uploads.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import type { Database } from './database.ts';
import { toUploadRow, type UploadRow } from './upload-row.ts';

export interface HistoryQuery {
  readonly filter: UploadFilter;
  readonly order: 'newest' | 'oldest' | 'queue';
  readonly offset: number;
  readonly limit: number;
}

const afterUploadFailed = 'AFTER_UPLOAD_FAILED';

const orders = { newest: 'id DESC', oldest: 'id', queue: 'lane, sort_key, id' };

/** Reads over all uploads there ever were, and the bulk changes a person makes to them. */
export function createUploadHistory(database: Database, now: () => number) {
  const { statement } = database;

  /** Changes every upload of the filter that is in one of `states`; how many were changed. */
  function change(
    filter: UploadFilter,
    states: readonly UploadState[],
    assignments: string,
    values: (string | number | null)[],
  ): number {
    const where = toSql(filter);
    const { changes } = statement(
      `UPDATE uploads SET ${assignments}, updated_at = ? WHERE ${where.sql} AND state IN (${states.map(() => '?').join()})`,
    ).run(...values, Math.round(now()), ...where.values, ...states);
    return Number(changes);
  }

  /** What was left to do after an upload's end failed: only that is done again. */
  function retryAfter(filter: UploadFilter): number {
    const again = 'code = NULL, detail = NULL, not_before = 0';
    const left = { ...filter, code: afterUploadFailed };
    return (
      change(left, ['completed'], `after_state = 'pending', ${again}`, []) +
      change(left, ['duplicate'], `after_state = 'add-tags', ${again}`, [])
    );
  }

  return {
    list(query: HistoryQuery): { total: number; rows: UploadRow[] } {
      const where = toSql(query.filter);
      const { n } = statement(`SELECT count(*) AS n FROM uploads WHERE ${where.sql}`).get(
        ...where.values,
      ) as { n: number };
      const rows = statement(
        `SELECT * FROM uploads WHERE ${where.sql} ORDER BY ${orders[query.order]} LIMIT ? OFFSET ?`,
      ).all(...where.values, query.limit, query.offset);
      return { total: n, rows: rows.map(toUploadRow) };
    },

    counts(filter: UploadFilter): Partial<Record<UploadState, number>> {
      const where = toSql(filter);
      const rows = statement(
        `SELECT state, count(*) AS n FROM uploads WHERE ${where.sql} GROUP BY state`,
      ).all(...where.values);
      return Object.fromEntries(rows.map((row) => [row.state as UploadState, row.n as number]));
    },

    events(uploadId: number): UploadEvent[] {
      const rows = statement(
        'SELECT at, kind, detail FROM upload_events WHERE upload_id = ? ORDER BY id',
      ).all(uploadId);
      return rows.map((row) => ({
        at: row.at as number,
        kind: row.kind as string,
        detail: row.detail === null ? null : (JSON.parse(row.detail as string) as Record<string, unknown>),
      }));
    },

    /** Bytes and files that still have to be sent. */
    backlog(): { files: number; bytes: number } {
      const row = statement(
        `SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM uploads
           WHERE state IN ('queued', 'enriching', 'reserved', 'putting', 'verifying') AND paused = 0`,
      ).get() as { files: number; bytes: number };
      return row;
    },

    /** A manual retry clears every wait; what had failed or was cancelled starts anew (X7). */
    retry(filter: UploadFilter): number {
      return database.transaction(() => {
        const where = toSql(filter);
        statement(
          `INSERT INTO upload_events (upload_id, at, kind, detail)
             SELECT id, ?, 'retried', NULL FROM uploads WHERE ${where.sql} AND state IN ('attention', 'cancelled')`,
        ).run(Math.round(now()), ...where.values);
        return (
          change(
            filter,
            ['queued', 'enriching', 'reserved', 'putting', 'verifying', 'cancelling'],
            'not_before = 0, attempts = 0, paused = 0, code = NULL, detail = NULL',
            [],
          ) +
          change(filter, ['processing'], 'poll_at = 0', []) +
          change(
            filter,
            ['attention', 'cancelled'],
            `state = CASE WHEN content_id IS NULL THEN 'queued' ELSE 'cancelling' END,
               after_state = CASE WHEN content_id IS NULL THEN NULL ELSE 'requeue' END, not_before = 0, attempts = 0,
               code = NULL, detail = NULL, request_id = NULL, paused = 0, finished_at = NULL`,
            [],
          ) +
          (filter.code === undefined || filter.code === afterUploadFailed ? retryAfter(filter) : 0)
        );
      });
    },

    /** Whatever is not finished is cancelled; what may exist at the service is cleaned up by the engine. */
    cancel(filter: UploadFilter): number {
      return database.transaction(() => {
        const where = toSql(filter);
        // A POST may be under way whose answer nobody will read any more.
        statement(
          `INSERT INTO abandoned_slots (profile_id, content_id, file_name, since, until, upload_id, state, not_before)
             SELECT profile_id, NULL, file_name, updated_at, ?, id, 'open', ? FROM uploads
             WHERE ${where.sql} AND state = 'enriching'`,
        ).run(Math.round(now()), Math.round(now()), ...where.values);
        return change(
          filter,
          ['queued', 'enriching', 'reserved', 'putting', 'verifying', 'processing', 'attention'],
          `state = 'cancelling', after_state = NULL, not_before = 0, paused = 0`,
          [],
        );
      });
    },

    /** Local files are gone and their folder wants the documents gone too (W9): the engine deletes them. */
    deleteDocuments(uploadIds: readonly number[]): number {
      return change(
        { ids: [...uploadIds] },
        ['completed', 'processing', 'attention'],
        `state = 'cancelling', not_before = 0`,
        [],
      );
    },

    pause(filter: UploadFilter, paused: boolean): number {
      return change(filter, ['queued', 'enriching', 'reserved', 'putting', 'verifying'], 'paused = ?', [
        paused ? 1 : 0,
      ]);
    },

    /** What was moved last stands first: the key is the negative time. */
    moveToTop(filter: UploadFilter): number {
      return change(filter, ['queued', 'verifying'], 'lane = 0, sort_key = ?, not_before = 0', [
        -Math.round(now()),
      ]);
    },

    /** Answers the question an upload stands at; the answer stands in its history, and in its options where it is one. */
    resolve(filter: UploadFilter, choice: 'new-document' | 'replace' | 'upload'): number {
      return database.transaction(() => {
        const where = toSql(filter);
        statement(
          `INSERT INTO upload_events (upload_id, at, kind, detail)
             SELECT id, ?, 'resolved', json_object('choice', ?) FROM uploads WHERE ${where.sql} AND state = 'attention'`,
        ).run(Math.round(now()), choice, ...where.values);
        const queued = `state = 'queued', code = NULL, detail = NULL, not_before = 0`;
        return choice === 'upload'
          ? change(filter, ['attention'], queued, [])
          : change(filter, ['attention'], `options = json_set(options, '$.changed', ?), ${queued}`, [choice]);
      });
    },

    /** The person says the service already has this file: nothing is sent. */
    markAlreadyThere(filter: UploadFilter): number {
      return change(
        filter,
        ['attention'],
        `state = 'cancelled', code = NULL, detail = 'already at the service', finished_at = ?`,
        [Math.round(now())],
      );
    },
  };
}

export type UploadHistory = ReturnType<typeof createUploadHistory>;

function toSql(filter: UploadFilter): { sql: string; values: (string | number)[] } {
  const parts = ['1 = 1'];
  const values: (string | number)[] = [];
  const add = (sql: string, ...added: (string | number)[]) => {
    parts.push(sql);
    values.push(...added);
  };
  if (filter.ids) add('id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.ids));
  if (filter.states) add('state IN (SELECT value FROM json_each(?))', JSON.stringify(filter.states));
  if (filter.folderId === null) add('folder_id IS NULL');
  else if (filter.folderId !== undefined) add('folder_id = ?', filter.folderId);
  if (filter.code !== undefined) add('code = ?', filter.code);
  if (filter.contentId !== undefined) add('content_id = ?', filter.contentId);
  if (filter.search !== undefined) add('instr(lower(path), lower(?)) > 0', filter.search);
  if (filter.createdAfter !== undefined) add('created_at >= ?', filter.createdAfter);
  if (filter.createdBefore !== undefined) add('created_at < ?', filter.createdBefore);
  return { sql: parts.join(' AND '), values };
}
