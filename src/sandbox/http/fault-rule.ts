import { z } from 'zod';
import { originNames } from './origin-name.ts';

/**
 * What goes wrong.
 *
 * Before the handler, so that nothing took effect: `status`, `reset`, `html`, `hang`, `expired` (storage).
 * After the handler took effect: `reset-after`, `status-after`, `hang-after` (the answer is lost), `truncated`,
 * `bad-json`, `empty` (the answer is spoiled), `expired` on an enrich (the address it gives is already expired).
 * `slow` waits `delayMs` and then behaves well. `delayMs` may be added to every kind.
 */
export const faultKinds = [
  'status',
  'status-after',
  'reset',
  'reset-after',
  'slow',
  'truncated',
  'expired',
  'bad-json',
  'html',
  'empty',
  'hang',
  'hang-after',
] as const;

/** One rule of things going wrong, as data; see README.md for examples. */
export const faultRuleSchema = z.strictObject({
  match: z
    .strictObject({
      method: z.string().optional(),
      /** Regular expression, tried against the path without its query. */
      path: z.string().refine(isExpression, 'not a regular expression').optional(),
      origin: z.enum(originNames).optional(),
      /** Only from the n-th matching request on (1 is the first), once unless `times` says more. */
      nth: z.int().positive().optional(),
    })
    .default({}),
  /** How often the rule strikes; without it every time (once, where `nth` is given). */
  times: z.int().positive().optional(),
  /** Chance in 0…1 that a matching request is struck (default 1); drawn from the seeded generator. */
  probability: z.number().min(0).max(1).optional(),
  kind: z.enum(faultKinds),
  /** HTTP status for `status`, `status-after`, `html` and `empty`. */
  status: z.int().min(200).max(599).optional(),
  /** Value of `Retry-After`: seconds, or an HTTP date. */
  retryAfter: z.union([z.number(), z.string()]).optional(),
  /** Real milliseconds to wait first. */
  delayMs: z.number().nonnegative().optional(),
  /** For `reset`: how many bytes of the request body are read before the connection is torn down. */
  afterBytes: z.int().nonnegative().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

/** One rule of things going wrong, as a caller writes it. */
export type FaultRule = z.input<typeof faultRuleSchema>;

function isExpression(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
