import { Readable } from 'node:stream';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createClock } from '#core/ports/clock.ts';
import { silentLogger } from '#core/ports/logger.ts';
import { createBudget } from './budget.ts';
import { createHttp } from './http.ts';
import { startLocalServer } from './testing/local-server.ts';
import { createTestClient, failureOf } from './testing/test-client.ts';
import { createTestNetwork } from './testing/test-network.ts';

const megabyte = 1024 * 1024;
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const zeros = Buffer.alloc(160 * megabyte);
const bombs = {
  br: brotliCompressSync(zeros, quick),
  gzip: gzipSync(zeros),
  'gzip, gzip': gzipSync(gzipSync(zeros)),
  'br, br': brotliCompressSync(brotliCompressSync(zeros, quick)),
} as const;
const plain = {
  br: brotliCompressSync,
  gzip: gzipSync,
  'gzip, gzip': (bytes: Buffer) => gzipSync(gzipSync(bytes)),
  'gzip, br': (bytes: Buffer) => brotliCompressSync(gzipSync(bytes)),
} as const;
const person = { priority: 'person' } as const;
const read = { kind: 'read', method: 'GET', path: '/a', schema: z.looseObject({}) } as const;

/** Bytes that decoders produced, whichever code made them: each chunk goes through `push`. */
let produced = 0;
const push = Readable.prototype.push;
beforeEach(() => {
  produced = 0;
  Readable.prototype.push = function (this: Readable, chunk: unknown, ...rest: []) {
    if ('_defaultFlushFlag' in this && chunk instanceof Uint8Array) produced += chunk.byteLength;
    return Reflect.apply(push, this, [chunk, ...rest]) as boolean;
  } as typeof push;
});
afterEach(() => {
  Readable.prototype.push = push;
});

function httpFor(baseUrl: string) {
  const clock = createClock();
  const budget = createBudget({ clock, requestsPerMinute: 100 });
  const connections = createTestNetwork().connections();
  const getKey = async () => 'key';
  return createHttp({ profile: { baseUrl }, getKey, clock, budget, logger: silentLogger, connections });
}

function serve(encoding: string, body: Buffer, { status = 200, type = 'application/json' } = {}) {
  return startLocalServer((_, response) =>
    response.writeHead(status, { 'content-type': type, 'content-encoding': encoding }).end(body),
  );
}

describe.each(Object.keys(bombs) as (keyof typeof bombs)[])('an answer packed as %s', (encoding) => {
  const bomb = bombs[encoding];

  test.each([
    [200, 'BAD_ANSWER'],
    [500, 'SERVICE_FAILED'],
  ])('to a request is decoded only up to the limit (%s)', async (status, code) => {
    await using server = await serve(encoding, bomb, { status });
    const failure = failureOf(await httpFor(server.url).call(read, person));
    expect(failure.error.code).toBe(code);
    expect(produced).toBeLessThan(36 * megabyte);
  });

  test.each([
    [200, 'text/event-stream', 'BAD_ANSWER'],
    [200, 'application/json', 'BAD_ANSWER'],
    [500, 'application/json', 'SERVICE_FAILED'],
  ])('to a request for events is decoded only up to the limit (%s, %s)', async (status, type, code) => {
    await using server = await serve(encoding, bomb, { status, type });
    const answer = await httpFor(server.url).stream({ ...read, onEvent: () => undefined }, person);
    expect(failureOf(answer).error.code).toBe(code);
    expect(produced).toBeLessThan(68 * megabyte);
  });

  test('as the refusal of storage is decoded only as far as a message goes', async () => {
    await using server = await serve(encoding, bomb, { status: 500 });
    using t = createTestClient('http://127.0.0.1:9');
    const { put, downloadBytes } = t.client.storage;
    const body = { kind: 'buffer', bytes: Buffer.from('x') } as const;
    expect(failureOf(await put(server.url, body)).error.code).toBe('STORAGE_FAILED');
    expect(failureOf(await downloadBytes(server.url, { maximumBytes: 10 })).status).toBe(500);
    expect(produced).toBeLessThan(2 * megabyte);
  });

  test('of a download is decoded only as far as it is wanted', async () => {
    await using server = await serve(encoding, bomb);
    using t = createTestClient('http://127.0.0.1:9');
    const failure = failureOf(await t.client.storage.downloadBytes(server.url, { maximumBytes: megabyte }));
    expect(failure.error.code).toBe('FILE_TOO_LARGE');
    expect(produced).toBeLessThan(3 * megabyte);
  });
});

test.each(Object.keys(plain) as (keyof typeof plain)[])(
  'an answer packed as %s is read, and packed answers are asked for',
  async (encoding) => {
    await using server = await serve(encoding, plain[encoding](Buffer.from('{"id":"x"}')));
    const answer = await httpFor(server.url).call(read, person);
    expect(answer).toEqual({ ok: true, value: { id: 'x' } });
    expect(server.seen[0]?.headers['accept-encoding']).toBe('gzip, br');
  },
);

test('an empty answer that claims to be packed is empty', async () => {
  await using server = await serve('gzip', Buffer.alloc(0));
  const answer = await httpFor(server.url).call({ ...read, schema: z.null() }, person);
  expect(answer).toEqual({ ok: true, value: null });
});

test('layers without end are refused before the first is unpacked', async () => {
  await using server = await serve(Array(9).fill('gzip').join(), gzipSync('x'));
  expect(failureOf(await httpFor(server.url).call(read, person)).error.code).toBe('BAD_ANSWER');
  expect(produced).toBe(0);
});
