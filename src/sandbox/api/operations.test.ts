import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxCaller, startCaller } from '../test-support/sandbox-caller.ts';

let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startCaller({ annotate: false });
});
afterAll(() => caller.stop());

const categories = [
  ...['companies', 'etfs', 'funds', 'sources', 'positions', 'organizations', 'people', 'places', 'products'],
  ...['concepts', 'topics'],
];

/** Every operation sections 4.1 to 4.14 name, transcribed by hand. */
const operations: [origin: 'call' | 'agents', method: string, path: string][] = [
  // 4.1
  ['agents', 'GET', '/v1/workflow/executions'],
  // 4.2, 4.3
  ...categories.map((name): ['call', string, string] => ['call', 'POST', `/v1/knowledge-graph/${name}`]),
  ['call', 'GET', '/v1/knowledge-graph/etfs/values/sectors'],
  // 4.4 to 4.6
  ['call', 'POST', '/v1/company-screener/query'],
  ['call', 'POST', '/v1/company-revenue-product-segments/query'],
  ['call', 'POST', '/v1/entity-sentiment/'],
  // 4.7
  ['call', 'GET', '/contents/v1/connectors/x'],
  ['call', 'PUT', '/contents/v1/connectors/x'],
  ['call', 'DELETE', '/contents/v1/connectors/x'],
  ['call', 'POST', '/contents/v1/connectors'],
  ['call', 'POST', '/contents/v1/connectors/x/sync'],
  ['call', 'GET', '/contents/v1/connectors'],
  // 4.8, 4.9
  ['call', 'GET', '/contents/v1/documents/x/annotated'],
  ['call', 'POST', '/contents/v1/documents'],
  ['call', 'GET', '/contents/v1/documents/x'],
  ['call', 'PATCH', '/contents/v1/documents/x'],
  ['call', 'DELETE', '/contents/v1/documents/x'],
  ['call', 'POST', '/contents/v1/tags'],
  ['call', 'GET', '/contents/v1/tags'],
  ['call', 'GET', '/v1/documents/x'],
  // 4.10 to 4.12
  ['call', 'POST', '/v1/economic-calendar/query'],
  ['call', 'POST', '/v1/events-calendar/query'],
  ['call', 'POST', '/v1/price/daily/query'],
  ['call', 'POST', '/v1/analyst-estimates/query'],
  // 4.13
  ['call', 'POST', '/v1/search'],
  ['call', 'POST', '/v1/search/watchlist'],
  ['call', 'POST', '/v1/search/volume'],
  ['call', 'POST', '/v1/search/co-mentions/entities'],
  ['call', 'POST', '/v1/search/co-mentions/topics'],
  ['call', 'POST', '/v1/search/batches'],
  ['call', 'GET', '/v1/search/batches/x'],
  // 4.14
  ['agents', 'POST', '/v1/workflow/execute'],
  ['agents', 'GET', '/v1/workflow/templates'],
  ['agents', 'POST', '/v1/workflow/templates'],
  ['agents', 'GET', '/v1/workflow/templates/x'],
  ['agents', 'PUT', '/v1/workflow/templates/x'],
  ['agents', 'DELETE', '/v1/workflow/templates/x'],
  ['agents', 'GET', '/v1/workflow/templates/community'],
  ['agents', 'POST', '/v1/workflow/templates/x/clone'],
  ['call', 'GET', '/v1/subscription/quotas'],
  ['call', 'POST', '/v1/subsidiaries'],
  ['call', 'POST', '/v1/companies/get-by-cusip'],
  ['call', 'POST', '/v1/companies/get-by-isin'],
];

test.each(operations)('%s %s %s is there, asks for a key, and is recorded', async (origin, method, path) => {
  const body = method === 'GET' || method === 'DELETE' ? undefined : {};
  const without = await caller[origin](method, path, body, { key: null });
  expect(without.status).toBe(401);
  const answer = await caller[origin](method, path, body);
  expect(answer.status).not.toBe(405);
  expect(answer.json.code).not.toBe('ROUTE_NOT_FOUND');
  // What is refused for its body is refused with the validation error object.
  if (answer.status === 422) {
    expect(answer.json.detail).toContainEqual(
      expect.objectContaining({ loc: expect.any(Array), msg: expect.any(String), type: expect.any(String) }),
    );
  }
  const requests = caller.sandbox.requests.list({ origin: origin === 'call' ? 'api' : 'agents' });
  expect(requests.slice(-2)).toMatchObject([
    { method, path, status: 401, key: null },
    { method, path, status: answer.status, key: 'sandbox-owner' },
  ]);
});

test('faults and the rate limit reach them all', async () => {
  caller.sandbox.faults.replace([{ match: { path: '^/v1/' }, kind: 'status', status: 503 }]);
  for (const [origin, method, path] of operations.filter(([, , path]) => path.startsWith('/v1/'))) {
    expect((await caller[origin](method, path, method === 'POST' ? {} : undefined)).status, path).toBe(503);
  }
  caller.sandbox.faults.replace([]);
  const limited = await startCaller({ annotate: false, rateLimitPerMinute: 1 });
  const statuses: number[] = [];
  for (const path of ['/v1/price/daily/query', '/v1/search']) {
    statuses.push((await limited.call('POST', path, {})).status);
  }
  expect(statuses).toEqual([422, 429]);
  await limited.stop();
});
