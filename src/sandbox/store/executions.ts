import type { DatabaseSync } from 'node:sqlite';

/** The statuses of section 3.1. */
export type ExecutionStatus = 'pending' | 'running' | 'completed' | 'error' | 'cancelled';

/** A stored run. Times are sandbox milliseconds since 1970. */
export interface ExecutionRow {
  execution_id: string;
  user_id: string;
  name: string;
  status: ExecutionStatus;
  is_public: number;
  created_at: number;
  updated_at: number;
  template_id: string | null;
  /** JSON object. */
  inputs: string | null;
}

export function createExecutionStore(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT INTO executions (execution_id, user_id, name, status, is_public, created_at, updated_at,
      template_id, inputs)
     VALUES ($execution_id, $user_id, $name, $status, $is_public, $created_at, $updated_at, $template_id, $inputs)`,
  );
  const update = database.prepare('UPDATE executions SET status = ?, updated_at = ? WHERE execution_id = ?');
  const interrupt = database.prepare(
    "UPDATE executions SET status = 'error', updated_at = ? WHERE status = 'running'",
  );
  const wanted = 'user_id = $user AND ($template IS NULL OR template_id = $template)';
  const select = database.prepare(
    `SELECT * FROM executions WHERE ${wanted}
       AND ($time IS NULL OR created_at < $time OR (created_at = $time AND execution_id < $id))
     ORDER BY created_at DESC, execution_id DESC LIMIT $limit`,
  );
  const count = database.prepare(`SELECT count(*) AS count FROM executions WHERE ${wanted}`);
  return {
    add(row: ExecutionRow): void {
      insert.run({ ...row, created_at: Math.round(row.created_at), updated_at: Math.round(row.updated_at) });
    },
    setStatus(id: string, status: ExecutionStatus, now: number): void {
      // A stream can outlive the database when the sandbox stops.
      if (database.isOpen) update.run(status, Math.round(now), id);
    },
    /** Ends the runs whose stream was cut off by the end of the sandbox. */
    endInterrupted(now: number): void {
      interrupt.run(Math.round(now));
    },
    /** A page of a user's runs, newest first, after a run that was on the page before. */
    page(
      user: string,
      template: string | null,
      after: Pick<ExecutionRow, 'created_at' | 'execution_id'> | null,
      limit: number,
    ): ExecutionRow[] {
      const place = { time: after?.created_at ?? null, id: after?.execution_id ?? null };
      return select.all({ user, template, ...place, limit }) as unknown as ExecutionRow[];
    },
    count: (user: string, template: string | null) => Number(count.get({ user, template })?.count ?? 0),
  };
}
