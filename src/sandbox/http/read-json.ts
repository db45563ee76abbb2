import { Problem } from './problem.ts';
import { readBody } from './read-body.ts';
import type { RequestContext } from './request-context.ts';

const largestBody = 1024 * 1024;

/**
 * Reads a JSON request body of at most 1 MiB; an absent body reads as undefined.
 *
 * @throws Problem 400 when it is not JSON, 413 when it is too large
 */
export async function readJson(context: RequestContext): Promise<unknown> {
  const body = await readBody(context.request, largestBody);
  if (body === undefined) throw new Problem(413, 'BODY_TOO_LARGE', 'The request body is larger than 1 MiB.');
  context.bytesIn = body.length;
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Problem(400, 'BAD_JSON', 'The request body is not valid JSON.');
  }
}
