import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seededRandom } from '../random.ts';
import { type SandboxCaller, send, startCaller } from '../test-support/sandbox-caller.ts';
import { createFaultBox } from './fault-box.ts';
import type { FaultRule } from './fault-rule.ts';

const documents = '/contents/v1/documents';
let caller: SandboxCaller;
beforeEach(async () => {
  caller = await startCaller({ annotate: false });
});
afterEach(() => caller.stop());

const strike = (...rules: FaultRule[]) => caller.sandbox.faults.replace(rules);
const slots = () => caller.sandbox.audit().slots_never_filled.length;
const post = () => caller.call('POST', documents, { file_name: 'a.txt' });
const lastFault = () => caller.sandbox.requests.list().at(-1)?.fault;

describe('before the handler, nothing takes effect', () => {
  test('status with Retry-After', async () => {
    strike({ match: { method: 'POST' }, kind: 'status', status: 429, retryAfter: 7, times: 1 });
    const { status, headers } = await post();
    expect([status, headers['retry-after'], slots()]).toEqual([429, '7', 0]);
    expect(lastFault()).toBe('status');
    expect((await post()).status).toBe(200);
  });

  test('reset', async () => {
    strike({ match: {}, kind: 'reset', times: 1 });
    await expect(post()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(slots()).toBe(0);
  });

  test('reset in the middle of an upload', async () => {
    const { id, url } = await caller.enrich({ file_name: 'a.txt' });
    strike({ match: { origin: 'storage' }, kind: 'reset', afterBytes: 100_000, times: 1 });
    await expect(send('PUT', url, Buffer.alloc(1_000_000))).rejects.toThrow();
    expect((await caller.call('GET', `${documents}/${id}`)).json.raw_size).toBe(0);
    expect((await send('PUT', url, 'hello')).status).toBe(200);
  });

  test('html', async () => {
    strike({ match: {}, kind: 'html' });
    const { status, text, headers } = await post();
    expect([status, headers['content-type'], slots()]).toEqual([403, 'text/html', 0]);
    expect(text).toContain('<html>');
  });

  test('hang', async () => {
    strike({ match: {}, kind: 'hang' });
    const leaving = new AbortController();
    const given = fetch(`${caller.sandbox.baseUrl}${documents}`, { signal: leaving.signal });
    await expect.poll(lastFault).toBe('hang');
    leaving.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('storage words its errors in XML', async () => {
    const { url } = await caller.enrich({ file_name: 'a.txt' });
    strike({ match: { origin: 'storage' }, kind: 'status', status: 503, times: 1 });
    const { status, text } = await send('PUT', url, 'hello');
    expect(status).toBe(503);
    expect(text).toContain('<Code>SlowDown</Code>');
    expect((await send('PUT', url, 'hello')).status).toBe(200);
  });

  test('expired, at the PUT', async () => {
    const { url } = await caller.enrich({ file_name: 'a.txt' });
    strike({ match: { method: 'PUT' }, kind: 'expired', times: 1 });
    expect((await send('PUT', url, 'hello')).text).toContain('Request has expired');
  });
});

describe('after the handler, the answer is lost or spoiled', () => {
  test.each([
    ['reset-after', 'ECONNRESET'],
    ['truncated', 'ECONNRESET'],
  ] as const)('%s', async (kind, code) => {
    strike({ match: { method: 'POST' }, kind, times: 1 });
    await expect(post()).rejects.toMatchObject({ code });
    expect(slots()).toBe(1);
  });

  test('reset-after of a PUT: the bytes are there', async () => {
    const { id, url } = await caller.enrich({ file_name: 'a.txt' });
    strike({ match: { origin: 'storage' }, kind: 'reset-after', times: 1 });
    await expect(send('PUT', url, 'hello')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect((await caller.call('GET', `${documents}/${id}`)).json.raw_size).toBe(5);
    expect((await send('PUT', url, 'hello')).status).toBe(403);
  });

  test('truncated of an empty answer ends the connection too', async () => {
    const { url } = await caller.enrich({ file_name: 'a.txt' });
    strike({ match: { origin: 'storage' }, kind: 'truncated', times: 1 });
    await expect(send('PUT', url, 'hello')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('status-after, bad-json and empty', async () => {
    strike({ match: {}, kind: 'status-after', status: 504, times: 1 });
    expect((await post()).status).toBe(504);
    strike({ match: {}, kind: 'bad-json', times: 1 });
    const bad = await post();
    expect(bad.status).toBe(200);
    expect(() => JSON.parse(bad.text)).toThrow(SyntaxError);
    strike({ match: {}, kind: 'empty', times: 1 });
    const empty = await post();
    expect([empty.status, empty.text]).toEqual([200, '']);
    expect(slots()).toBe(3);
    strike({ match: {}, kind: 'empty', status: 502, times: 1 });
    expect((await post()).status).toBe(502);
    expect(slots()).toBe(3);
  });

  test('hang-after', async () => {
    strike({ match: {}, kind: 'hang-after' });
    const leaving = new AbortController();
    const given = fetch(`${caller.sandbox.baseUrl}${documents}`, {
      method: 'POST',
      headers: { 'x-api-key': caller.sandbox.apiKey },
      body: JSON.stringify({ file_name: 'a.txt' }),
      signal: leaving.signal,
    });
    await expect.poll(slots).toBe(1);
    leaving.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('expired, at the enrich: its address is already over', async () => {
    strike({ match: { path: '^/contents/v1/documents$' }, kind: 'expired', times: 1 });
    const { json } = await post();
    expect((await send('PUT', String(json.url), 'hello')).text).toContain('Request has expired');
  });
});

test('slow waits in the time of the sandbox, and then behaves well', async () => {
  caller.sandbox.clock.setSpeed(0);
  strike({ match: {}, kind: 'slow', delayMs: 60_000, times: 1 });
  const answer = post();
  await expect.poll(() => caller.sandbox.faults.state()[0]?.struck).toBe(1);
  caller.sandbox.clock.advance(59_999);
  expect(slots()).toBe(0);
  caller.sandbox.clock.advance(1);
  expect((await answer).status).toBe(200);
  expect(slots()).toBe(1);
});

test('a PUT is struck by the name of its file, whatever its path', async () => {
  strike({ match: { origin: 'storage', fileName: '^late' }, kind: 'status', status: 503 });
  const late = await caller.enrich({ file_name: 'late.txt' });
  const early = await caller.enrich({ file_name: 'early.txt' });
  expect((await send('PUT', late.url, 'hello')).status).toBe(503);
  expect((await send('PUT', early.url, 'hello')).status).toBe(200);
});

test('rules are replaced and cleared over HTTP, and a malformed one is refused', async () => {
  const put = (rules: unknown) => caller.call('POST', '/_sandbox/faults', rules);
  expect((await put([{ match: {}, kind: 'status', status: 500 }])).status).toBe(200);
  expect((await post()).status).toBe(500);
  expect((await put([{ match: {}, kind: 'explode' }])).status).toBe(422);
  expect((await put([{ match: { path: '(' }, kind: 'reset' }])).status).toBe(422);
  expect((await put([{ match: { fileName: '(' }, kind: 'reset' }])).status).toBe(422);
  expect((await post()).status).toBe(500);
  const { faults } = caller.sandbox.state();
  expect(faults).toMatchObject([{ matched: 2, struck: 2 }]);
  await caller.call('DELETE', '/_sandbox/faults');
  expect((await post()).status).toBe(200);
});

describe('which requests a rule strikes', () => {
  const get = { origin: 'api', method: 'GET', path: '/a' } as const;
  const box = (rule: FaultRule, seed = 1) => {
    const made = createFaultBox(seededRandom(seed));
    made.replace([rule]);
    return made;
  };
  const struck = (made: ReturnType<typeof box>, count: number) =>
    Array.from({ length: count }, () => made.take(get) !== undefined);

  test('nth, and times from there', () => {
    expect(struck(box({ match: { nth: 2 }, kind: 'reset' }), 4)).toEqual([false, true, false, false]);
    expect(struck(box({ match: { nth: 2 }, times: 2, kind: 'reset' }), 4)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(struck(box({ match: {}, times: 1, kind: 'reset' }), 3)).toEqual([true, false, false]);
  });

  test('method, path and origin must all match', () => {
    expect(box({ match: { method: 'post' }, kind: 'reset' }).take(get)).toBeUndefined();
    expect(box({ match: { path: '^/b' }, kind: 'reset' }).take(get)).toBeUndefined();
    expect(box({ match: { origin: 'storage' }, kind: 'reset' }).take(get)).toBeUndefined();
    expect(
      box({ match: { method: 'get', path: '^/a$', origin: 'api' }, kind: 'reset' }).take(get),
    ).toBeDefined();
  });

  test('the file of the document that the path names', () => {
    const rule = { match: { fileName: '^late' }, kind: 'reset' } as const;
    const of = (fileName: string) =>
      box(rule).take({ ...get, document: () => ({ age: 0, fileName }) }) !== undefined;
    expect([of('late-1.txt'), of('early.txt')]).toEqual([true, false]);
    expect(box(rule).take(get)).toBeUndefined();
  });

  test('a chance is the same for the same seed', () => {
    const rule: FaultRule = { match: {}, probability: 0.3, kind: 'reset' };
    const first = struck(box(rule, 7), 200);
    expect(struck(box(rule, 7), 200)).toEqual(first);
    expect(struck(box(rule, 8), 200)).not.toEqual(first);
    expect(first.filter(Boolean).length).toBeGreaterThan(30);
    expect(first.filter(Boolean).length).toBeLessThan(90);
  });
});
