import { leftAlone } from '#shared/advice/advice-of.ts';
import type { UploadEvent } from '#shared/bridge/uploads.ts';
import {
  type BulkCommand,
  bulkStates,
  type QuestionChoice,
  questionsFor,
} from '#shared/uploads/bulk-commands.ts';
import { unsentStates } from '#shared/uploads/open-states.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import type { Database } from './database.ts';
import { nobodyElse, standsForOthers } from './local-standing.ts';
import { createUploadCounts } from './upload-counts.ts';
import { type ScopedFilter, toSql } from './upload-filter.ts';
import { toUploadRow, type UploadRow } from './upload-row.ts';

export interface HistoryQuery {
  readonly filter: ScopedFilter;
  readonly order: 'newest' | 'oldest' | 'queue';
  readonly offset: number;
  readonly limit: number;
}

const orders = { newest: 'id DESC', oldest: 'id', queue: 'lane, sort_key, id' };

/** Reads over all uploads there ever were, and the bulk changes a person makes to them. */
export function createUploadHistory(database: Database, now: () => number) {
  const { statement } = database;
  const counts = createUploadCounts(database);

  /** Changes every upload of the filter that is in one of `states`; how many were changed. */
  function change(
    filter: ScopedFilter,
    states: readonly UploadState[],
    assignments: string,
    values: (string | number | null)[],
  ): number {
    const where = toSql(filter);
    const { changes } = statement(
      `UPDATE uploads SET ${assignments}, updated_at = ? WHERE ${where.sql}
        AND state IN (${states.map(() => '?').join()})`,
    ).run(...values, Math.round(now()), ...where.values, ...states);
    return Number(changes);
  }

  /** Of what a command may touch at all, only some states. */
  function within(command: BulkCommand, ...states: UploadState[]): UploadState[] {
    return bulkStates[command].filter((state) => states.length === 0 || states.includes(state));
  }

  /** What was left to do after an upload's end failed: only that is done again. */
  function retryAfter(filter: ScopedFilter): number {
    const again = (code: string, state: UploadState, left: string) =>
      filter.code !== undefined && filter.code !== code
        ? 0
        : change(
            { ...filter, code },
            [state],
            `after_state = '${left}', code = NULL, detail = NULL, not_before = 0, after_tries = 0`,
            [],
          );
    return (
      again('AFTER_UPLOAD_FAILED', 'completed', 'pending') +
      again('AFTER_UPLOAD_FAILED', 'duplicate', 'add-tags') +
      again('ANNOTATED_NOT_SAVED', 'completed', 'pending') +
      again('ANNOTATED_NOT_SAVED', 'duplicate', 'add-tags') +
      again('OLD_VERSION_KEPT', 'completed', 'replaced')
    );
  }

  /** How many of these wait for a person with one of the codes. */
  function leftOf(filter: ScopedFilter, codes: readonly string[]): Record<string, number> {
    const where = toSql(filter);
    const rows = statement(
      `SELECT code, count(*) AS n FROM uploads WHERE ${where.sql} AND state = 'attention'
         AND code IN (SELECT value FROM json_each(?)) GROUP BY code`,
    ).all(...where.values, JSON.stringify(codes));
    return Object.fromEntries(rows.map((row) => [row.code as string, row.n as number]));
  }

  return {
    ...counts,

    list(query: HistoryQuery): { total: number; rows: UploadRow[] } {
      const where = toSql(query.filter);
      const rows = statement(
        `SELECT * FROM uploads WHERE ${where.sql} ORDER BY ${orders[query.order]} LIMIT ? OFFSET ?`,
      ).all(...where.values, query.limit, query.offset);
      return { total: counts.total(query.filter), rows: rows.map(toUploadRow) };
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

    /**
     * A manual retry clears every wait; what had failed or was cancelled starts anew (X7). What another try
     * cannot help, and what waits to be asked for, is left alone unless it is named, and counted by code.
     */
    retry(chosen: ScopedFilter): { count: number; left: Record<string, number> } {
      return database.transaction(() => {
        const { ids, code } = chosen;
        const isNamed = code !== undefined || ids?.length === 1;
        const except = isNamed ? [] : leftAlone(ids === undefined ? 'all' : 'these');
        const left = leftOf(chosen, except);
        const filter = { ...chosen, except };
        const where = toSql(filter);
        statement(
          `INSERT INTO upload_events (upload_id, at, kind, detail)
             SELECT id, ?, 'retried', NULL FROM uploads WHERE ${where.sql}
             AND state IN ('attention', 'cancelled')`,
        ).run(Math.round(now()), ...where.values);
        const count =
          change(
            filter,
            within('retry', ...unsentStates, 'cancelling'),
            'not_before = 0, attempts = 0, failed_looks = 0, paused = 0, code = NULL, detail = NULL',
            [],
          ) +
          change(filter, within('retry', 'processing'), 'poll_at = 0', []) +
          change(
            filter,
            within('retry', 'attention', 'cancelled'),
            `state = CASE WHEN content_id IS NULL THEN 'queued' ELSE 'cancelling' END,
               after_state =
                 CASE WHEN content_id IS NULL OR code IS 'DELETE_REFUSED' THEN NULL ELSE 'requeue' END,
               not_before = 0, attempts = 0,
               code = NULL, detail = NULL, request_id = NULL, paused = 0,
               remote_machine = NULL, remote_person = NULL, remote_content_id = NULL,
               finished_at = NULL, after_tries = 0`,
            [],
          ) +
          retryAfter(filter);
        return { count, left };
      });
    },

    /** Whatever is not finished is cancelled; what may exist at the service is cleaned up by the engine. */
    cancel(filter: ScopedFilter): number {
      return database.transaction(() => {
        const where = toSql(filter);
        // A POST may be under way whose answer nobody will read any more.
        statement(
          `INSERT INTO abandoned_slots (profile_id, content_id, file_name, since, until, upload_id, state,
            not_before)
             SELECT profile_id, NULL, file_name, updated_at, ?, id, 'open', ? FROM uploads
             WHERE ${where.sql} AND state = 'enriching'`,
        ).run(Math.round(now()), Math.round(now()), ...where.values);
        // What was to be sent again once nothing is left of it at the service only ends there.
        const { changes } = statement(
          `UPDATE uploads SET after_state = NULL, not_before = 0, updated_at = ?
             WHERE ${where.sql} AND state = 'cancelling' AND after_state = 'requeue'`,
        ).run(Math.round(now()), ...where.values);
        return (
          Number(changes) +
          change(
            filter,
            within('cancel'),
            `state = 'cancelling', after_state = NULL, not_before = 0, paused = 0`,
            [],
          )
        );
      });
    },

    /**
     * Local files are gone, marked as `deleted`, and their folder wants the documents gone too (W9): the engine
     * deletes those nobody else stands for. Documents of other machines are let go; the last machine deletes them.
     */
    deleteDocuments(uploadIds: readonly number[]): number {
      return database.transaction(() => {
        const [at, ids] = [Math.round(now()), JSON.stringify(uploadIds)];
        const own = statement(
          `UPDATE uploads SET state = 'cancelling', after_state = 'vanished', not_before = 0, paused = 0,
            updated_at = ?
             WHERE id IN (SELECT value FROM json_each(?)) AND state IN ('completed', 'processing',
             'attention') AND ${nobodyElse()}`,
        ).run(at, ids);
        const others = statement(
          `UPDATE uploads SET state = 'cancelled', code = 'FILE_GONE', detail = NULL, remote_machine = NULL,
            remote_content_id = NULL, finished_at = ?1, updated_at = ?1
             WHERE id IN (SELECT value FROM json_each(?2)) AND ${standsForOthers} AND ${nobodyElse()}`,
        ).run(at, ids);
        return Number(own.changes) + Number(others.changes);
      });
    },

    pause(filter: ScopedFilter, paused: boolean): number {
      return change(filter, within(paused ? 'pause' : 'resume'), 'paused = ?', [paused ? 1 : 0]);
    },

    /** What was moved last stands first: the key is the negative time. */
    moveToTop(filter: ScopedFilter): number {
      return change(filter, within('moveToTop'), 'lane = 0, sort_key = ?, not_before = 0', [
        -Math.round(now()),
      ]);
    },

    /**
     * Answers the question uploads stand at. Only those whose question has this answer are touched; the
     * others that wait for a person are counted by code. The answer stands in their history, and in their
     * options where it is one.
     */
    resolve(filter: ScopedFilter, choice: QuestionChoice): { count: number; left: Record<string, number> } {
      return database.transaction(() => {
        const codes = JSON.stringify(questionsFor(choice));
        const where = toSql(filter);
        const waits = `${where.sql} AND state = 'attention'`;
        const fits = 'code IN (SELECT value FROM json_each(?))';
        statement(
          `INSERT INTO upload_events (upload_id, at, kind, detail)
             SELECT id, ?, 'resolved', json_object('choice', ?) FROM uploads WHERE ${waits} AND ${fits}`,
        ).run(Math.round(now()), choice, ...where.values, codes);
        const left = statement(
          `SELECT coalesce(code, 'UNEXPECTED') AS code, count(*) AS n FROM uploads
             WHERE ${waits} AND NOT coalesce(${fits}, 0) GROUP BY 1`,
        ).all(...where.values, codes);
        const at = Math.round(now());
        const again = `state = 'queued', code = NULL, detail = NULL, not_before = 0`;
        const answers: Record<QuestionChoice, string> = {
          'new-document': `options = json_set(options, '$.answer', 'new-document'), ${again}`,
          replace: `options = json_set(options, '$.answer', 'replace'), ${again}`,
          upload: again,
          // The person says the service already has this file: nothing is sent.
          'already-there': `state = 'cancelled', code = NULL, detail = 'already at the service', finished_at = ${at}`,
          // The document stays after all: it is followed as any other.
          keep: `state = 'processing', code = NULL, detail = NULL, request_id = NULL, polls = 0, poll_at = 0, finished_at = NULL`,
          delete: `state = 'cancelling', after_state = CASE code WHEN 'NOT_SENT_AGAIN' THEN 'requeue' END,
      code = NULL, detail = NULL,
            not_before = 0, attempts = 0, paused = 0`,
        };
        const { changes } = statement(
          `UPDATE uploads SET ${answers[choice]}, updated_at = ? WHERE ${waits} AND ${fits}`,
        ).run(at, ...where.values, codes);
        return {
          count: Number(changes),
          left: Object.fromEntries(left.map((row) => [row.code as string, row.n as number])),
        };
      });
    },

    /** How many of these ids belong to another profile. */
    countElsewhere(profileId: string, ids: readonly number[]): number {
      const row = statement(
        'SELECT count(*) AS n FROM uploads WHERE id IN (SELECT value FROM json_each(?)) AND profile_id <> ?',
      ).get(JSON.stringify(ids), profileId) as { n: number };
      return row.n;
    },
  };
}

export type UploadHistory = ReturnType<typeof createUploadHistory>;
