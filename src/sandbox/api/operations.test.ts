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
  // Section 4.1
  ['agents', 'GET', '/v1/workflow/executions'],
  // Sections 4.2, 4.3
  ...categories.map((name): ['call', string, string] => ['call', 'POST', `/v1/knowledge-graph/${name}`]),
  ['call', 'GET', '/v1/knowledge-graph/etfs/values/sectors'],
  // Sections 4.4 to 4.6
  ['call', 'POST', '/v1/company-screener/query'],
  ['call', 'POST', '/v1/company-revenue-product-segments/query'],
  ['call', 'POST', '/v1/entity-sentiment/'],
  // Section 4.7
  ['call', 'GET', '/contents/v1/connectors/x'],
  ['call', 'PUT', '/contents/v1/connectors/x'],
  ['call', 'DELETE', '/contents/v1/connectors/x'],
  ['call', 'POST', '/contents/v1/connectors'],
  ['call', 'POST', '/contents/v1/connectors/x/sync'],
  ['call', 'GET', '/contents/v1/connectors'],
  // Sections 4.8, 4.9
  ['call', 'GET', '/contents/v1/documents/x/annotated'],
  ['call', 'POST', '/contents/v1/documents'],
  ['call', 'GET', '/contents/v1/documents/x'],
  ['call', 'PATCH', '/contents/v1/documents/x'],
  ['call', 'DELETE', '/contents/v1/documents/x'],
  ['call', 'POST', '/contents/v1/tags'],
  ['call', 'GET', '/contents/v1/tags'],
  ['call', 'GET', '/v1/documents/x'],
  // Sections 4.10 to 4.12
  ['call', 'POST', '/v1/economic-calendar/query'],
  ['call', 'POST', '/v1/events-calendar/query'],
  ['call', 'POST', '/v1/price/daily/query'],
  ['call', 'POST', '/v1/analyst-estimates/query'],
  // Section 4.13
  ['call', 'POST', '/v1/search'],
  ['call', 'POST', '/v1/search/watchlist'],
  ['call', 'POST', '/v1/search/volume'],
  ['call', 'POST', '/v1/search/co-mentions/entities'],
  ['call', 'POST', '/v1/search/co-mentions/topics'],
  ['call', 'POST', '/v1/search/batches'],
  ['call', 'GET', '/v1/search/batches/x'],
  // Section 4.14
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

/** Bodies nobody expects; a handler that fell over one would tear the connection down. */
const oddities = [
  null,
  7,
  'text',
  [],
  [[]],
  { query: null },
  { query: [] },
  { query: { text: 7, filters: [], max_chunks: {}, entities: [null] } },
  { query: { text: '" OR NEAR(* ^ AND', filters: { timestamp: {} }, texts: null } },
  { query: { filters: { tag: {}, entity: { any_of: [] }, chunk: { from: 9, to: 1 } } } },
  { identifier: null, filters: null, limit: null, period: null, timestamp: null },
  { identifier: [{ type: 'rp_entity_id', value: '__proto__' }], timestamp: { start: '', end: '9999-99-99' } },
  {
    identifier: { type: 'currency_pair', value: 'USDUSD' },
    start_date: '0001-01-01',
    end_date: '9999-12-31',
  },
  { categories: [''], countries: [null], start_date: 1, end_date: {} },
  { start_date: '0001-01-01', end_date: '9999-12-31', page: 1e9 },
  { template_id: 'x', inputs: [], name: ' ', prompt: 7 },
  { values: [''], isin: '\u0000', cusip: ['x'.repeat(1000)], rp_entity_id: '' },
  JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{}}}'),
];

const answers = new Set([200, 202, 400, 403, 404, 409, 413, 422]);

test.each(operations.filter(([, method]) => method !== 'GET' && method !== 'DELETE'))(
  '%s %s %s answers whatever comes',
  async (origin, method, path) => {
    for (const body of oddities) {
      expect(answers, JSON.stringify(body)).toContain((await caller[origin](method, path, body)).status);
    }
    for (const raw of ['', '{', '\u0000', `"${'x'.repeat(1024 * 1024)}"`]) {
      const { status } = await caller[origin](method, path, undefined, { raw });
      expect(answers, raw.slice(0, 10)).toContain(status);
    }
  },
);

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
