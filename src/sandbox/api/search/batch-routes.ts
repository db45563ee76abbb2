import { Problem } from '../../http/problem.ts';
import { problemReply } from '../../http/problem-reply.ts';
import { readJson } from '../../http/read-json.ts';
import { jsonReply } from '../../http/reply.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Route } from '../../http/router.ts';
import { validate } from '../../http/validate.ts';
import type { BatchRow } from '../../store/batches.ts';
import { z } from 'zod';
import { isoTime } from '../document-record.ts';
import { responseMetadata } from '../data-route.ts';
import { answerSearch, type SearchParts } from './search-operation.ts';

/** A query costs half of what it costs alone. */
const batchPrice = 0.5;

/**
 * Batch search (section 4.13): a job, the address its file of queries goes to, and its status. A line of the
 * file is the body of a search, or `{ custom_id, body }`; its results come in the order of the lines.
 */
export function batchRoutes(parts: SearchParts): Route[] {
  const { services } = parts;
  const { batches, clock, settings, signer } = services;
  return [
    {
      method: 'POST',
      path: '/v1/search/batches',
      async handle(context) {
        validate(z.looseObject({}), (await readJson(context)) ?? {}, 'body');
        const id = batches.add(context.user, clock.now());
        const seconds = context.fault?.kind === 'expired' ? -1 : settings.uploadAddressSeconds;
        return jsonReply({
          batch_id: id,
          presigned_url: signer.sign('PUT', `/batches/${id}.jsonl`, seconds),
        });
      },
    },
    {
      method: 'GET',
      path: '/v1/search/batches/{batch_id}',
      handle(context) {
        const row = batches.find(context.params.batch_id ?? '');
        if (row === undefined || row.user_id !== context.user.userId) {
          throw new Problem(404, 'BATCH_NOT_FOUND', 'There is no such batch.');
        }
        return jsonReply({ ...statusOf(row, context, parts), metadata: responseMetadata(context, services) });
      },
    },
  ];
}

function statusOf(row: BatchRow, context: RequestContext, parts: SearchParts): Record<string, unknown> {
  const { batches, clock } = parts.services;
  const known = { batch_id: row.batch_id, created_at: isoTime(row.created_at) };
  if (row.due_at === null || row.queries === null) return { ...known, status: 'pending' };
  if (row.due_at > clock.now()) {
    return { ...known, status: 'processing', estimated_completion_time: isoTime(row.due_at) };
  }
  const done = { ...known, completed_at: isoTime(row.due_at) };
  const lines = row.queries.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0)
    return { ...done, status: 'failed', errors: [{ message: 'The file holds no query.' }] };
  if (row.results !== null) return { ...done, status: 'completed', results: JSON.parse(row.results) };
  const results = lines.map((line, index) => ({ index, ...answerLine(line, context, parts) }));
  batches.finish(row.batch_id, JSON.stringify(results));
  return { ...done, status: 'completed', results };
}

/** A line that is refused says why in its place, and the others are answered all the same. */
function answerLine(line: string, context: RequestContext, parts: SearchParts): Record<string, unknown> {
  let name: unknown;
  try {
    const given = parseLine(line);
    name = given.custom_id;
    const { audit: _, ...response } = answerSearch(given.body ?? given, context.user, parts, batchPrice);
    return { ...named(name), status: 200, response };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const reply = problemReply(error, parts.services.settings.profile, context.requestId);
    return { ...named(name), status: reply.status, error: JSON.parse(String(reply.body)) };
  }
}

function named(name: unknown): { custom_id?: unknown } {
  return name === undefined ? {} : { custom_id: name };
}

function parseLine(line: string): Record<string, unknown> {
  try {
    return validate(z.looseObject({}), JSON.parse(line), 'body');
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(400, 'BAD_JSON', 'The line is not valid JSON.');
  }
}
