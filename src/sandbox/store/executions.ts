import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** The statuses of section 3.1. */
export const executionStatuses = ['pending', 'running', 'completed', 'error', 'cancelled'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

/** A stored run as it is kept; times are sandbox milliseconds since 1970. */
export interface ExecutionRow {
  execution_id: string;
  user_id: string;
  name: string;
  status: ExecutionStatus;
  is_public: 0 | 1;
  created_at: number;
  updated_at: number;
  template_id: string | null;
  /** JSON object. */
  inputs: string | null;
}

/** What a new run is made of. */
export interface NewExecution {
  id?: string;
  userId: string;
  name: string;
  status: ExecutionStatus;
  isPublic?: boolean;
  templateId: string | null;
  inputs: Record<string, unknown> | null;
  createdAt: number;
  updatedAt: number;
}

/** Where a page begins: behind the execution of this time and id. */
export interface ExecutionPlace {
  createdAt: number;
  id: string;
}

export interface ExecutionStore {
  add(execution: NewExecution): string;
  setStatus(id: string, status: ExecutionStatus, now: number): void;
  /** Runs whose stream ended with the sandbox. */
  endInterrupted(now: number): void;
  /** A page of a user's runs, newest first. */
  page(
    userId: string,
    templateId: string | null,
    after: ExecutionPlace | null,
    limit: number,
  ): ExecutionRow[];
  count(userId: string, templateId: string | null): number;
}

export function createExecutionStore(database: DatabaseSync): ExecutionStore {
  const insert = database.prepare(
    `INSERT INTO executions (execution_id, user_id, name, status, is_public, created_at, updated_at,
      template_id, inputs)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    add({
      id = randomUUID(),
      userId,
      name,
      status,
      isPublic = false,
      templateId,
      inputs,
      createdAt,
      updatedAt,
    }) {
      const given = inputs === null ? null : JSON.stringify(inputs);
      const [created, updated] = [Math.round(createdAt), Math.round(updatedAt)];
      insert.run(id, userId, name, status, Number(isPublic), created, updated, templateId, given);
      return id;
    },
    setStatus(id, status, now) {
      // A stream that is torn down by the end of the sandbox outlives its database.
      if (database.isOpen) update.run(status, Math.round(now), id);
    },
    endInterrupted(now) {
      interrupt.run(Math.round(now));
    },
    page: (user, template, after, limit) =>
      select.all({
        user,
        template,
        time: after?.createdAt ?? null,
        id: after?.id ?? null,
        limit,
      }) as unknown as ExecutionRow[],
    count: (user, template) => Number(count.get({ user, template })?.count ?? 0),
  };
}
