import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createClock } from '#core/ports/clock.ts';
import type { PutBody } from './storage.ts';
import { startLocalServer, startRawServer } from './testing/local-server.ts';
import { createTestClient, failureOf } from './testing/test-client.ts';
import { chunks, nowhere, query, streamOf } from './testing/put-bodies.ts';
import { createThrottle, type Throttle } from './throttle.ts';

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

  test.each([
    ['the head', 'HTTP/1.1 200 OK\r\nX-Slow: ', 'TIMED_OUT'],
    // Success is answered with nothing, so these bytes are from someone in between.
    ['the body', 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n', 'BAD_ANSWER'],
  ])('an answer that sends a byte of %s now and then ends', async (_, beginning, code) => {
    await using storage = await startRawServer(({ socket }) => {
      socket.write(beginning);
      const drip = setInterval(() => socket.write('x'), 100);
      socket.once('close', () => clearInterval(drip));
    });
    using t = createTestClient(nowhere);
    const body: PutBody = { kind: 'buffer', bytes: Buffer.from('x') };
    const failure = failureOf(await t.client.storage.put(storage.url, body, { stallTimeoutMs: 1_000 }));
    expect(failure).toMatchObject({ disposition: 'retry', maybeDone: true, error: { code } });
  });

  test('interim responses without end are no answer', async () => {
    await using storage = await startRawServer(({ socket }) => {
      const hint = `HTTP/1.1 103 Early Hints\r\nLink: ${'x'.repeat(9_000)}\r\n\r\n`;
      const drip = setInterval(() => socket.write(hint), 100);
      socket.once('close', () => clearInterval(drip));
    });
    using t = createTestClient(nowhere);
    const body: PutBody = { kind: 'buffer', bytes: Buffer.from('x') };
    const failure = failureOf(await t.client.storage.put(storage.url, body, { stallTimeoutMs: 1_000 }));
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
