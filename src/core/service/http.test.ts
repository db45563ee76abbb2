import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createClock } from '#core/ports/clock.ts';
import { silentLogger } from '#core/ports/logger.ts';
import { type FoundKey, keyForAnotherAddress } from '#core/ports/secrets.ts';
import { insecureSentence } from '#shared/settings/insecure-address.ts';
import { createBudget } from './budget.ts';
import { ownAddresses } from './network/own-addresses.ts';
import { type ApiRequest, createHttp, type HttpOptions } from './http.ts';
import { json, startLocalServer, startRawServer } from './testing/local-server.ts';
import { failureOf } from './testing/test-client.ts';
import { createTestNetwork } from './testing/test-network.ts';

const key = 'canary-key-5f3a';
const person = { priority: 'person' } as const;
const schema = z.looseObject({ id: z.string() });
const read: ApiRequest<{ id: string }> = { kind: 'read', method: 'GET', path: '/a', schema };
const change: ApiRequest<{ id: string }> = {
  kind: 'change',
  method: 'POST',
  path: '/a',
  schema,
  body: { a: 1 },
};

function createTestHttp(baseUrl: string, overrides: Partial<HttpOptions> = {}) {
  const clock = overrides.clock ?? createClock();
  const budget = overrides.budget ?? createBudget({ clock, requestsPerMinute: 100, random: () => 0.5 });
  const profile = { baseUrl, insecureAccepted: insecureSentence };
  const connections = createTestNetwork().connections();
  const options = { profile, getKey: async () => key, clock, budget, logger: silentLogger, connections };
  return { http: createHttp({ ...options, ...overrides }), budget };
}

describe('an address that is not https', () => {
  test.each([
    'http://service.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://[::2]',
  ])('%s is sent nothing before a person accepted that in words', async (baseUrl) => {
    const getKey = vi.fn(async () => key);
    for (const insecureAccepted of [null, undefined, '', 'yes']) {
      const { http } = createTestHttp(baseUrl, {
        getKey,
        profile: { baseUrl, insecureAccepted: insecureAccepted ?? null },
      });
      const failure = failureOf(await http.call(change, person));
      expect(failure).toMatchObject({ disposition: 'fix-first', error: { code: 'INSECURE_ADDRESS' } });
    }
    expect(getKey).not.toHaveBeenCalled();
  });

  test('is used where a person accepted it, and for this machine', async () => {
    await using server = await startLocalServer((_, response) => json(response, 200, { id: 'x' }));
    for (const host of ['127.0.0.1', 'localhost']) {
      const baseUrl = `http://${host}:${server.port}`;
      const { http } = createTestHttp(baseUrl, { profile: { baseUrl } });
      expect((await http.call(read, person)).ok).toBe(true);
    }
  });

  test('with a user name or password in it is never used', async () => {
    await using server = await startLocalServer((_, response) => json(response, 200, { id: 'x' }));
    const { http } = createTestHttp(`http://somebody:secret@127.0.0.1:${server.port}`);
    const failure = failureOf(await http.call(read, person));
    expect(failure.error).toMatchObject({
      code: 'ADDRESS_REFUSED',
      detail: 'it holds a user name or a password',
    });
    expect(server.seen).toEqual([]);
  });
});

test.each([
  ['before it is made', [false]],
  ['while it connected', [true, false]],
])('a request whose permit lapsed %s waits for another one, and goes once', async (_when, mayGo) => {
  await using server = await startLocalServer((_, response) => json(response, 200, { id: 'x' }));
  const budget = createBudget({ clock: createClock(), requestsPerMinute: 100 });
  const acquired: number[] = [];
  const asked = [...mayGo];
  const { http } = createTestHttp(server.url, {
    budget: {
      ...budget,
      async acquire(...given) {
        const permit = await budget.acquire(...given);
        acquired.push(budget.snapshot().sent);
        return { ...permit, mayGo: () => asked.shift() ?? true };
      },
    },
  });
  expect((await http.call(change, person)).ok).toBe(true);
  expect(server.seen).toHaveLength(1);
  // The first was given back.
  expect(acquired).toEqual([1, 1]);
  expect(budget.snapshot()).toMatchObject({ inFlight: 0, sent: 1 });
  asked.push(...mayGo);
  const events: unknown[] = [];
  const streamed = { ...change, onEvent: (event: unknown) => events.push(event) };
  expect((await http.stream(streamed, person)).ok).toBe(true);
  expect([server.seen.length, events]).toEqual([2, [{ data: { id: 'x' } }]]);
  expect(acquired).toEqual([1, 1, 2, 2]);
});

test('a key that was given for another address is not sent', async () => {
  await using server = await startLocalServer((_, response) => json(response, 200, { id: 'x' }));
  const asked: string[] = [];
  const getKey = async (origin: string): Promise<FoundKey> => {
    asked.push(origin);
    return keyForAnotherAddress;
  };
  const { http } = createTestHttp(`${server.url}/below`, { getKey });
  const failure = failureOf(await http.call(read, person));
  expect(failure).toMatchObject({ disposition: 'fix-first', error: { code: 'KEY_NOT_FOR_THIS_ADDRESS' } });
  expect([asked, server.seen]).toEqual([[server.url], []]);
});

test.each([
  ['EACCES', 'KEY_STORE_UNREADABLE'],
  ['EMFILE', 'TOO_MANY_FILES'],
])('a key that cannot be read because of %s: %s', async (code, expected) => {
  await using server = await startLocalServer((_, response) => json(response, 200, { id: 'x' }));
  const getKey = () => Promise.reject(Object.assign(new Error(`${code}: no`), { code }));
  const { http } = createTestHttp(server.url, { getKey });
  const failure = failureOf(await http.call(read, person));
  expect(failure).toMatchObject({ disposition: 'fix-first', concerns: 'profile', error: { code: expected } });
  expect(server.seen).toEqual([]);
});

describe('a request', () => {
  test('carries the key, says JSON, and keeps a path prefix of the base address', async () => {
    await using server = await startLocalServer((_, response) => json(response, 200, { id: 'x', extra: 1 }));
    const { http } = createTestHttp(`${server.url}/prefix/`, { userAgent: 'sluice/1.2.3' });
    const answer = await http.call(
      { ...change, query: { tags: ['a b', 'c'], page: 1, none: undefined } },
      person,
    );
    expect(answer).toEqual({ ok: true, value: { id: 'x', extra: 1 } });
    const [request] = server.seen;
    expect(request).toMatchObject({ method: 'POST', url: '/prefix/a?tags=a+b&tags=c&page=1' });
    expect(request?.headers).toMatchObject({
      'x-api-key': key,
      'user-agent': 'sluice/1.2.3',
      'content-type': 'application/json',
      accept: 'application/json',
    });
    expect(request?.body.toString()).toBe('{"a":1}');
  });

  test('asks for the key each time, and does not go out without one', async () => {
    await using server = await startLocalServer((_, response) => json(response, 200, { id: 'x' }));
    const keys = [' first ', 'second', undefined, '', 'line\nbreak'];
    const { http, budget } = createTestHttp(server.url, { getKey: async () => keys.shift() });
    await http.call(read, person);
    await http.call(read, person);
    expect(server.seen.map((request) => request.headers['x-api-key'])).toEqual(['first', 'second']);
    expect(failureOf(await http.call(read, person)).error.code).toBe('KEY_MISSING');
    expect(failureOf(await http.call(read, person)).error.code).toBe('KEY_MISSING');
    const odd = failureOf(await http.call(read, person));
    expect(odd).toMatchObject({ disposition: 'fix-first', error: { code: 'KEY_REJECTED' } });
    expect(odd.error.message).not.toContain('break');
    expect(server.seen).toHaveLength(2);
    expect(budget.snapshot()).toMatchObject({ inFlight: 0, sent: 2 });
  });

  test('reuses connections', async () => {
    const ports = new Set<number | undefined>();
    await using server = await startRawServer((message, response) => {
      ports.add(message.socket.remotePort);
      json(response, 200, { id: 'x' });
    });
    const { http } = createTestHttp(server.url);
    for (let index = 0; index < 5; index += 1) await http.call(read, person);
    expect(ports.size).toBe(1);
  });

  test('is never repeated by itself', async () => {
    await using server = await startLocalServer((_, response) => json(response, 503, {}));
    const { http } = createTestHttp(server.url);
    await http.call(read, person);
    await http.call(change, person);
    expect(server.seen).toHaveLength(2);
  });

  test('cannot leave the base address', async () => {
    const { http } = createTestHttp('https://service.example');
    await expect(http.call({ ...read, path: '.evil.example/a' }, person)).rejects.toThrow(TypeError);
  });
});

test('a redirect is not followed, so the key stays where it belongs', async () => {
  await using other = await startLocalServer((_, response) => json(response, 200, { id: 'x' }));
  await using server = await startLocalServer((_, response) => {
    response.writeHead(302, { location: `${other.url}/steal` }).end();
  });
  const { http } = createTestHttp(server.url);
  const failure = failureOf(await http.call(change, person));
  expect(failure).toMatchObject({ status: 302, maybeDone: true, error: { code: 'BLOCKED_BY_FIREWALL' } });
  expect(other.seen).toEqual([]);
});

describe('a good status with a bad answer', () => {
  test.each([
    ['{"id":', 'BAD_ANSWER'],
    ['{"name":"no id"}', 'BAD_ANSWER'],
    ['[]', 'BAD_ANSWER'],
    ['', 'BAD_ANSWER'],
    ['<!doctype html><title>Sign in</title>', 'BLOCKED_BY_FIREWALL'],
  ])('%j is %s, and a change may be done', async (body, code) => {
    await using server = await startLocalServer((_, response) => response.end(body));
    const { http } = createTestHttp(server.url);
    expect(failureOf(await http.call(change, person))).toMatchObject({
      status: 200,
      disposition: 'retry',
      maybeDone: true,
      error: { code },
    });
    expect(failureOf(await http.call(read, person))).toMatchObject({ maybeDone: false, error: { code } });
  });

  test('an answer without end is cut off', async () => {
    // It ends far beyond what may be read, so that who reads on is found out and does not hang.
    let pieces = 100;
    await using server = await startRawServer((_, response) => {
      const more = () => {
        while (!response.destroyed && pieces-- > 0 && response.write(Buffer.alloc(1024 * 1024, 0x20))) {}
        if (pieces < 0) response.end();
      };
      response.on('drain', more);
      more();
    });
    const { http } = createTestHttp(server.url);
    expect(failureOf(await http.call(change, person))).toMatchObject({
      maybeDone: true,
      error: { code: 'BAD_ANSWER', detail: 'too large' },
    });
    // Before it was read to its end.
    expect(pieces).toBeGreaterThan(0);
  });
});

test('the key, and secrets that were sent, never come back in an error', async () => {
  await using server = await startLocalServer((_, response) =>
    json(response, 400, {
      message: `Bad key ${key} or password hunter22canary, ${Buffer.from(key).toString('base64')}`,
      requestId: 'r-9',
    }),
  );
  const { http } = createTestHttp(server.url);
  const { error } = failureOf(await http.call({ ...change, secrets: ['hunter22canary'] }, person));
  expect(error.message).toContain('Bad key [redacted] or password [redacted], [redacted]');
  expect(error.requestId).toBe('r-9');
});

describe('without an answer', () => {
  async function closedPort(): Promise<number> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await new Promise<void>((resolve) => server.close(() => resolve()));
    return port;
  }

  test('a refused connection is offline, and costs no budget', async () => {
    const { http, budget } = createTestHttp(`http://127.0.0.1:${await closedPort()}`);
    const failure = failureOf(await http.call(change, person));
    expect(failure).toMatchObject({
      disposition: 'offline',
      maybeDone: false,
      error: { code: 'UNREACHABLE', detail: 'ECONNREFUSED', retryable: true },
    });
    expect(failure.status).toBeUndefined();
    expect(budget.snapshot()).toMatchObject({ occupied: 0, sent: 0 });
  });

  test('a name that does not resolve is offline', async () => {
    const { http } = createTestHttp('http://no-such-host.invalid');
    expect(failureOf(await http.call(change, person))).toMatchObject({
      disposition: 'offline',
      maybeDone: false,
    });
  });

  test('a connection that is accepted late is offline', async () => {
    // A backlog that is never accepted: the TLS handshake gets no answer.
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const { http } = createTestHttp(`https://127.0.0.1:${port}`, { timeouts: { secureConnect: 50 } });
    expect(failureOf(await http.call(change, person))).toMatchObject({
      disposition: 'offline',
      maybeDone: false,
      error: { code: 'UNREACHABLE' },
    });
    http.close();
    server.close();
  });

  test('plain text where TLS was expected is a TLS failure', async () => {
    const server = createServer((socket) =>
      socket.on('error', () => undefined).end('HTTP/1.1 400 Bad\r\n\r\n'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const { http } = createTestHttp(`https://127.0.0.1:${port}`);
    expect(failureOf(await http.call(change, person))).toMatchObject({
      disposition: 'offline',
      maybeDone: false,
      error: { code: 'TLS_FAILED' },
    });
    server.close();
  });

  test('a connection that breaks after the request was sent may have done it', async () => {
    await using server = await startLocalServer((_request, _response, message) =>
      message.socket.resetAndDestroy(),
    );
    const { http, budget } = createTestHttp(server.url);
    const lost = { disposition: 'retry', error: { code: 'CONNECTION_LOST' } };
    expect(failureOf(await http.call(change, person))).toMatchObject({ ...lost, maybeDone: true });
    expect(failureOf(await http.call(read, person))).toMatchObject({ ...lost, maybeDone: false });
    expect(budget.snapshot()).toMatchObject({ occupied: 2, inFlight: 0 });
  });

  test('the same on a connection that was used before', async () => {
    await using server = await startLocalServer((request, response, message) =>
      request.url === '/a' ? message.socket.destroy() : json(response, 200, { id: 'x' }),
    );
    const { http } = createTestHttp(server.url);
    await http.call({ ...read, path: '/good' }, person);
    expect(failureOf(await http.call(change, person))).toMatchObject({ maybeDone: true });
  });

  test('an answer that stops half-way is lost', async () => {
    await using server = await startLocalServer((_, response, message) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"id"', () => message.socket.destroy());
    });
    const { http } = createTestHttp(server.url);
    expect(failureOf(await http.call(change, person))).toMatchObject({
      disposition: 'retry',
      maybeDone: true,
      error: { code: 'CONNECTION_LOST' },
    });
  });

  test('silence after the request ends with a timeout that may have done it', async () => {
    await using server = await startLocalServer(() => undefined);
    const { http, budget } = createTestHttp(server.url, { timeouts: { response: 50 } });
    expect(failureOf(await http.call(change, person))).toMatchObject({
      disposition: 'retry',
      maybeDone: true,
      error: { code: 'TIMED_OUT' },
    });
    expect(budget.snapshot()).toMatchObject({ occupied: 1, inFlight: 0 });
  });

  test('an abort rejects with its reason, and the budget remembers the request', async () => {
    const controller = new AbortController();
    const reason = new Error('the person went away');
    await using server = await startLocalServer(() => controller.abort(reason));
    const { http, budget } = createTestHttp(server.url);
    await expect(http.call(read, { ...person, signal: controller.signal })).rejects.toBe(reason);
    expect(budget.snapshot()).toMatchObject({ occupied: 1, inFlight: 0 });
    await expect(http.call(read, { ...person, signal: controller.signal })).rejects.toBe(reason);
    expect(server.seen).toHaveLength(1);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1);
  test.each([
    ['seconds', () => '7'],
    ['an HTTP date', () => new Date(now + 7_000).toUTCString()],
  ])('with a 429, as %s, holds the host', async (_, value) => {
    await using server = await startLocalServer((_request, response) =>
      json(
        response,
        429,
        { message: 'Too many' },
        { 'retry-after': value(), date: new Date(now).toUTCString() },
      ),
    );
    const { http, budget } = createTestHttp(server.url);
    const failure = failureOf(await http.call(change, person));
    expect(failure).toMatchObject({ status: 429, disposition: 'rate-limited', maybeDone: false });
    expect(failure.retryAfterMs).toBeCloseTo(7_000);
    expect(budget.snapshot().hold).toMatchObject({ by: 'service' });
  });

  test('a 429 without it is waited out with jitter', async () => {
    await using server = await startLocalServer((_, response) => json(response, 429, {}));
    const { http, budget } = createTestHttp(server.url);
    expect(failureOf(await http.call(change, person)).retryAfterMs).toBeCloseTo(2_500);
    expect(budget.snapshot().hold).toMatchObject({ by: 'service' });
  });

  test('with a 503 holds what was asked, and nothing else', async () => {
    await using server = await startLocalServer((_, response) =>
      json(response, 503, {}, { 'retry-after': '9' }),
    );
    const { http, budget } = createTestHttp(server.url);
    expect(failureOf(await http.call(change, person))).toMatchObject({
      disposition: 'retry',
      maybeDone: true,
      retryAfterMs: 9_000,
    });
    expect(budget.snapshot().hold).toBeUndefined();
  });

  test('of a year with a 503 is asked again much sooner', async () => {
    await using server = await startLocalServer((_, response) =>
      json(response, 503, {}, { 'retry-after': '31536000' }),
    );
    const { http } = createTestHttp(server.url);
    expect(failureOf(await http.call(read, person)).retryAfterMs).toBe(10 * 60_000);
  });

  test('with a 429 stops no person, and nobody once it is over', async () => {
    let status = 429;
    await using server = await startLocalServer((_, response) =>
      json(response, status, { id: 'x' }, { 'retry-after': '31536000' }),
    );
    const { http, budget } = createTestHttp(server.url);
    failureOf(await http.call(read, { priority: 'fresh' }));
    const waiting = http.call(read, { priority: 'fresh' });
    expect(failureOf(await http.call(read, person)).status).toBe(429);
    expect(budget.snapshot()).toMatchObject({ hold: { by: 'service' }, waiting: { fresh: 1 } });
    status = 200;
    expect((await http.call(read, person)).ok).toBe(true);
    expect(budget.snapshot()).toMatchObject({ hold: { by: 'service' }, waiting: { fresh: 1 } });
    budget.probeNow();
    expect((await waiting).ok).toBe(true);
    expect(budget.snapshot().hold).toBeUndefined();
  });
});

describe('a proxy', () => {
  test('is used for other hosts, never for this machine', async () => {
    await using proxy = await startLocalServer((_, response) => json(response, 200, { id: 'via proxy' }));
    await using direct = await startLocalServer((_, response) => json(response, 200, { id: 'direct' }));
    const variables = { HTTP_PROXY: proxy.url, NO_PROXY: 'excepted.invalid' };
    const connections = createTestNetwork({ port: { variables } }).connections();
    const ask = (baseUrl: string) => createTestHttp(baseUrl, { connections }).http.call(read, person);
    expect(await ask('http://service.invalid')).toMatchObject({ value: { id: 'via proxy' } });
    expect(await ask(direct.url)).toMatchObject({ value: { id: 'direct' } });
    expect(await ask(`http://localhost:${direct.port}`)).toMatchObject({ value: { id: 'direct' } });
    expect(failureOf(await ask('http://excepted.invalid'))).toMatchObject({ disposition: 'offline' });
    expect(proxy.seen).toHaveLength(1);
  });

  test('is used where the system does not tell the addresses of this machine', async () => {
    await using proxy = await startLocalServer((_, response) => json(response, 200, { id: 'via proxy' }));
    const variables = { HTTP_PROXY: proxy.url };
    // As under systemd's RestrictAddressFamilies without AF_NETLINK.
    const machine = () =>
      ownAddresses(() => {
        throw new Error('uv_interface_addresses returned Unknown system error 97');
      });
    expect(machine()).toBe('');
    const connections = createTestNetwork({ port: { variables }, machine }).connections();
    const { http } = createTestHttp('http://service.invalid', { connections });
    expect(await http.call(read, person)).toMatchObject({ value: { id: 'via proxy' } });
  });

  test('that refuses the tunnel is offline: the key went nowhere', async () => {
    await using proxy = await startLocalServer(() => undefined);
    const asked: (string | undefined)[] = [];
    proxy.server.on('connect', (request, socket) => {
      asked.push(request.url);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    const port = { variables: { HTTPS_PROXY: proxy.url } };
    const connections = createTestNetwork({ port }).connections();
    const { http } = createTestHttp('https://service.invalid', { connections });
    expect(failureOf(await http.call(change, person))).toMatchObject({
      disposition: 'offline',
      maybeDone: false,
    });
    expect(asked).toEqual(['service.invalid:443']);
  });
});

test('what may not go any more when its turn has come is not sent, and its place is free', async () => {
  await using server = await startLocalServer((_, response) => json(response, 200, { id: 'x' }));
  const { http } = createTestHttp(server.url);
  const failure = failureOf(await http.call(read, { ...person, mayStillGo: () => false }));
  expect(failure).toMatchObject({ disposition: 'held', maybeDone: false });
  expect(server.seen).toEqual([]);
});

test('what is looked at right before a request goes out can stop it', async () => {
  await using server = await startLocalServer((_, response) => json(response, 200, { id: 'x' }));
  const { http } = createTestHttp(server.url);
  const beforeSending = async () => {
    await Promise.resolve();
    throw new Error('decided anew');
  };
  await expect(http.call(change, { ...person, beforeSending })).rejects.toThrow('decided anew');
  expect(server.seen).toEqual([]);
});
