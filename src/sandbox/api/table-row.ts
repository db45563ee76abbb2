import type { z } from 'zod';
import { readJson } from '../http/read-json.ts';
import { eventsReply, jsonReply, type Reply } from '../http/reply.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Route } from '../http/router.ts';
import { validate } from '../http/validate.ts';
import type { Services } from '../services.ts';
import { isoTime } from './document-record.ts';

/** What a function that answers gets besides the validated request. */
export interface Asking {
  context: RequestContext;
  services: Services;
  /** Sandbox milliseconds since 1970. */
  now: number;
  /** Messages for the `errors` of the answer: data that could not be fetched. */
  errors: string[];
}

/** A row of the route table: makes one route. */
export type Row = (services: Services) => Route;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Fields = Record<string, unknown> & { metadata?: Record<string, unknown> };

/**
 * Makes one kind of row: method, path, request schema, and the function that answers. A POST or PUT
 * validates its body, other methods their query parameters.
 */
function rows<Result>(reply: (result: Result, asking: Asking) => Reply) {
  return <Takes extends z.ZodType>(
    method: Method,
    path: string,
    takes: Takes,
    answer: (asked: z.output<Takes>, asking: Asking) => Result,
  ): Row =>
    (services) => ({
      method,
      path,
      async handle(context) {
        const asked =
          method === 'POST' || method === 'PUT'
            ? validate(takes, await readJson(context), 'body')
            : validate(takes, queryOf(context.query), 'query');
        const asking = { context, services, now: services.clock.now(), errors: [] };
        return reply(answer(asked, asking), asking);
      },
    });
}

/** The answer unchanged. */
export const plain = rows((result: unknown) => jsonReply(result));
/** The answer with `metadata` (section 2.5a). */
export const described = rows((result: Fields, asking) => jsonReply(withMetadata(result, asking)));
/** The answer with `errors` and `metadata`, as structured data has it (section 2.5a). */
export const structured = rows((result: Fields, asking) =>
  jsonReply(withMetadata({ ...result, errors: asking.errors.map((message) => ({ message })) }, asking)),
);
/** A stream of server-sent events. */
export const streamed = rows((events: AsyncGenerator<unknown>) => eventsReply(events));

function withMetadata(result: Fields, { context, now }: Asking): Fields {
  const metadata = { request_id: context.requestId, timestamp: isoTime(now), ...result.metadata };
  return { ...result, metadata };
}

/** Parameters by name: a list where one is repeated. Empty ones count as absent. */
function queryOf(query: URLSearchParams): Record<string, string | string[]> {
  const given = [...new Set(query.keys())].map((name) => {
    const values = query.getAll(name).filter((value) => value !== '');
    return [name, values.length === 1 ? (values[0] ?? '') : values] as const;
  });
  return Object.fromEntries(given.filter(([, values]) => values.length > 0));
}

/** Whether a list filter lets a value pass. A filter that is absent or empty restricts nothing. */
export function allows<Value>(list: readonly Value[] | undefined, value: Value): boolean {
  return list === undefined || list.length === 0 || list.includes(value);
}
