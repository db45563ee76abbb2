import type { FaultRule } from '../../src/sandbox/http/fault-rule.ts';

const enrich = { origin: 'api', method: 'POST', path: '^/contents/v1/documents$' } as const;
const put = { origin: 'storage', method: 'PUT' } as const;
const ask = { origin: 'api', method: 'GET' } as const;
const remove = { origin: 'api', method: 'DELETE' } as const;

/**
 * The answer to the first slot that is asked for is lost: so every run leaves one behind, and not only nearly
 * every run.
 */
export const firstAnswerLost: FaultRule = { match: enrich, kind: 'reset-after', times: 1 };

/**
 * What goes wrong while the agent is tortured: about every fifth request, in every way the sandbox knows.
 * `hang` is what a kill finds under way; without a kill the client's own timeout ends it.
 */
export const tortureFaults: readonly FaultRule[] = [
  firstAnswerLost,
  { match: enrich, kind: 'status', status: 429, retryAfter: 0, probability: 0.02 },
  { match: enrich, kind: 'status', status: 503, probability: 0.02 },
  { match: enrich, kind: 'reset', probability: 0.02 },
  { match: enrich, kind: 'reset-after', probability: 0.03 },
  { match: enrich, kind: 'status-after', probability: 0.02 },
  { match: enrich, kind: 'hang-after', probability: 0.02 },
  { match: enrich, kind: 'truncated', probability: 0.02 },
  { match: enrich, kind: 'bad-json', probability: 0.02 },
  { match: enrich, kind: 'empty', probability: 0.01 },
  { match: enrich, kind: 'html', probability: 0.01 },
  { match: enrich, kind: 'expired', probability: 0.02 },
  { match: enrich, kind: 'slow', delayMs: 400, probability: 0.05 },
  { match: put, kind: 'reset', probability: 0.02 },
  { match: put, kind: 'reset', afterBytes: 20_000, probability: 0.03 },
  { match: put, kind: 'reset-after', probability: 0.04 },
  { match: put, kind: 'status', status: 503, probability: 0.02 },
  { match: put, kind: 'status', status: 500, probability: 0.02 },
  { match: put, kind: 'status-after', status: 500, probability: 0.03 },
  { match: put, kind: 'hang', probability: 0.01 },
  { match: put, kind: 'hang-after', probability: 0.02 },
  { match: put, kind: 'expired', probability: 0.02 },
  { match: put, kind: 'slow', delayMs: 500, probability: 0.06 },
  { match: ask, kind: 'status', status: 429, retryAfter: 0, probability: 0.01 },
  { match: ask, kind: 'status', status: 500, probability: 0.02 },
  { match: ask, kind: 'reset', probability: 0.02 },
  { match: ask, kind: 'bad-json', probability: 0.02 },
  { match: ask, kind: 'truncated', probability: 0.02 },
  { match: ask, kind: 'slow', delayMs: 300, probability: 0.03 },
  { match: remove, kind: 'status', status: 500, probability: 0.05 },
  { match: remove, kind: 'reset-after', probability: 0.1 },
  { match: remove, kind: 'hang-after', probability: 0.03 },
];
