import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { startLocalServer, startRawServer } from './testing/local-server.ts';
import { createTestClient, failureOf } from './testing/test-client.ts';
import { chunks, nowhere, streamOf } from './testing/put-bodies.ts';

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
