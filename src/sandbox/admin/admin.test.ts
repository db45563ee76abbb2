import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxCaller, send, startCaller } from '../test-support/sandbox-caller.ts';

let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startCaller({ annotate: false });
});
afterAll(() => caller.stop());

const admin = (method: string, path: string, body?: unknown) => caller.call(method, `/_sandbox${path}`, body);

test('requests are counted by route and filtered', async () => {
  await caller.upload('a.txt', 'hello');
  caller.sandbox.clock.advance(60_000);
  const since = caller.sandbox.clock.now();
  await caller.call('GET', '/contents/v1/tags?prefix=x', undefined, { key: 'wrong' });
  const all = (await admin('GET', '/requests')).json;
  expect(all.counts).toEqual([
    { origin: 'api', method: 'POST', route: '/contents/v1/documents', status: 200, count: 1 },
    { origin: 'api', method: 'GET', route: '/contents/v1/tags', status: 401, count: 1 },
    { origin: 'storage', method: 'PUT', route: '/uploads/{content_id}', status: 200, count: 1 },
  ]);
  const late = (await admin('GET', `/requests?since=${since}`)).json.requests;
  expect(late).toEqual([
    {
      time: expect.any(Number),
      origin: 'api',
      method: 'GET',
      path: '/contents/v1/tags',
      route: '/contents/v1/tags',
      status: 401,
      key: 'unknown',
      headerNames: expect.arrayContaining(['host', 'x-api-key']),
      bytesIn: 0,
      durationMs: expect.any(Number),
      requestId: expect.any(String),
      fault: null,
    },
  ]);
  const byTime = await admin('GET', `/requests?since=${new Date(since).toISOString()}`);
  expect(byTime.json.requests).toHaveLength(1);
  expect((await admin('GET', '/requests?origin=storage&path=uploads')).json.requests).toMatchObject([
    { method: 'PUT', bytesIn: 5, key: null },
  ]);
  expect((await admin('GET', '/requests?status=401&method=GET')).json.requests).toHaveLength(1);
});

test('the clock is turned and sped up over HTTP', async () => {
  const before = caller.sandbox.clock.now();
  await admin('POST', '/clock', { advanceMs: 86_400_000 });
  expect(caller.sandbox.clock.now()).toBeGreaterThanOrEqual(before + 86_400_000);
  expect((await admin('POST', '/clock', { speed: 60 })).json.speed).toBe(60);
  expect((await admin('POST', '/clock', { speed: 1 })).json.speed).toBe(1);
  expect((await admin('POST', '/clock', { speed: -1 })).status).toBe(422);
  expect((await admin('POST', '/clock', {})).status).toBe(422);
});

test('state and audit tell documents, chunks, empty slots and duplicates', async () => {
  const first = await caller.upload('same.txt', 'same bytes', { no_index: true });
  const second = await caller.upload('copy.txt', 'same bytes');
  const { id: empty } = await caller.enrich({ file_name: 'never.txt' });
  const audit = (await admin('GET', '/audit')).json;
  expect(Object.values(audit.duplicates as object)).toEqual([[first, second]]);
  expect(audit.slots_never_filled).toMatchObject([{ id: empty, deleted: false, sha256: null }]);
  expect(audit.documents).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: first, file_name: 'same.txt', no_index: true, chunks: 0 }),
    ]),
  );
  const state = (await admin('GET', '/state')).json;
  expect(state).toMatchObject({
    profile: 'spec',
    speed: 1,
    list_endpoint: true,
    requests_over_limit: 0,
    faults: [],
  });
  expect(state.documents).toEqual(
    expect.arrayContaining([
      { id: empty, file_name: 'never.txt', status: 'pending', raw_size: 0, chunks: 0 },
    ]),
  );
});

test('a new user gets a key that works', async () => {
  const { json } = await admin('POST', '/users', { user_id: 'colleague' });
  const given = await caller.call('GET', '/contents/v1/tags', undefined, { key: String(json.api_key) });
  expect(given.status).toBe(200);
});

test("nobody without the owner's key controls anything or is told a key", async () => {
  const colleague = caller.sandbox.addUser({ userId: 'another' });
  for (const [key, status] of [
    [null, 401],
    ['wrong', 401],
    [colleague, 403],
  ] as const) {
    for (const [method, path, body] of [
      ['POST', '/users', { user_id: 'sandbox-owner' }],
      ['POST', '/users', { user_id: 'stranger' }],
      ['GET', '/requests'],
      ['DELETE', '/requests'],
      ['GET', '/audit'],
      ['GET', '/state'],
      ['POST', '/clock', { advanceMs: 1 }],
      ['POST', '/faults', []],
      ['DELETE', '/faults'],
      ['GET', '/nothing'],
    ] as const) {
      const answer = await caller.call(method, `/_sandbox${path}`, body, { key });
      expect([method, path, answer.status]).toEqual([method, path, status]);
      expect(answer.text).not.toContain('sandbox-');
    }
  }
});

test("the owner's key is neither told nor changed", async () => {
  const answer = await admin('POST', '/users', { user_id: 'sandbox-owner' });
  expect([answer.status, answer.json.api_key]).toEqual([409, undefined]);
  expect((await caller.call('GET', '/contents/v1/tags')).status).toBe(200);
});

test.each([{ origin: 'https://example.com' }, { host: 'rebound.example.com' }])(
  'the controls answer no web page: %j',
  async (headers) => {
    const { status } = await send('GET', `${caller.sandbox.baseUrl}/_sandbox/state`, undefined, {
      'x-api-key': caller.sandbox.apiKey,
      ...headers,
    });
    expect(status).toBe(403);
  },
);
