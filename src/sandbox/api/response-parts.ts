import { jsonReply, type Reply } from '../http/reply.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Services } from '../services.ts';
import { isoTime } from './document-record.ts';

/** `metadata` of section 2.5a. */
export function responseMetadata({ requestId }: RequestContext, { clock }: Services) {
  return { request_id: requestId, timestamp: isoTime(clock.now()) };
}

/** A structured-data answer: `results`, `errors` met while fetching, and `metadata` (sections 2.5a, 7). */
export function structuredReply(
  results: unknown,
  context: RequestContext,
  services: Services,
  errors: readonly string[] = [],
): Reply {
  return jsonReply({
    results,
    errors: errors.map((message) => ({ message })),
    metadata: responseMetadata(context, services),
  });
}
