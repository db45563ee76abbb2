import type { IncomingHttpHeaders } from 'node:http';
import { shortestInside } from '../redact/redact.ts';
import { type Answer, failed } from './answer.ts';
import { proxyWord } from './network/proxy-refusals.ts';
import { outcomeOf } from './outcomes.ts';
import { parseError } from './parse-error.ts';
import { withoutSecrets } from './read-answer.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { StorageContext } from './storage-http.ts';

/**
 * What a storage host's refusal means. A request to slow down pauses the host; `Retry-After` with any other
 * failure of the host pauses this address, until several addresses in a row got one. What it says is kept and shown: the
 * key, which the address may contain, and the parts of the address are cleaned out of it.
 */
export async function refusalFromStorage(
  { holds, clock, getKey }: Pick<StorageContext, 'holds' | 'clock' | 'getKey'>,
  url: URL,
  kind: 'put' | 'download',
  { statusCode: status, headers }: { statusCode: number; headers: IncomingHttpHeaders },
  body: string,
): Promise<Answer<never>> {
  const refused = proxyWord(url, status, headers);
  if (refused !== undefined) return refused;
  const error = parseError({ status, headers, body });
  const key = await getKey().catch(() => undefined);
  const secrets = [
    key ?? '',
    ...[...url.searchParams.values()].filter(({ length }) => length >= shortestInside),
  ];
  const outcome = outcomeOf(status, kind, error);
  const asked = parseRetryAfter(headers['retry-after'], headers.date, clock.now());
  const covers = outcome.code === 'RATE_LIMITED' ? 'host' : 'address';
  const isAsked = covers === 'host' || (asked !== undefined && status >= 500);
  const retryAfterMs = isAsked ? holds.refused(url, asked, covers) : undefined;
  return failed(outcome.code, outcome.disposition, {
    status,
    detail: withoutSecrets(error.sentence, secrets),
    concerns: outcome.concerns,
    maybeDone: outcome.maybeDone,
    retryAfterMs,
    ...(error.requestId === undefined ? {} : { requestId: withoutSecrets(error.requestId, secrets) }),
  });
}
