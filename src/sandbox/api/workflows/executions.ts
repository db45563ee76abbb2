import { z } from 'zod';
import { invalid } from '../../http/problem.ts';
import type { ExecutionRow } from '../../store/executions.ts';
import { isoTime } from '../document-record.ts';
import type { Asking } from '../table-row.ts';

export const executionsQuery = z.object({
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).default(20),
  template_id: z.string().optional(),
});

/** The caller's own stored runs, newest first, in pages (section 4.1). */
export function listExecutions(asked: z.output<typeof executionsQuery>, { context, services }: Asking) {
  const { executions } = services;
  const { userId } = context.user;
  const template = asked.template_id ?? null;
  const after = asked.cursor === undefined ? null : readCursor(asked.cursor);
  // One more than the page shows whether another page follows.
  const rows = executions.page(userId, template, after, asked.limit + 1);
  const page = rows.slice(0, asked.limit);
  const last = page.at(-1);
  return {
    count: executions.count(userId, template),
    results: page.map(executionSummary),
    cursor: rows.length > page.length && last !== undefined ? writeCursor(last) : null,
  };
}

/** An execution summary (section 2.1). */
function executionSummary(row: ExecutionRow) {
  return {
    execution_id: row.execution_id,
    name: row.name,
    status: row.status,
    is_public: row.is_public === 1,
    date_created: isoTime(row.created_at),
    last_updated: isoTime(row.updated_at),
    template_id: row.template_id,
    inputs: row.inputs === null ? null : JSON.parse(row.inputs),
  };
}

function writeCursor({ created_at, execution_id }: ExecutionRow): string {
  return Buffer.from(`${created_at} ${execution_id}`).toString('base64url');
}

function readCursor(cursor: string): Pick<ExecutionRow, 'created_at' | 'execution_id'> {
  const [, created_at, execution_id = ''] =
    /^(\d+) (\S+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (created_at !== undefined) return { created_at: Number(created_at), execution_id };
  const msg = 'Input should be the cursor of an earlier page';
  throw invalid({ loc: ['query', 'cursor'], msg, type: 'value_error', input: cursor });
}
