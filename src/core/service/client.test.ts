import { describe, expect, test } from 'vitest';
import { type ContentId, connectorIdSchema, documentIdSchema } from '#shared/ids/ids.ts';
import type { Answer } from './answer.ts';
import { contentIdOf } from './testing/content-id.ts';
import { json, startLocalServer } from './testing/local-server.ts';
import { createTestClient, failureOf } from './testing/test-client.ts';
import { createTurnedClock } from './testing/turned-clock.ts';

const id = contentIdOf('0123456789ABCDEF0123456789ABCDEF');
const c1 = connectorIdSchema.parse('c1');
const person = { priority: 'person' } as const;
const absent = { statusCode: 404, message: 'gone', errorCode: 'PRIVATE_CONTENT_NOT_FOUND', requestId: 'r' };

/** A server that answers each `METHOD path` from a table. */
function startTable(table: Record<string, [status: number, body: unknown]>) {
  return startLocalServer((request, response) => {
    const [status, body] = table[`${request.method} ${request.url}`] ?? [404, { message: 'no route' }];
    json(response, status, body);
  });
}

describe('documents', () => {
  test("each list tells how far our clock is ahead of the service's", async () => {
    const clock = createTurnedClock();
    const ahead = 30 * 3_600_000;
    await using server = await startLocalServer((_request, response) => {
      response.setHeader('date', new Date(clock.now() - ahead).toUTCString());
      json(response, 200, { results: [] });
    });
    using t = createTestClient(server.url, { clock });
    expect(t.client.documents.clockAhead()).toBe(0);
    await t.client.documents.list({}, person);
    expect(t.client.documents.clockAhead()).toBe(ahead);
  });

  test('each operation is asked as the specification says', async () => {
    const url = `https://storage.example/a?Expires=1790000000`;
    const record = { id, status: 'completed' };
    const page = `/contents/v1/documents?ownership=owned&tags=a&tags=b+c&page=2&page_size=100`;
    await using server = await startTable({
      'POST /contents/v1/documents': [200, { url, id }],
      [`GET /contents/v1/documents/${id}`]: [200, record],
      [`GET ${page}`]: [200, { results: [record] }],
      [`PATCH /contents/v1/documents/${id}`]: [200, record],
      [`DELETE /contents/v1/documents/${id}`]: [200, null],
      [`GET /contents/v1/documents/${id}/original`]: [200, { url: 'https://storage.example/o' }],
      [`GET /contents/v1/documents/${id}/annotated`]: [200, { url }],
      [`GET /v1/documents/${id}`]: [200, { url, web_content: false }],
    });
    using t = createTestClient(server.url);
    const { documents } = t.client;
    const enrich = {
      file_name: 'a.pdf',
      published_ts: '2026-09-22T10:00:00Z',
      tags: ['t1'],
      share_with_org: false,
      enrichments: ['translation' as const],
      no_index: true,
      no_store: undefined,
    };
    expect(await documents.enrich(enrich, person)).toEqual({ ok: true, value: { url, id } });
    expect(JSON.parse(server.seen[0]?.body.toString() ?? '')).toEqual({
      file_name: 'a.pdf',
      published_ts: '2026-09-22T10:00:00Z',
      tags: ['t1'],
      share_with_org: false,
      enrichments: ['translation'],
      no_index: true,
    });
    expect(await documents.get(id, person)).toEqual({ ok: true, value: record });
    const query = {
      ownership: 'owned',
      tags: ['a', 'b c'],
      page: 2,
      page_size: 100,
      owner: undefined,
    } as const;
    expect(await documents.list(query, person)).toEqual({ ok: true, value: [record] });
    expect(await documents.update(id, { tags: [] }, person)).toEqual({ ok: true, value: record });
    expect(server.seen.at(-1)?.body.toString()).toBe('{"tags":[]}');
    expect(await documents.delete(id, person)).toEqual({ ok: true, value: 'deleted' });
    expect(await documents.original(id, person)).toEqual({
      ok: true,
      value: { url: 'https://storage.example/o' },
    });
    expect(await documents.annotated(id, person)).toEqual({
      ok: true,
      value: { url, expiresAt: 1_790_000_000_000 },
    });
    expect(await documents.fetch(documentIdSchema.parse(id), person)).toEqual({
      ok: true,
      value: { url, web_content: false },
    });
    expect(t.logged()).not.toMatch(/canary|Expires=/);
  });

  test('an id cannot reach another path', async () => {
    await using server = await startTable({});
    using t = createTestClient(server.url);
    await expect(async () => t.client.documents.get('../tags?x=1' as ContentId, person)).rejects.toThrow(
      'no path without content_id',
    );
    expect(server.seen).toEqual([]);
  });

  test('an update may answer with nothing', async () => {
    await using server = await startTable({ [`PATCH /contents/v1/documents/${id}`]: [200, null] });
    using t = createTestClient(server.url);
    expect(await t.client.documents.update(id, { share_with_org: true }, person)).toEqual({
      ok: true,
      value: null,
    });
  });

  test('deleting what is not there is fine, unless it was the route that was missing', async () => {
    await using server = await startTable({ [`DELETE /contents/v1/documents/${id}`]: [404, absent] });
    using t = createTestClient(server.url);
    expect(await t.client.documents.delete(id, person)).toEqual({ ok: true, value: 'absent' });
    expect(failureOf(await t.client.documents.delete(contentIdOf('B'), person)).error.code).toBe('NOT_FOUND');
  });
});

describe('the list operation', () => {
  test.each([
    [404, { message: 'Not Found' }],
    [405, {}],
    [403, { message: 'Missing Authentication Token' }],
  ])('is learned to be missing from %i %j, and asked for again after an hour', async (status, body) => {
    let missing = true;
    await using server = await startLocalServer((_, response) =>
      missing ? json(response, status, body) : json(response, 200, { results: [] }),
    );
    const clock = createTurnedClock();
    using t = createTestClient(server.url, { clock });
    const { documents } = t.client;
    expect(documents.listAvailable()).toBe('unknown');
    expect(failureOf(await documents.list({}, person)).error.code).toBe('NO_SUCH_OPERATION');
    expect(documents.listAvailable()).toBe('no');
    expect(failureOf(await documents.list({}, person)).error.code).toBe('NO_SUCH_OPERATION');
    expect(server.seen).toHaveLength(1);
    missing = false;
    await clock.turn(60 * 60_000);
    expect(documents.listAvailable()).toBe('unknown');
    expect(await documents.list({}, person)).toEqual({ ok: true, value: [] });
    expect(documents.listAvailable()).toBe('yes');
  });

  test.each([401, 403, 500, 429])('is not learned to be missing from %i', async (status) => {
    await using server = await startLocalServer((_, response) => json(response, status, { message: 'no' }));
    using t = createTestClient(server.url);
    await t.client.documents.list({}, person);
    expect(t.client.documents.listAvailable()).toBe('unknown');
  });
});

test('tags are created and listed by prefix', async () => {
  const tag = { id: 't1', name: 'label:x' };
  await using server = await startTable({
    'POST /contents/v1/tags': [200, tag],
    'GET /contents/v1/tags?prefix=label%3A': [200, { results: [tag] }],
    'GET /contents/v1/tags': [200, [tag]],
  });
  using t = createTestClient(server.url);
  expect(await t.client.tags.create('label:x', person)).toEqual({ ok: true, value: tag });
  expect(server.seen[0]?.body.toString()).toBe('{"tag_name":"label:x"}');
  expect(await t.client.tags.list('label:', person)).toEqual({ ok: true, value: [tag] });
  expect(await t.client.tags.list(undefined, person)).toEqual({ ok: true, value: [tag] });
});

test('T6: a list that comes page by page is read to its end, and an odd row costs that row', async () => {
  const tag = (id: string) => ({ id, name: id });
  await using server = await startTable({
    'GET /contents/v1/tags': [200, { count: 4, results: [tag('t1'), { name: 'no id' }], cursor: 'two' }],
    'GET /contents/v1/tags?cursor=two': [200, { count: 4, results: [tag('t2')], cursor: 'three' }],
    'GET /contents/v1/tags?cursor=three': [200, { items: [tag('t3')], cursor: 'two' }],
    'GET /contents/v1/connectors': [200, { items: [{ connector_id: 'c1' }], cursor: null }],
  });
  using t = createTestClient(server.url);
  expect(await t.client.tags.list(undefined, person)).toEqual({
    ok: true,
    value: [tag('t1'), tag('t2'), tag('t3')],
    refused: 1,
  });
  expect(server.seen).toHaveLength(3);
  expect(await t.client.connectors.list(person)).toMatchObject({ value: [{ connector_id: 'c1' }] });
});

test('a list of which a later page fails has failed', async () => {
  await using server = await startTable({
    'GET /contents/v1/tags': [200, { results: [{ id: 't1', name: 'a' }], cursor: 'two' }],
    'GET /contents/v1/tags?cursor=two': [403, { message: 'No.' }],
  });
  using t = createTestClient(server.url);
  expect(failureOf(await t.client.tags.list(undefined, person)).error.code).toBe('NOT_PERMITTED');
});

describe('connectors', () => {
  const connector = { connector_id: 'c1', label: 'L', type: 'email', archived: false };

  test('each operation is asked as the specification says', async () => {
    const path = '/contents/v1/connectors';
    await using server = await startTable({
      [`POST ${path}`]: [201, connector],
      [`GET ${path}/c1`]: [200, connector],
      [`GET ${path}`]: [200, { results: [connector] }],
      [`PUT ${path}/c1`]: [200, connector],
      [`DELETE ${path}/c1`]: [200, { ...connector, archived: true }],
      [`DELETE ${path}/c1?force_delete=true`]: [202, { status: 'accepted' }],
      [`POST ${path}/c1/sync`]: [202, { connector_id: 'c1', status: 'accepted' }],
    });
    using t = createTestClient(server.url);
    const { connectors } = t.client;
    const ok = { ok: true, value: connector };
    const creation = { type: 'email', label: 'L', config: { allowed_emails: ['a@example.com'] } };
    expect(await connectors.create(creation, person)).toEqual(ok);
    expect(await connectors.get(c1, person)).toEqual(ok);
    expect(await connectors.list(person)).toEqual({ ok: true, value: [connector] });
    const replacement = { label: 'L', description: '', share_with_org: false };
    expect(await connectors.update(c1, replacement, person)).toEqual(ok);
    expect(JSON.parse(server.seen.at(-1)?.body.toString() ?? '')).toEqual(replacement);
    expect(await connectors.archive(c1, person)).toMatchObject({ ok: true, value: { archived: true } });
    expect(await connectors.deleteEverything(c1, person)).toEqual({ ok: true, value: 'accepted' });
    expect(await connectors.sync(c1, {}, person)).toMatchObject({
      ok: true,
      value: { status: 'accepted' },
    });
    expect(server.seen.at(-1)?.body.toString()).toBe('{}');
  });

  test('a broker password in a refusal does not come back', async () => {
    await using server = await startLocalServer((request, response) =>
      json(response, 422, { message: `cannot use ${request.body.toString()}` }),
    );
    using t = createTestClient(server.url);
    const config = { user_id: 'u1', user_password: 'canary-password' };
    const answer = await t.client.connectors.create(
      { type: 'investment_research', label: 'L', config },
      person,
    );
    expect(failureOf(answer).error.message).toContain('u1');
    expect(JSON.stringify(failureOf(answer)) + failureOf(answer).error.message).not.toContain('canary');
    expect(t.logged()).not.toContain('canary');
  });
});

describe('check', () => {
  const paths = ['documents?page=1&page_size=1', 'tags', 'connectors'].map(
    (path) => `GET /contents/v1/${path}`,
  );
  const all = (status: number, body: unknown) =>
    Object.fromEntries(paths.map((path) => [path, [status, body] as [number, unknown]]));
  const code = (answer: Answer<true>) => (answer.ok ? 'ok' : answer.failure.error.code);
  const summary = (check: Record<string, Answer<true>>) =>
    Object.fromEntries(Object.entries(check).map(([name, answer]) => [name, code(answer)]));

  test.each([
    ['all is well', all(200, []), 'ok ok ok ok ok'],
    ['the key is wrong', all(401, {}), 'ok KEY_REJECTED KEY_REJECTED KEY_REJECTED KEY_REJECTED'],
    [
      'nothing is permitted',
      all(403, { message: 'no' }),
      'ok NOT_PERMITTED NOT_PERMITTED NOT_PERMITTED NOT_PERMITTED',
    ],
    ['there is no list', { ...all(200, []), [paths[0] ?? '']: [405, {}] }, 'ok ok NO_SUCH_OPERATION ok ok'],
    [
      'it is another service',
      {},
      'NO_SUCH_OPERATION NO_SUCH_OPERATION NO_SUCH_OPERATION NO_SUCH_OPERATION NO_SUCH_OPERATION',
    ],
  ] as [string, Record<string, [number, unknown]>, string][])('%s', async (_, table, expected) => {
    await using server = await startTable(table);
    using t = createTestClient(server.url);
    const { reachable, keyAccepted, listDocuments, listTags, listConnectors } = summary({
      ...(await t.client.check(person)),
    });
    expect([reachable, keyAccepted, listDocuments, listTags, listConnectors].join(' ')).toBe(expected);
  });

  test('nobody is there', async () => {
    await using server = await startTable({});
    using t = createTestClient(server.url);
    await server[Symbol.asyncDispose]();
    const check = await t.client.check(person);
    expect(new Set(Object.values(summary({ ...check })))).toEqual(new Set(['UNREACHABLE']));
  });

  test('a sign-in page is in the way', async () => {
    await using server = await startLocalServer((_, response) =>
      response.end('<html><title>Sign in</title></html>'),
    );
    using t = createTestClient(server.url);
    const check = await t.client.check(person);
    expect(code(check.reachable)).toBe('BLOCKED_BY_FIREWALL');
  });
});

test('the key goes to the API and never to storage, even where storage is asked in between', async () => {
  await using storage = await startLocalServer((_, response) => response.end('{}'));
  await using server = await startLocalServer((_, response) =>
    json(response, 200, { url: `${storage.url}/x`, id }),
  );
  using t = createTestClient(server.url);
  const slot = await t.client.documents.enrich({ file_name: 'a' }, person);
  if (!slot.ok) throw slot.failure.error;
  await t.client.storage.put(slot.value.url, { kind: 'buffer', bytes: Buffer.from('x') });
  await t.client.storage.downloadBytes(slot.value.url, { maximumBytes: 10 });
  expect(server.seen.map((request) => request.headers['x-api-key'])).toEqual(['canary-api-key-0123456789']);
  expect(storage.seen).toHaveLength(2);
  expect(storage.seen.flatMap((request) => request.rawHeaders).join()).not.toMatch(/canary|x-api-key/i);
});
