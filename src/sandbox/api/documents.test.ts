import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxCaller, send, startCaller } from '../test-support/sandbox-caller.ts';

const documents = '/contents/v1/documents';

describe('documents in the spec profile', () => {
  let caller: SandboxCaller;
  beforeEach(async () => {
    caller = await startCaller({ annotate: false });
  });
  afterEach(() => caller.stop());

  test('an enrich answers exactly an id and an address on the other origin', async () => {
    const { json } = await caller.call('POST', documents, { file_name: 'a.txt' });
    expect(Object.keys(json).sort()).toEqual(['id', 'url']);
    expect(json.id).toMatch(/^[A-F0-9]{32}$/);
    expect(String(json.url)).toContain(caller.sandbox.storageUrl);
    expect(new URL(String(json.url)).origin).not.toBe(caller.sandbox.baseUrl);
    expect(new URL(String(json.url)).searchParams.get('Expires')).toMatch(/^\d+$/);
  });

  test('the same enrich twice makes two documents', async () => {
    const first = await caller.enrich({ file_name: 'a.txt' });
    const second = await caller.enrich({ file_name: 'a.txt' });
    expect(second.id).not.toBe(first.id);
  });

  test.each([
    [{}, ['body', 'file_name'], 'missing'],
    [{ file_name: '' }, ['body', 'file_name'], 'value_error'],
    [{ file_name: 'a', tags: 'x' }, ['body', 'tags'], 'array_type'],
    [{ file_name: 'a', share_with_org: 'yes' }, ['body', 'share_with_org'], 'boolean_type'],
    [{ file_name: 'a', enrichments: ['summary'] }, ['body', 'enrichments', 0], 'enum'],
    [{ file_name: 'a', published_ts: '2025-02-30' }, ['body', 'published_ts'], 'value_error'],
  ])('refuses %j with 422 at %j', async (body, loc, type) => {
    const { status, json } = await caller.call('POST', documents, body);
    expect(status).toBe(422);
    expect(json.detail).toEqual([expect.objectContaining({ loc, type, msg: expect.any(String) })]);
    expect((json.detail as Record<string, unknown>[])[0]).toHaveProperty('input');
  });

  test('goes pending, processing, completed on the clock', async () => {
    const id = await caller.upload('a.txt', 'hello');
    const status = async () => (await caller.call('GET', `${documents}/${id}`)).json.status;
    expect(await status()).toBe('pending');
    caller.sandbox.clock.advance(5000);
    expect(await status()).toBe('processing');
    caller.sandbox.clock.advance(5000);
    expect(await status()).toBe('completed');
  });

  test('a slot whose PUT never lands stays pending with raw_size 0', async () => {
    const { id } = await caller.enrich({ file_name: 'a.txt' });
    caller.sandbox.clock.advance(30 * 24 * 60 * 60 * 1000);
    const { json } = await caller.call('GET', `${documents}/${id}`);
    expect(json).toMatchObject({ status: 'pending', raw_size: 0 });
    expect(caller.sandbox.audit().slots_never_filled.map((slot) => slot.id)).toEqual([id]);
  });

  test('the record has every field that has been told of', async () => {
    const tag = await caller.call('POST', '/contents/v1/tags', { tag_name: 'team' });
    const more = { tags: [tag.json.id], share_with_org: true, published_ts: '2025-03-04T05:06:07Z' };
    const id = await caller.upload('a.txt', 'hello', more);
    const { json } = await caller.call('GET', `${documents}/${id}`);
    expect(json).toMatchObject({
      id,
      file_name: 'a.txt',
      raw_size: 5,
      request_origin: 'file_upload',
      published_at: '2025-03-04T05:06:07.000Z',
      connector_id: null,
      error_code: null,
      delete_started_ts: null,
      tags: [{ id: tag.json.id, name: 'team' }],
    });
    expect(json.shared_with_orgs).toEqual([json.org_id]);
    for (const name of [
      'user_id',
      'rp_collection_id',
      'content_type',
      'created_at',
      'updated_at',
      'file_metadata',
    ]) {
      expect(json).toHaveProperty(name);
    }
  });

  test('tags at enrich are ids: an unknown one is refused', async () => {
    const { status, json } = await caller.call('POST', documents, { file_name: 'a', tags: ['team'] });
    expect([status, json.code]).toEqual([400, 'INVALID_TAGS_ERROR']);
  });

  test('PATCH replaces the tag set, clears it with [], and turns sharing', async () => {
    const one = (await caller.call('POST', '/contents/v1/tags', { tag_name: 'one' })).json.id;
    const two = (await caller.call('POST', '/contents/v1/tags', { tag_name: 'two' })).json.id;
    const id = await caller.upload('a.txt', 'hello', { tags: [one] });
    const patch = (body: unknown) => caller.call('PATCH', `${documents}/${id}`, body);
    expect((await patch({ tags: [two] })).json.tags).toEqual([{ id: two, name: 'two' }]);
    expect((await patch({ share_with_org: true })).json).toMatchObject({
      tags: [{ name: 'two' }],
      shared_with_orgs: ['sandbox-org'],
    });
    expect((await patch({ tags: [] })).json.tags).toEqual([]);
    expect((await patch({ share_with_org: false })).json.shared_with_orgs).toEqual([]);
    expect((await patch({ tags: ['nobody'] })).status).toBe(400);
    expect((await patch({ tags: 'two' })).status).toBe(422);
  });

  test('DELETE answers 200 null, then 404 with the code of section 7, and the files are gone', async () => {
    const id = await caller.upload('a.txt', 'hello');
    await caller.finished(id);
    const original = String((await caller.call('GET', `${documents}/${id}/original`)).json.url);
    const first = await caller.call('DELETE', `${documents}/${id}`);
    expect([first.status, first.text]).toEqual([200, 'null']);
    const again = await caller.call('DELETE', `${documents}/${id}`);
    expect([again.status, again.json.code]).toEqual([404, 'PRIVATE_CONTENT_NOT_FOUND']);
    expect((await caller.call('GET', `${documents}/${id}`)).status).toBe(404);
    expect((await send('GET', original)).status).toBe(404);
    expect(caller.sandbox.audit().documents).toMatchObject([{ id, deleted: true }]);
  });

  test('a document deleted while it is processed never comes back', async () => {
    const id = await caller.upload('a.txt', 'hello');
    caller.sandbox.clock.advance(5000);
    await caller.call('DELETE', `${documents}/${id}`);
    caller.sandbox.clock.advance(60_000);
    expect((await caller.call('GET', `${documents}/${id}`)).status).toBe(404);
  });

  test('original and annotated are links of 24 hours, made anew after they expire', async () => {
    const id = await caller.upload('a.txt', 'hello');
    expect((await caller.call('GET', `${documents}/${id}/original`)).status).toBe(404);
    expect((await caller.call('GET', `${documents}/${id}/annotated`)).status).toBe(404);
    await caller.finished(id);
    const link = async (kind: string) =>
      String((await caller.call('GET', `${documents}/${id}/${kind}`)).json.url);
    const original = await link('original');
    expect((await send('GET', original)).text).toBe('hello');
    expect(Object.keys((await send('GET', await link('annotated'))).json)).toEqual([
      'document',
      'content',
      'profiling',
      'analytics',
    ]);
    caller.sandbox.clock.advance(24 * 60 * 60 * 1000 - 120_000);
    expect((await send('GET', original)).status).toBe(200);
    caller.sandbox.clock.advance(240_000);
    const expired = await send('GET', original);
    expect(expired.status).toBe(403);
    expect(expired.text).toContain('<Code>AccessDenied</Code>');
    expect((await send('GET', await link('original'))).status).toBe(200);
  });

  test('annotated takes only ids of 32 upper-case hexadecimal characters', async () => {
    const { status, json } = await caller.call('GET', `${documents}/${'a'.repeat(32)}/annotated`);
    expect(status).toBe(422);
    expect(json.detail).toMatchObject([{ loc: ['path', 'content_id'], type: 'string_pattern_mismatch' }]);
  });

  test('fetch says web_content for private and for public content', async () => {
    const id = await caller.upload('a.txt', 'hello');
    await caller.finished(id);
    const own = await caller.call('GET', `/v1/documents/${id}`);
    expect(own.json).toEqual({ url: expect.stringContaining(caller.sandbox.storageUrl), web_content: false });
    const web = await caller.call('GET', `/v1/documents/${'FEEDFACE'.repeat(4)}`);
    expect(web.json).toEqual({ url: expect.stringContaining('https://'), web_content: true });
  });

  test('no_store disappears 24 hours after the end of enrichment', async () => {
    const id = await caller.upload('a.txt', 'hello', { no_store: true });
    caller.sandbox.clock.advance(10_000);
    expect((await caller.call('GET', `${documents}/${id}`)).json.status).toBe('completed');
    caller.sandbox.clock.advance(24 * 60 * 60 * 1000 - 5000);
    expect((await caller.call('GET', `${documents}/${id}/original`)).status).toBe(200);
    caller.sandbox.clock.advance(10_000);
    expect((await caller.call('GET', `${documents}/${id}`)).status).toBe(404);
  });

  test('an empty file fails with a code', async () => {
    const id = await caller.upload('a.txt', '');
    expect(await caller.finished(id)).toMatchObject({
      status: 'failed',
      error_code: 'EMPTY_FILE',
      raw_size: 0,
    });
  });

  test('others see what is shared with their organization and change nothing', async () => {
    const colleague = caller.sandbox.addUser({ userId: 'colleague' });
    const stranger = caller.sandbox.addUser({ userId: 'stranger', orgId: 'elsewhere' });
    const hidden = await caller.upload('a.txt', 'a');
    const shared = await caller.upload('b.txt', 'b', { share_with_org: true });
    const read = async (id: string, key: string) =>
      (await caller.call('GET', `${documents}/${id}`, undefined, { key })).status;
    expect(await read(hidden, colleague)).toBe(403);
    expect(await read(shared, colleague)).toBe(200);
    expect(await read(shared, stranger)).toBe(403);
    const deleted = await caller.call('DELETE', `${documents}/${shared}`, undefined, { key: colleague });
    expect(deleted.status).toBe(403);
    const listed = await caller.call('GET', `${documents}?ownership=shared`, undefined, { key: colleague });
    expect(listed.json.results?.map((one) => one.id)).toEqual([shared]);
  });

  test('a request without a valid key is refused', async () => {
    expect((await caller.call('GET', documents, undefined, { key: null })).status).toBe(401);
    const wrong = await caller.call('GET', documents, undefined, { key: 'wrong' });
    expect([wrong.status, wrong.json.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  test('a body that is not JSON, and a route that is not there', async () => {
    expect((await caller.call('POST', documents, undefined, { raw: '{"file_name":' })).status).toBe(400);
    expect((await caller.call('GET', '/contents/v2/documents')).status).toBe(404);
    expect((await caller.call('PUT', documents, {})).status).toBe(405);
  });
});

describe('documents in the field profile', () => {
  let caller: SandboxCaller;
  beforeEach(async () => {
    caller = await startCaller({ annotate: false, profile: 'field' });
  });
  afterEach(() => caller.stop());

  test('starts as placeholder', async () => {
    const { id, url } = await caller.enrich({ file_name: 'a.txt' });
    expect((await caller.call('GET', `${documents}/${id}`)).json.status).toBe('placeholder');
    expect(url).toContain('X-Amz-Expires=');
    await send('PUT', url, 'hello');
    expect((await caller.call('GET', `${documents}/${id}`)).json.status).toBe('pending');
  });

  test('takes tag names at enrich, and ids at PATCH', async () => {
    const id = await caller.upload('a.txt', 'hello', { tags: ['team'] });
    const { json } = await caller.call('GET', `${documents}/${id}`);
    expect(json.tags).toEqual([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'team' }]);
    const patched = await caller.call('PATCH', `${documents}/${id}`, { tags: ['team'] });
    expect(patched.status).toBe(400);
    expect(patched.json).toMatchObject({
      statusCode: 400,
      errorCode: 'INVALID_TAGS_ERROR',
      requestId: expect.any(String),
    });
  });

  test('words its errors in the shapes that were seen', async () => {
    const missing = await caller.call('GET', `${documents}/${'A'.repeat(32)}`);
    expect(missing.json).toEqual({
      statusCode: 404,
      message: expect.any(String),
      errorCode: 'PRIVATE_CONTENT_NOT_FOUND',
      requestId: missing.headers['x-request-id'],
    });
    const noRoute = await caller.call('GET', '/nowhere');
    expect([noRoute.status, noRoute.json]).toEqual([403, { message: 'Missing Authentication Token' }]);
    const broken = await caller.call('POST', documents, undefined, { raw: '{' });
    expect(broken.json).toEqual({ detail: expect.any(String) });
    expect((await caller.call('GET', documents, undefined, { key: null })).json).toEqual({
      message: 'Unauthorized',
    });
  });

  test('the list shows a slot as empty for a while after its bytes landed', async () => {
    const list = async () => (await caller.call('GET', documents)).json.results;
    const { id, url } = await caller.enrich({ file_name: 'late.txt' });
    caller.sandbox.clock.advance(5001);
    await send('PUT', url, 'hello');
    expect((await caller.call('GET', `${documents}/${id}`)).json.raw_size).toBe(5);
    expect(await list()).toMatchObject([{ id, status: 'placeholder', raw_size: 0 }]);
    caller.sandbox.clock.advance(5001);
    expect(await list()).toMatchObject([{ id, raw_size: 5 }]);
  });

  test('the list is 3 to 5 seconds behind', async () => {
    const list = async () => (await caller.call('GET', documents)).json.results ?? [];
    const id = await caller.upload('a.txt', 'hello');
    expect(await list()).toEqual([]);
    caller.sandbox.clock.advance(5001);
    expect(await list()).toMatchObject([{ id, status: 'pending', raw_size: 5 }]);
    caller.sandbox.clock.advance(5000);
    expect((await caller.call('GET', `${documents}/${id}`)).json.status).toBe('completed');
    expect(await list()).toMatchObject([{ id, status: 'processing' }]);
    caller.sandbox.clock.advance(5001);
    expect(await list()).toMatchObject([{ id, status: 'completed' }]);
    await caller.call('DELETE', `${documents}/${id}`);
    expect(await list()).toHaveLength(1);
    caller.sandbox.clock.advance(5001);
    expect(await list()).toEqual([]);
  });
});

test.each([
  ['spec', 404, { code: 'ROUTE_NOT_FOUND' }],
  ['field', 403, { message: 'Missing Authentication Token' }],
] as const)('without the list endpoint the %s profile answers %i', async (profile, status, body) => {
  const caller = await startCaller({ profile, listEndpoint: false });
  const answer = await caller.call('GET', documents);
  await caller.stop();
  expect(answer.status).toBe(status);
  expect(answer.json).toMatchObject(body);
});
