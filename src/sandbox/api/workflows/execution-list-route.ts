import { z } from 'zod';
import { invalid } from '../../http/problem.ts';
import { jsonReply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import { validate } from '../../http/validate.ts';
import type { Services } from '../../services.ts';
import type { ExecutionPlace, ExecutionRow } from '../../store/executions.ts';
import { isoTime } from '../document-record.ts';

const query = z.object({
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).default(20),
  template_id: z.string().optional(),
});

/**
 * `GET {agents_url}/v1/workflow/executions` (section 4.1): the caller's own stored runs, newest first, by
 * cursor.
 */
export function executionListRoute({ executions }: Services): Route {
  return {
    method: 'GET',
    path: '/v1/workflow/executions',
    handle(context) {
      const given = Object.fromEntries([...context.query].filter(([, value]) => value !== ''));
      const { cursor, limit, template_id: template = null } = validate(query, given, 'query');
      const after = cursor === undefined ? null : readCursor(cursor);
      const { userId } = context.user;
      // One more than the page: whether another page follows.
      const rows = executions.page(userId, template, after, limit + 1);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return jsonReply({
        count: executions.count(userId, template),
        results: page.map(executionSummary),
        cursor: rows.length > limit && last !== undefined ? writeCursor(last) : null,
      });
    },
  };
}

/** An execution summary (section 2.1). */
function executionSummary(row: ExecutionRow): Record<string, unknown> {
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

function readCursor(cursor: string): ExecutionPlace {
  const match = /^(\d+) (\S+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (match === null) {
    const msg = 'Input should be a cursor of a former page';
    throw invalid({ loc: ['query', 'cursor'], msg, type: 'value_error', input: cursor });
  }
  return { createdAt: Number(match[1]), id: match[2] ?? '' };
}
