import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createClock } from '#core/ports/clock.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { PutBody } from './storage.ts';
import { startLocalServer, startRawServer } from './testing/local-server.ts';
import { createTestClient, failureOf } from './testing/test-client.ts';
import { createTurnedClock } from './testing/turned-clock.ts';
import { createThrottle, type Throttle } from './throttle.ts';

const query = '?X-Amz-Signature=canarysignature&X-Amz-Expires=60';
const nowhere = 'http://127.0.0.1:9';

function streamOf(size: number, chunks: () => AsyncIterable<Uint8Array>): PutBody {
  return { kind: 'stream', size, open: chunks };
}

async function* chunks(count: number, bytes: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) yield Buffer.alloc(bytes, index);
}

/** Lets the first piece pass; the second waits until the test says so. */
function slowThrottle(pieceSize: number) {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const taken: number[] = [];
  const throttle: Throttle = {
    pieceSize: () => pieceSize,
    setLimit: () => undefined,
    async take(bytes) {
      taken.push(bytes);
      if (taken.length === 1) return;
      asked.resolve();
      await gate.promise;
    },
  };
  return {
    throttle,
    asked: asked.promise,
    go: gate.resolve,
    taken: () => taken.reduce((sum, bytes) => sum + bytes, 0),
  };
}

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

describe('a source that fails', () => {
  /** A storage that counts whole bodies. */
  const startCounting = () => startLocalServer((_, response) => response.end());

  test.each([
    [
      'throws after its last byte',
      20,
      async function* () {
        yield Buffer.alloc(10);
        yield Buffer.alloc(10);
        throw new AppError('FILE_CHANGED', { retryable: true });
      },
      'FILE_CHANGED',
    ],
    ['is shorter than it said', 20, () => chunks(1, 10), 'FILE_CHANGED'],
    ['is longer than it said', 20, () => chunks(3, 10), 'FILE_CHANGED'],
    ['is longer by one chunk of one', 10, () => chunks(2, 10), 'FILE_CHANGED'],
    [
      'cannot be read',
      20,
      async function* () {
        yield Buffer.alloc(10);
        throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO', syscall: 'read' });
      },
      'FILE_UNREADABLE',
    ],
    [
      'is gone',
      20,
      async function* (): AsyncGenerator<Uint8Array> {
        yield* [];
        throw new AppError('FILE_GONE');
      },
      'FILE_GONE',
    ],
  ] as [string, number, () => AsyncIterable<Uint8Array>, string][])(
    'because it %s leaves no whole object',
    async (_, size, open, code) => {
      await using storage = await startCounting();
      using t = createTestClient(nowhere);
      const failure = failureOf(await t.client.storage.put(storage.url, streamOf(size, open)));
      expect(failure).toMatchObject({ maybeDone: false, error: { code } });
      // A second transfer settles what of the first has arrived.
      await t.client.storage.put(storage.url, { kind: 'buffer', bytes: Buffer.from('after') });
      expect(storage.seen.map((request) => request.body.toString())).toEqual(['after']);
    },
  );

  test('is closed when the transfer fails', async () => {
    await using storage = await startRawServer((message) =>
      message.once('data', () => message.socket.destroy()),
    );
    using t = createTestClient(nowhere);
    const closed = Promise.withResolvers<void>();
    const failure = failureOf(
      await t.client.storage.put(
        storage.url,
        streamOf(64_000_000, async function* () {
          try {
            yield* chunks(64, 1_000_000);
          } finally {
            closed.resolve();
          }
        }),
      ),
    );
    expect(failure).toMatchObject({
      disposition: 'retry',
      maybeDone: false,
      error: { code: 'CONNECTION_LOST' },
    });
    await closed.promise;
  });
});

describe('a connection that fails', () => {
  test('before it stands is offline', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await new Promise<void>((resolve) => server.close(() => resolve()));
    using t = createTestClient(nowhere);
    const failure = failureOf(
      await t.client.storage.put(`http://127.0.0.1:${port}/x${query}`, {
        kind: 'buffer',
        bytes: Buffer.from('x'),
      }),
    );
    expect(failure).toMatchObject({
      disposition: 'offline',
      maybeDone: false,
      error: { code: 'UNREACHABLE' },
    });
    expect(failure.error.message).not.toContain('canary');
  });

  test('after all was sent may have stored it', async () => {
    await using storage = await startLocalServer((_request, _response, message) =>
      message.socket.resetAndDestroy(),
    );
    using t = createTestClient(nowhere);
    const failure = failureOf(
      await t.client.storage.put(storage.url, { kind: 'buffer', bytes: Buffer.from('x') }),
    );
    expect(failure).toMatchObject({
      disposition: 'retry',
      maybeDone: true,
      error: { code: 'CONNECTION_LOST' },
    });
  });

  test('a stall while sending ends it; nothing can be there', async () => {
    await using storage = await startRawServer((message) => message.pause());
    using t = createTestClient(nowhere);
    const failure = failureOf(
      await t.client.storage.put(
        storage.url,
        streamOf(64_000_000, () => chunks(64, 1_000_000)),
        {
          stallTimeoutMs: 100,
        },
      ),
    );
    expect(failure).toMatchObject({ disposition: 'retry', maybeDone: false, error: { code: 'TIMED_OUT' } });
  });

  test('a stall while waiting for the answer ends it; it may be there', async () => {
    await using storage = await startLocalServer(() => undefined);
    using t = createTestClient(nowhere);
    const failure = failureOf(
      await t.client.storage.put(
        storage.url,
        { kind: 'buffer', bytes: Buffer.from('x') },
        // Real milliseconds, in which a byte has to be out.
        { stallTimeoutMs: 1_000 },
      ),
    );
    expect(failure).toMatchObject({ disposition: 'retry', maybeDone: true, error: { code: 'TIMED_OUT' } });
  });

  test('waiting for bandwidth is no stall', async () => {
    await using storage = await startLocalServer((_, response) => response.end());
    let connections = 0;
    storage.server.on('connection', () => {
      connections += 1;
    });
    using t = createTestClient(nowhere);
    const throttle = createThrottle({ clock: createClock(), bytesPerSecond: 0 });
    const going = t.client.storage.put(
      storage.url,
      { kind: 'buffer', bytes: Buffer.alloc(3_000) },
      {
        stallTimeoutMs: 2_000,
        throttle,
      },
    );
    // A transfer that really stalls, with a longer patience, is given up in the meantime.
    await using silent = await startLocalServer(() => undefined);
    const body: PutBody = { kind: 'buffer', bytes: Buffer.from('x') };
    const stalled = failureOf(await t.client.storage.put(silent.url, body, { stallTimeoutMs: 2_100 }));
    expect(stalled.error.code).toBe('TIMED_OUT');
    // Storage keeps no connection open that says nothing.
    expect(connections).toBe(0);
    throttle.setLimit(10_000_000);
    expect(await going).toMatchObject({ ok: true });
  });

  test('waiting for bandwidth between two pieces is no stall; standing still after it is one', async () => {
    await using silent = await startLocalServer(() => undefined);
    using t = createTestClient(nowhere);
    const stalls = (stallTimeoutMs: number) =>
      t.client.storage.put(silent.url, { kind: 'buffer', bytes: Buffer.from('x') }, { stallTimeoutMs });
    const waits = slowThrottle(1_000);
    const bytes = Buffer.alloc(2_000);
    await using storage = await startLocalServer((_, response) => response.end());
    const going = t.client.storage.put(
      storage.url,
      { kind: 'buffer', bytes },
      { stallTimeoutMs: 500, throttle: waits.throttle },
    );
    await Promise.race([waits.asked, going]);
    await stalls(700);
    waits.go();
    expect(await going).toMatchObject({ ok: true });
    // Every byte is paid for, and none twice.
    expect(waits.taken()).toBe(2_000);

    const stands = slowThrottle(1_000);
    const standing = t.client.storage.put(
      silent.url,
      { kind: 'buffer', bytes },
      { stallTimeoutMs: 100, throttle: stands.throttle },
    );
    await Promise.race([stands.asked, standing]);
    stands.go();
    const answer = await Promise.race([standing, stalls(2_000).then(() => 'goes on for ever')]);
    expect(answer).toMatchObject({ ok: false, failure: { error: { code: 'TIMED_OUT' } } });
  });

  test('an abort rejects with its reason, also while waiting for bandwidth', async () => {
    await using storage = await startLocalServer((_, response) => response.end());
    using t = createTestClient(nowhere);
    const controller = new AbortController();
    const throttle = createThrottle({ clock: createClock(), bytesPerSecond: 0 });
    const going = t.client.storage.put(
      storage.url,
      { kind: 'buffer', bytes: Buffer.from('x') },
      {
        signal: controller.signal,
        throttle,
      },
    );
    const reason = new Error('paused');
    controller.abort(reason);
    await expect(going).rejects.toBe(reason);
    expect(storage.seen).toEqual([]);
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

test('a source may fill two buffers in turn', async () => {
  const count = 40;
  const hash = createHash('sha256');
  await using storage = await startRawServer((message, response) => {
    message.on('data', (chunk: Buffer) => {
      hash.update(chunk);
      // Slower than the source, so that everything that can be queued is queued.
      message.pause();
      setImmediate(() => message.resume());
    });
    message.on('end', () => response.end());
  });
  using t = createTestClient(nowhere);
  const expected = createHash('sha256');
  const buffers = [Buffer.alloc(300_000), Buffer.alloc(300_000)];
  async function* source() {
    for (let index = 0; index < count; index += 1) {
      const buffer = (buffers[index % 2] ?? Buffer.alloc(0)).fill(index);
      expected.update(buffer);
      yield buffer;
    }
  }
  const answer = await t.client.storage.put(storage.url, streamOf(count * 300_000, source));
  expect(answer.ok).toBe(true);
  expect(hash.digest('hex')).toBe(expected.digest('hex'));
});

test('a large stream does not stay in memory', async () => {
  const size = 96 * 1024 * 1024;
  await using storage = await startRawServer((message, response) => {
    let received = 0;
    message.on('data', (chunk: Buffer) => (received += chunk.byteLength));
    message.on('end', () => response.setHeader('etag', String(received)).end());
  });
  using t = createTestClient(nowhere);
  let made = 0;
  let sent = 0;
  let aheadMost = 0;
  async function* source() {
    for (let index = 0; index < size / (512 * 1024); index += 1) {
      made += 512 * 1024;
      aheadMost = Math.max(aheadMost, made - sent);
      yield Buffer.allocUnsafeSlow(512 * 1024);
    }
  }
  const answer = await t.client.storage.put(storage.url, streamOf(size, source), {
    onProgress: (bytes) => (sent = bytes),
  });
  expect(answer).toEqual({ ok: true, value: { etag: String(size) } });
  // What is read ahead of the network is all that is ever held.
  expect(aheadMost).toBeLessThanOrEqual(4 * 512 * 1024);
});
