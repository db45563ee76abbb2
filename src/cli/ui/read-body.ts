import type { IncomingMessage } from 'node:http';
import { AppError } from '#shared/errors/app-error.ts';

/** Bytes: a hundred thousand paths of a first run's choice fit, and no more is ever needed. */
const callBytes = 32 * 1024 * 1024;

/**
 * The JSON a page sent.
 *
 * @throws AppError `USAGE` when it is too long or no JSON
 */
export async function readJson(request: IncomingMessage, mostBytes = callBytes): Promise<unknown> {
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/json') {
    throw new AppError('USAGE', { detail: 'a call is sent as application/json' });
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    // The rest is still read: a page that is cut off while it sends never sees the answer.
    if (length > mostBytes) chunks.length = 0;
    else chunks.push(chunk);
  }
  if (length > mostBytes) throw new AppError('USAGE', { detail: 'the call is too long' });
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (cause) {
    throw new AppError('USAGE', { detail: 'the call is no JSON', cause });
  }
}
