import type { DocumentJob, DocumentJobItem } from '#shared/bridge/documents.ts';
import type { Database } from './database.ts';
import type { DocumentName } from './documents.ts';

export interface JobInput {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

type JobRow = Omit<DocumentJob, 'add' | 'remove'> & { readonly input: string };

export interface JobItem extends DocumentName {
  readonly id: number;
}

const columns = `id, kind, state, input, created_at AS createdAt, finished_at AS finishedAt,
  (SELECT count(*) FROM document_job_items WHERE job_id = document_jobs.id) AS total,
  (SELECT count(*) FROM document_job_items WHERE job_id = document_jobs.id AND outcome = 'done') AS done,
  (SELECT count(*) FROM document_job_items WHERE job_id = document_jobs.id AND outcome = 'failed') AS failed`;

/** Jobs whose documents are still being chosen are not there for anybody yet. */
const isChosen = `json_extract(input, '$.choosing') IS NULL`;

/**
 * Long work over many documents: what there is to do, and what became of each. Kept until somebody puts it
 * away.
 */
export function createDocumentJobs(database: Database, now: () => number) {
  const { statement } = database;

  function toJob(raw: unknown): DocumentJob {
    const { input, ...row } = raw as JobRow;
    const { add, remove } = JSON.parse(input) as JobInput;
    return { ...row, add: [...add], remove: [...remove] };
  }

  function get(profileId: string, jobId: number): DocumentJob | undefined {
    const row = statement(
      `SELECT ${columns} FROM document_jobs WHERE profile_id = ? AND id = ? AND ${isChosen}`,
    ).get(profileId, jobId);
    return row ? toJob(row) : undefined;
  }

  return {
    get,

    /** A job whose documents are yet to be added; it begins to be one with `chosen`. */
    create(profileId: string, kind: DocumentJob['kind'], { add, remove }: JobInput): number {
      const { lastInsertRowid } = statement(
        `INSERT INTO document_jobs (profile_id, kind, state, input, created_at)
          VALUES (?, ?, 'running', ?, ?)`,
      ).run(profileId, kind, JSON.stringify({ add, remove, choosing: true }), Math.round(now()));
      return Number(lastInsertRowid);
    },

    addItems(jobId: number, documents: readonly DocumentName[]): void {
      database.transaction(() => {
        for (const { contentId, fileName } of documents)
          statement('INSERT INTO document_job_items (job_id, content_id, file_name) VALUES (?, ?, ?)').run(
            jobId,
            contentId,
            fileName,
          );
      });
    },

    /** All of its documents were added. */
    markChosen(jobId: number): void {
      statement(`UPDATE document_jobs SET input = json_remove(input, '$.choosing') WHERE id = ?`).run(jobId);
    },

    list(profileId: string): DocumentJob[] {
      return statement(
        `SELECT ${columns} FROM document_jobs WHERE profile_id = ? AND ${isChosen} ORDER BY id DESC LIMIT 50`,
      )
        .all(profileId)
        .map(toJob);
    },

    /** The next documents to work on, in the order they were added. */
    listWaiting(jobId: number, after: number, limit: number): JobItem[] {
      return statement(
        `SELECT id, content_id AS contentId, file_name AS fileName FROM document_job_items
           WHERE job_id = ? AND outcome = 'waiting' AND id > ? ORDER BY id LIMIT ?`,
      ).all(jobId, after, limit) as unknown as JobItem[];
    },

    endItem(
      itemId: number,
      outcome: 'done' | 'failed',
      reason: { readonly code: string; readonly detail: string | null } | null,
    ): void {
      statement('UPDATE document_job_items SET outcome = ?, code = ?, detail = ? WHERE id = ?').run(
        outcome,
        reason?.code ?? null,
        reason?.detail ?? null,
        itemId,
      );
    },

    setState(jobId: number, state: DocumentJob['state']): void {
      const isOver = state !== 'running';
      statement('UPDATE document_jobs SET state = ?, finished_at = ? WHERE id = ?').run(
        state,
        isOver ? Math.round(now()) : null,
        jobId,
      );
    },

    /** What failed is to be done again. */
    resetFailed(jobId: number): void {
      statement(
        `UPDATE document_job_items SET outcome = 'waiting', code = NULL, detail = NULL WHERE job_id = ?
          AND outcome = 'failed'`,
      ).run(jobId);
    },

    /**
     * Jobs that a process before this one was at. One whose documents were still being chosen goes: a part is
     * not what was asked for.
     */
    interruptRunning(): void {
      statement(`DELETE FROM document_jobs WHERE NOT (${isChosen})`).run();
      statement(`UPDATE document_jobs SET state = 'interrupted' WHERE state = 'running'`).run();
    },

    /** False for a job that runs. */
    remove(jobId: number): boolean {
      const { changes } = statement(
        `DELETE FROM document_jobs WHERE id = ? AND (state <> 'running' OR NOT (${isChosen}))`,
      ).run(jobId);
      return Number(changes) > 0;
    },

    listItems(
      jobId: number,
      outcome: DocumentJobItem['outcome'] | undefined,
      offset: number,
      limit: number,
    ): { total: number; items: DocumentJobItem[] } {
      const where = outcome === undefined ? 'job_id = ?' : 'job_id = ? AND outcome = ?';
      const values = outcome === undefined ? [jobId] : [jobId, outcome];
      const { n } = statement(`SELECT count(*) AS n FROM document_job_items WHERE ${where}`).get(
        ...values,
      ) as {
        n: number;
      };
      const items = statement(
        `SELECT content_id AS contentId, file_name AS fileName, outcome, code, detail
           FROM document_job_items
           WHERE ${where} ORDER BY id LIMIT ? OFFSET ?`,
      ).all(...values, limit, offset) as unknown as DocumentJobItem[];
      return { total: n, items };
    },
  };
}

export type DocumentJobs = ReturnType<typeof createDocumentJobs>;
