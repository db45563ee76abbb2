import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxCaller, send, startCaller } from '../test-support/sandbox-caller.ts';
import type { FaultRule } from './fault-rule.ts';

const documents = '/contents/v1/documents';
const one = '/documents/[A-F0-9]{32}$';
let caller: SandboxCaller;
beforeEach(async () => {
  caller = await startCaller({ annotate: false });
});
afterEach(() => caller.stop());

const strike = (...rules: FaultRule[]) => caller.sandbox.faults.replace(rules);
const look = (id: string, method = 'GET') => caller.call(method, `${documents}/${id}`);
const notFound = { code: 'PRIVATE_CONTENT_NOT_FOUND' };

describe('stale: a replica that has not heard of a document', () => {
  test('until so long after it was made, however often it is asked', async () => {
    strike({ match: { path: one, youngerThanMs: 5000 }, kind: 'stale' });
    const { id } = await caller.enrich({ file_name: 'a.txt' });
    expect(await look(id)).toMatchObject({ status: 404, json: notFound });
    expect(await look(id)).toMatchObject({ status: 404, json: notFound });
    caller.sandbox.clock.advance(5000);
    expect((await look(id)).status).toBe(200);
  });

  test('for the first looks at each document', async () => {
    strike({ match: { method: 'GET', path: one }, kind: 'stale', timesEach: 2 });
    const [first, second] = [await caller.upload('a.txt', 'a'), await caller.upload('b.txt', 'b')];
    const statuses = async (id: string) => [
      (await look(id)).status,
      (await look(id)).status,
      (await look(id)).status,
    ];
    expect(await statuses(first)).toEqual([404, 404, 200]);
    expect(await statuses(second)).toEqual([404, 404, 200]);
  });

  test('at a DELETE, which then deletes nothing', async () => {
    const id = await caller.upload('a.txt', 'a');
    strike({ match: { method: 'DELETE' }, kind: 'stale', times: 1 });
    expect(await look(id, 'DELETE')).toMatchObject({ status: 404, json: notFound });
    expect((await look(id)).status).toBe(200);
    expect((await look(id, 'DELETE')).status).toBe(200);
  });

  test('at a link, in the words of the field, and at the storage', async () => {
    const field = await startCaller({ annotate: false, profile: 'field' });
    const id = await field.upload('a.txt', 'a');
    await field.finished(id);
    const { json } = await field.call('GET', `${documents}/${id}/original`);
    field.sandbox.faults.replace([{ match: { method: 'GET' }, kind: 'stale' }]);
    expect(await field.call('GET', `${documents}/${id}/original`)).toMatchObject({
      status: 404,
      json: { errorCode: 'PRIVATE_CONTENT_NOT_FOUND' },
    });
    expect((await send('GET', String(json.url))).text).toContain('<Code>NoSuchKey</Code>');
    await field.stop();
  });
});

test('forbidden: a DELETE is refused as if somebody else owned the document', async () => {
  const id = await caller.upload('a.txt', 'a');
  strike({ match: { method: 'DELETE' }, kind: 'forbidden' });
  expect(await look(id, 'DELETE')).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } });
  expect((await look(id)).status).toBe(200);
});

test.each([
  [1, ['d', 'c'], ['a']],
  [-1, ['d', 'c'], ['c', 'b']],
])('shift by %i: what came or went above moves the second page', async (by, first, second) => {
  for (const name of 'abcd') {
    await caller.upload(name, name);
    caller.sandbox.clock.advance(1000);
  }
  strike({ match: { method: 'GET', path: '/documents$', nth: 2 }, kind: 'shift', by });
  const page = async (number: number) =>
    (await caller.call('GET', `${documents}?page_size=2&page=${number}`)).json.results?.map(
      ({ file_name }) => file_name,
    );
  expect([await page(1), await page(2)]).toEqual([first, second]);
});

describe('rewrite', () => {
  test('a list and records without raw_size', async () => {
    const id = await caller.upload('a.txt', 'a');
    strike({ match: { path: '/documents' }, kind: 'rewrite', without: ['raw_size'] });
    const { json } = await caller.call('GET', documents);
    expect(json.results).toMatchObject([{ id, file_name: 'a.txt' }]);
    expect(json.results?.[0]).not.toHaveProperty('raw_size');
    expect((await look(id)).json).not.toHaveProperty('raw_size');
  });

  test('an id that is a path, under which the document is then found', async () => {
    const name = '../../../keys';
    strike({
      match: { path: '/documents' },
      kind: 'rewrite',
      replace: { '$.id': name, '$.results.*.id': name },
    });
    const { id, url } = await caller.enrich({ file_name: 'a.txt' });
    expect(id).toBe(name);
    expect((await send('PUT', url, 'hello')).status).toBe(200);
    const path = `${documents}/${encodeURIComponent(name)}`;
    caller.sandbox.clock.advance(60_000);
    expect((await caller.call('GET', path)).json).toMatchObject({
      id: name,
      raw_size: 5,
      status: 'completed',
    });
    expect((await caller.call('GET', documents)).json.results).toMatchObject([{ id: name }]);
    const link = await caller.call('GET', `${path}/original`);
    expect((await send('GET', String(link.json.url))).text).toBe('hello');
    expect((await caller.call('DELETE', path)).status).toBe(200);
    expect(caller.sandbox.audit().documents).toMatchObject([{ deleted: true }]);
  });

  test('connectors and tags that are paths', async () => {
    strike({
      match: { method: 'POST' },
      kind: 'rewrite',
      replace: { '$.id': '../tag', connector_id: '../connector' },
    });
    expect((await caller.call('POST', '/contents/v1/tags', { tag_name: 'team' })).json.id).toBe('../tag');
    const made = await caller.call('POST', '/contents/v1/connectors', {
      type: 'email',
      label: 'mail',
      config: { allowed_emails: ['a@example.com'] },
    });
    expect(JSON.stringify(made.json)).toContain('"connector_id":"../connector"');
    expect((await caller.call('GET', '/contents/v1/connectors/..%2Fconnector')).status).toBe(200);
  });

  test('a refusal and an answer that is no JSON stay as they are', async () => {
    const { url } = await caller.enrich({ file_name: 'a.txt' });
    strike({ match: {}, kind: 'rewrite', without: ['code'] });
    expect((await send('PUT', url, 'hello')).status).toBe(200);
  });
});

describe('late-bytes: the storage takes a PUT for a slot that was deleted meanwhile', () => {
  const deletedSlot = async () => {
    const { id, url } = await caller.enrich({ file_name: 'a.txt' });
    await look(id, 'DELETE');
    return { id, url };
  };

  test('and the document is there again', async () => {
    const { id, url } = await deletedSlot();
    expect((await send('PUT', url, 'hello')).status).toBe(403);
    strike({ match: { origin: 'storage', method: 'PUT' }, kind: 'late-bytes' });
    expect((await send('PUT', url, 'hello')).status).toBe(200);
    expect(await caller.finished(id)).toMatchObject({ status: 'completed', raw_size: 5 });
    expect((await send('PUT', url, 'hello')).status).toBe(403);
  });

  test('or stays deleted and holds the bytes', async () => {
    const { id, url } = await deletedSlot();
    strike({ match: { origin: 'storage', method: 'PUT' }, kind: 'late-bytes', revive: false });
    expect((await send('PUT', url, 'hello')).status).toBe(200);
    expect((await look(id)).status).toBe(404);
    expect(caller.sandbox.audit().documents).toMatchObject([{ id, deleted: true, raw_size: 5 }]);
  });
});

test.each([
  [{ location: 'http://127.0.0.1:9/elsewhere' }, 302, /^http:\/\/127\.0\.0\.1:9\/elsewhere$/],
  [{ location: 'file:///etc/passwd', status: 307 }, 307, /^file:\/\/\/etc\/passwd$/],
  [
    { location: 'http://other.example{url}', status: 308 },
    308,
    /^http:\/\/other\.example\/uploads\/.*Signature=/,
  ],
] as const)('redirect %j', async (rule, status, target) => {
  const { id, url } = await caller.enrich({ file_name: 'a.txt' });
  strike({ match: { origin: 'storage' }, kind: 'redirect', ...rule });
  const answer = await send('PUT', url, 'hello');
  expect([answer.status, answer.headers.location]).toEqual([status, expect.stringMatching(target)]);
  expect((await look(id)).json.raw_size).toBe(0);
});

test('gzip-bomb: an answer of kilobytes that expands to megabytes of JSON', async () => {
  strike({ match: { path: '/documents$' }, kind: 'gzip-bomb', expandsTo: 20_000_000 });
  const response = await fetch(`${caller.sandbox.baseUrl}${documents}`, {
    headers: { 'x-api-key': caller.sandbox.apiKey },
  });
  expect(Number(response.headers.get('content-length'))).toBeLessThan(50_000);
  const text = await response.text();
  expect(text.length).toBeGreaterThan(20_000_000);
  expect(JSON.parse(text)).toEqual({ results: [] });
});

test('gzip-bomb at the storage, with the kind of the file', async () => {
  const id = await caller.upload('a.txt', 'hello');
  await caller.finished(id);
  const { json } = await caller.call('GET', `${documents}/${id}/original`);
  strike({ match: { origin: 'storage' }, kind: 'gzip-bomb', expandsTo: 1 });
  const response = await fetch(String(json.url));
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  expect((await response.text()).length).toBeGreaterThan(1_000_000);
});
