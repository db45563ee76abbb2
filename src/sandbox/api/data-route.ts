import type { z } from 'zod';
import { readJson } from '../http/read-json.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Route } from '../http/router.ts';
import { validate } from '../http/validate.ts';
import type { Services } from '../services.ts';
import { isoTime } from './document-record.ts';

/** What an answer is made from, beside what was asked. */
export interface Asking {
  context: RequestContext;
  services: Services;
  /** Sandbox milliseconds since 1970. */
  now: number;
  /** What came, as it came, and where it stood. */
  given: unknown;
  where: 'body' | 'query';
  /** Sentences for `errors` of the answer: what could not be fetched beside what could. */
  errors: string[];
}

/** A route that answers from the data set and changes nothing there. */
export interface DataRoute<Takes extends z.ZodType> {
  path: string;
  /** The body of a POST. */
  takes: Takes;
  /** Whether a body that is missing counts as an empty one. */
  mayBeEmpty?: boolean;
  /** Where the same is asked by GET: what the query says, in the form of the body. */
  byGet?: (query: URLSearchParams) => unknown;
  /** `results` and what else stands before the errors. */
  answer: (asked: z.output<Takes>, asking: Asking) => Record<string, unknown>;
  /** How the answer is wrapped (default: with `errors` and `metadata`, sections 2.5a and 7). */
  envelope?: (answer: Record<string, unknown>, asking: Asking) => unknown;
}

/** `metadata` of section 2.5a. */
export function responseMetadata({ requestId }: RequestContext, { clock }: Services) {
  return { request_id: requestId, timestamp: isoTime(clock.now()) };
}

/** Makes the routes of a declaration: POST, and GET where it says how. */
export function dataRoute<Takes extends z.ZodType>(
  services: Services,
  { path, takes, mayBeEmpty = false, byGet, answer, envelope = withErrors }: DataRoute<Takes>,
): Route[] {
  const reply = (context: RequestContext, given: unknown, where: Asking['where']): Reply => {
    const asked = validate(takes, mayBeEmpty ? (given ?? {}) : given, where);
    const asking = { context, services, now: services.clock.now(), given, where, errors: [] };
    return jsonReply(envelope(answer(asked, asking), asking));
  };
  const post: Route = {
    method: 'POST',
    path,
    handle: async (context) => reply(context, await readJson(context), 'body'),
  };
  if (byGet === undefined) return [post];
  return [post, { method: 'GET', path, handle: (context) => reply(context, byGet(context.query), 'query') }];
}

function withErrors(answer: Record<string, unknown>, { context, services, errors }: Asking): unknown {
  return {
    ...answer,
    errors: errors.map((message) => ({ message })),
    metadata: responseMetadata(context, services),
  };
}

/** A filter that lists values; one that is missing or empty restricts nothing. */
export function allows<Value>(list: readonly Value[] | undefined, value: Value): boolean {
  return list === undefined || list.length === 0 || list.includes(value);
}
