import { z } from 'zod';
import { originNames } from './origin-name.ts';

/**
 * What goes wrong.
 *
 * Before the handler, so that nothing took effect: `status`, `stale`, `forbidden`, `redirect`, `reset`,
 * `html`, `hang`, `expired` (storage).
 * After the handler took effect: `reset-after`, `status-after`, `hang-after` (the answer is lost),
 * `truncated`, `bad-json`, `empty`, `gzip-bomb`, `rewrite` (the answer is spoiled), `expired` on an enrich
 * (the address it gives is already expired). By the handler itself: `shift` (list), `late-bytes` (PUT).
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
  'stale',
  'forbidden',
  'shift',
  'rewrite',
  'late-bytes',
  'redirect',
  'gzip-bomb',
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
      /**
       * Only requests whose path names a document that was made less than so many sandbox milliseconds ago.
       */
      youngerThanMs: z.number().positive().optional(),
      /** Regular expression: only requests whose path names a document of such a file. */
      fileName: z.string().refine(isExpression, 'not a regular expression').optional(),
    })
    .default({}),
  /** How often the rule strikes; without it every time (once, where `nth` is given). */
  times: z.int().positive().optional(),
  /** How often it strikes each path. */
  timesEach: z.int().positive().optional(),
  /** Chance in 0…1 that a matching request is struck (default 1); drawn from the seeded generator. */
  probability: z.number().min(0).max(1).optional(),
  kind: z.enum(faultKinds),
  /** HTTP status for `status`, `status-after`, `html`, `empty` and `redirect` (302). */
  status: z.int().min(200).max(599).optional(),
  /** Value of `Retry-After`: seconds, or an HTTP date. */
  retryAfter: z.union([z.number(), z.string()]).optional(),
  /** Milliseconds of the sandbox's time to wait first. */
  delayMs: z.number().nonnegative().optional(),
  /** For `reset`: how many bytes of the request body are read before the connection is torn down. */
  afterBytes: z.int().nonnegative().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /**
   * For `shift`: how many documents went (above 0: as many are not shown) or came (below 0: shown again)
   * above the page.
   */
  by: z.int().optional(),
  /**
   * For `rewrite`: fields left out of the answer, by their name wherever they are, or as
   * `$.results.*.raw_size`.
   */
  without: z.array(z.string().min(1)).optional(),
  /** For `rewrite`: other values for fields that are there, named in the same way. */
  replace: z.record(z.string().min(1), z.unknown()).optional(),
  /**
   * For `late-bytes`: whether the deleted document is there again (default), or stays deleted and holds
   * bytes.
   */
  revive: z.boolean().optional(),
  /** For `redirect`: where to; `{url}` in it is the path and query that were asked for. */
  location: z.string().optional(),
  /** For `gzip-bomb`: bytes the answer expands to (2 GiB). */
  expandsTo: z.int().positive().optional(),
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
