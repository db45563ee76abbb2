import { z } from 'zod';
import { Problem } from '../../http/problem.ts';
import { problemReply } from '../../http/problem-reply.ts';
import { validate } from '../../http/validate.ts';
import { isoTime } from '../document-record.ts';
import type { Asking } from '../table-row.ts';
import { search } from './answers.ts';
import { searchBody } from './search-body.ts';

/** A query costs half of its usual price (section 4.13). */
const unitPrice = 0.5;

const record = z.looseObject({});
export const newBatchBody = record.prefault({});

/** `POST /v1/search/batches`: a job, and the address for its file of queries. */
export function createBatch(_: unknown, { context, now, services }: Asking) {
  const { batches, settings, signer } = services;
  const id = batches.add(context.user, now);
  const seconds = context.fault?.kind === 'expired' ? -1 : settings.uploadAddressSeconds;
  return { batch_id: id, presigned_url: signer.sign('PUT', `/batches/${id}.jsonl`, seconds) };
}

/** `GET /v1/search/batches/{batch_id}`: the status, and the results in the order of the lines. */
export function batchStatus(_: unknown, asking: Asking): Record<string, unknown> {
  const { context, now, services } = asking;
  const row = services.batches.find(context.params.batch_id ?? '');
  if (row === undefined || row.user_id !== context.user.userId) {
    throw new Problem(404, 'BATCH_NOT_FOUND', 'There is no such batch.');
  }
  const known = { batch_id: row.batch_id, created_at: isoTime(row.created_at) };
  if (row.due_at === null || row.queries === null) return { ...known, status: 'pending' };
  const dueAt = isoTime(row.due_at);
  if (row.due_at > now) return { ...known, status: 'processing', estimated_completion_time: dueAt };
  const done = { ...known, completed_at: dueAt };
  const lines = row.queries.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) {
    return { ...done, status: 'failed', errors: [{ message: 'The file contains no query.' }] };
  }
  if (row.results !== null) return { ...done, status: 'completed', results: JSON.parse(row.results) };
  const results = lines.map((line, index) => ({ index, ...lineResult(line, asking) }));
  services.batches.finish(row.batch_id, JSON.stringify(results));
  return { ...done, status: 'completed', results };
}

/** The result of a line: the body of a search, or `{ custom_id, body }`. A refusal concerns only its line. */
function lineResult(line: string, asking: Asking): Record<string, unknown> {
  let name = {};
  try {
    const given = validate(record, parsed(line), 'body');
    if (given.custom_id !== undefined) name = { custom_id: given.custom_id };
    const query = validate(searchBody, given.body ?? given, 'body');
    const { metadata: _, ...response } = search(query, asking, unitPrice);
    return { ...name, status: 200, response };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const reply = problemReply(error, asking.services.settings.profile, asking.context.requestId);
    return { ...name, status: reply.status, error: JSON.parse(String(reply.body)) };
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Problem(400, 'BAD_JSON', 'The line is not valid JSON.');
  }
}
