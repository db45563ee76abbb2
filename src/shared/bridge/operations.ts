import { z } from 'zod';
import { operationDescriptionSchema } from '../operations/description.ts';
import { quotasSchema } from '../operations/quotas.ts';
import { saidSchema } from '../spoken/said-schema.ts';
import { call, shownProfileId } from './define.ts';

/** A request as a person wrote it. Rules are applied before it is made. */
const request = z.object({
  /** As in `operations.list`. */
  name: z.string(),
  /** Path and query parameters together. */
  params: z.record(z.string(), z.unknown()).default({}),
  body: z.unknown().optional(),
  /** The lines of a batch, each a query. */
  queries: z.array(z.unknown()).max(100_000).optional(),
  /** All pages of a paged operation as one answer. */
  all: z.boolean().default(false),
  /** Keeps the request in the profile's history, without its secrets. */
  remember: z.boolean().default(false),
  shownProfileId,
});

const answer = z.object({
  /** HTTP status. */
  status: z.number().int(),
  /** The JSON as it came, with fields nobody knows. Of a stream: the list of its events. */
  value: z.unknown(),
  /** What to say beside the answer. */
  notes: z.array(saidSchema),
  /** The service's id of the request, for its support. */
  requestId: z.string().nullable(),
  tookMs: z.number(),
});
export type OperationResult = z.infer<typeof answer>;

/** A request that was made, without its secrets and without its answer. */
const remembered = z.object({
  id: z.number().int(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  name: z.string(),
  request: z.object({
    params: z.record(z.string(), z.unknown()).optional(),
    body: z.unknown().optional(),
    queries: z.array(z.unknown()).optional(),
    all: z.boolean().optional(),
  }),
  /**
   * Dotted paths of what was not kept: secrets, and what was too large. It cannot be made again without them.
   */
  leftOut: z.array(z.string()),
  /** HTTP status, or the code of the failure. */
  status: z.number().int().nullable(),
  code: z.string().nullable(),
  tookMs: z.number(),
});
export type OperationHistoryEntry = z.infer<typeof remembered>;

/** Every operation of the interface (specification 4). */
export const operationCalls = {
  'operations.list': call(z.object({}), z.array(operationDescriptionSchema)),
  /** What the rules say about a request, without making it; empty when it may be made. */
  'operations.check': call(
    request,
    z.array(z.object({ field: z.string(), message: z.string(), said: saidSchema })),
  ),
  /** Waits for the whole answer. A broken rule fails with `USAGE`, its detail in the rule's own words. */
  'operations.call': call(request, answer),
  /**
   * The same for what takes its time (streams, batches, all pages): answers at once, and tells the rest as
   * `operations.streamed`. A page that chooses the id can listen before it asks.
   */
  'operations.start': call(
    request.extend({ streamId: z.uuid().optional() }),
    z.object({ streamId: z.string() }),
  ),
  'operations.cancel': call(z.object({ streamId: z.string() }), z.object({ cancelled: z.boolean() })),
  /** The profile's last calls from the Explorer, newest first; at most 200. */
  'operations.history': call(z.object({}), z.array(remembered)),
  /** Forgets one of them, or all. */
  'operations.forget': call(
    z.object({ id: z.number().int().optional() }),
    z.object({ count: z.number().int() }),
  ),
  /** Usage and limits in one shape, whatever shape the service has. Costs nothing. */
  'quotas.show': call(z.object({}), quotasSchema),
};

/** Progress of one `operations.start`. The last has `result` or `failure`. */
export const operationStreamedSchema = z.object({
  streamId: z.string(),
  pieces: z.array(
    z.object({
      data: z.unknown(),
      /** Name of the event, where it has one. */
      event: z.string().optional(),
      /** What happened. */
      note: saidSchema.optional(),
    }),
  ),
  result: answer.nullable(),
  failure: z
    .object({
      code: z.string(),
      message: z.string(),
      detail: z.string().optional(),
      said: saidSchema.optional(),
      requestId: z.string().optional(),
    })
    .nullable(),
});
