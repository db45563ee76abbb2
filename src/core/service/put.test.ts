import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { PutBody } from './storage.ts';
import { startLocalServer, startRawServer } from './testing/local-server.ts';
import { createTestClient, failureOf, testKey } from './testing/test-client.ts';
import { createTurnedClock } from './testing/turned-clock.ts';
import { chunks, nowhere, query, streamOf } from './testing/put-bodies.ts';

describe('a PUT', () => {
  test.each([
    ['a buffer', { kind: 'buffer', bytes: Buffer.from('hello') } as PutBody],
    [
      'a stream',
      streamOf(5, async function* () {
        yield Buffer.from('he');
        yield Buffer.from('');
        yield Buffer.from('llo');
      }),
    ],
    [
      'a Readable',
      {
        kind: 'stream',
        size: 5,
        open: () => Readable.from([Buffer.from('hel'), Buffer.from('lo')]),
      } as PutBody,
    ],
  ])('of %s sends the bytes and nothing else', async (_, body) => {
    await using storage = await startLocalServer((_request, response) =>
      response.setHeader('etag', '"e1"').end(),
    );
    using t = createTestClient(nowhere);
    const answer = await t.client.storage.put(`${storage.url}/bucket/a%20b.pdf${query}`, body);
    expect(answer).toEqual({ ok: true, value: { etag: '"e1"' } });
    const [request] = storage.seen;
    expect(request).toMatchObject({ method: 'PUT', url: `/bucket/a%20b.pdf${query}` });
    expect(request?.body.toString()).toBe('hello');
    const names = request?.rawHeaders
      .filter((_header, index) => index % 2 === 0)
      .map((name) => name.toLowerCase());
    expect(names?.sort()).toEqual(['connection', 'content-length', 'host']);
    expect(request?.headers['content-length']).toBe('5');
    expect(t.logged()).toContain(`127.0.0.1:${storage.port}/bucket/a%20b.pdf`);
    expect(t.logged()).not.toContain('canary');
  });

  test('that is answered with success before all was sent is not done; it may be there', async () => {
    await using storage = await startRawServer((_message, response) => response.end());
    using t = createTestClient(nowhere);
    const over = Promise.withResolvers<void>();
    const body = streamOf(2_000, async function* () {
      yield Buffer.alloc(500);
      yield Buffer.alloc(500);
      await over.promise;
      yield Buffer.alloc(1_000);
    });
    const answer = await t.client.storage.put(storage.url, body);
    over.resolve();
    expect(failureOf(answer)).toMatchObject({
      maybeDone: true,
      error: { code: 'BAD_ANSWER', detail: 'answered before all was sent' },
    });
  });

  test('that is refused repeats neither the API key nor the address', async () => {
    const signature = 'a-signature-of-the-address';
    await using storage = await startLocalServer((_, response) => {
      response.statusCode = 403;
      response.setHeader('x-amz-request-id', testKey);
      response.end(`<Error><Message>bad ${testKey} at /slot?sig=${signature}</Message></Error>`);
    });
    using t = createTestClient(nowhere);
    const body: PutBody = { kind: 'buffer', bytes: Buffer.from('hello') };
    const address = `${storage.url}/slot?key=${testKey}&sig=${signature}`;
    const { error } = failureOf(await t.client.storage.put(address, body));
    expect(error).toMatchObject({ detail: expect.stringContaining('bad [redacted]') });
    expect(`${error.detail} ${error.requestId}`).not.toMatch(`${testKey}|${signature}`);
  });

  test('of nothing sends a length of zero', async () => {
    await using storage = await startLocalServer((_, response) => response.end());
    using t = createTestClient(nowhere);
    expect(await t.client.storage.put(storage.url, { kind: 'buffer', bytes: new Uint8Array() })).toEqual({
      ok: true,
      value: {},
    });
    expect(storage.seen[0]?.headers).toMatchObject({ 'content-length': '0' });
    expect(storage.seen[0]?.headers).not.toHaveProperty('transfer-encoding');
  });

  test.each([
    ['<!doctype html><title>Sign in</title>', 'BLOCKED_BY_FIREWALL'],
    ['{"ok":true}', 'BAD_ANSWER'],
  ])(
    'answered 200 with %s was answered by somebody in between: it may have landed or not',
    async (page, code) => {
      await using storage = await startLocalServer((_, response) => response.end(page));
      using t = createTestClient(nowhere);
      const answer = await t.client.storage.put(storage.url, { kind: 'buffer', bytes: Buffer.from('x') });
      expect(failureOf(answer)).toMatchObject({ maybeDone: true, disposition: 'retry', error: { code } });
    },
  );

  test('tells its progress up to the last byte', async () => {
    await using storage = await startLocalServer((_, response) => response.end());
    using t = createTestClient(nowhere);
    const seen: number[] = [];
    const size = 3 * 700_000;
    await t.client.storage.put(
      storage.url,
      streamOf(size, () => chunks(3, 700_000)),
      {
        onProgress: (sent) => seen.push(sent),
      },
    );
    expect(seen.length).toBeGreaterThan(6);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(size);
    expect(storage.seen[0]?.body.byteLength).toBe(size);
  });

  test('goes to an address once: a refusal is not sent again', async () => {
    await using storage = await startLocalServer((_, response) => response.writeHead(500).end());
    using t = createTestClient(nowhere);
    const failure = failureOf(
      await t.client.storage.put(storage.url, { kind: 'buffer', bytes: Buffer.from('x') }),
    );
    expect(failure).toMatchObject({ status: 500, disposition: 'retry', maybeDone: true });
    expect(storage.seen).toHaveLength(1);
  });

  test('does not follow a redirect', async () => {
    await using other = await startLocalServer((_, response) => response.end());
    await using storage = await startLocalServer((_, response) =>
      response.writeHead(307, { location: other.url }).end(),
    );
    using t = createTestClient(nowhere);
    const failure = failureOf(
      await t.client.storage.put(storage.url, { kind: 'buffer', bytes: Buffer.from('x') }),
    );
    expect(failure).toMatchObject({ status: 307, error: { code: 'STORAGE_REFUSED' } });
    expect(other.seen).toEqual([]);
  });

  test('that is refused before all was sent still gives the reason', async () => {
    await using storage = await startRawServer((message, response) => {
      message.once('data', () => {
        response.writeHead(403, { connection: 'close', 'x-amz-request-id': 'R1' });
        response.end('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>');
      });
    });
    using t = createTestClient(nowhere);
    const size = 64 * 1024 * 1024;
    const failure = failureOf(
      await t.client.storage.put(
        storage.url,
        streamOf(size, () => chunks(64, 1024 * 1024)),
      ),
    );
    expect(failure).toMatchObject({
      status: 403,
      disposition: 'new-address',
      maybeDone: false,
      error: { code: 'ADDRESS_USED_OR_EXPIRED', requestId: 'R1' },
    });
  });

  test.each(['', 'file:///etc/passwd', 'not an address'])('to %j is not tried', async (address) => {
    using t = createTestClient(nowhere);
    const failure = failureOf(
      await t.client.storage.put(address, { kind: 'buffer', bytes: Buffer.from('x') }),
    );
    expect(failure).toMatchObject({ disposition: 'new-address', error: { code: 'BAD_ANSWER' } });
  });
});

test('a host that asks for a pause holds all transfers to it, and no others', async () => {
  let busy = true;
  await using storage = await startLocalServer((_, response) =>
    busy
      ? response.writeHead(503, { 'retry-after': '1' }).end('<Error><Code>SlowDown</Code></Error>')
      : response.end(),
  );
  await using other = await startLocalServer((_, response) => response.end());
  const clock = createTurnedClock();
  using t = createTestClient(nowhere, { clock });
  const body: PutBody = { kind: 'buffer', bytes: Buffer.from('x') };
  const failure = failureOf(await t.client.storage.put(storage.url, body));
  expect(failure).toMatchObject({ disposition: 'rate-limited', retryAfterMs: 1_000, maybeDone: false });
  busy = false;
  const held = t.client.storage.put(storage.url, body);
  await t.client.storage.put(other.url, body);
  expect(storage.seen).toHaveLength(1);
  await clock.turn(1_000);
  expect(await held).toMatchObject({ ok: true });
});
