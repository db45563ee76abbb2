import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

const key = 'canary-Key/7+9=Zz';
const password = 'canary pass "wörd", 1';
const signature = 'canarysignature0123456789abcdef';
const address = `https://storage.example:8443/bucket/file%20one.pdf?X-Amz-Expires=60&X-Amz-Signature=${signature}&other=canaryother`;

function createFilled() {
  const redactor = createRedactor();
  redactor.add(key);
  redactor.add(password);
  return redactor;
}

describe('known values', () => {
  test.each([
    ['as it is', key],
    ['in an address', `http://127.0.0.1/${encodeURIComponent(key)}`],
    ['in JSON', JSON.stringify({ note: password })],
    ['as base64', `Basic ${Buffer.from(key).toString('base64')}`],
    ['as base64url', Buffer.from(password).toString('base64url')],
    ['in an inspected object', inspect({ note: key })],
  ])('%s', (_, text) => {
    const output = createFilled().text(`before ${text} after`);
    expect(output).not.toContain('canary');
    expect(output).not.toContain(Buffer.from(key).toString('base64').slice(0, 12));
    expect(output).toMatch(/^before .*\[redacted\].* after$/);
  });

  test('a secret that is part of another leaves no rest', () => {
    const redactor = createRedactor();
    redactor.add('abcd');
    redactor.add('abcd-efgh');
    expect(redactor.text('x abcd-efgh y abcd z')).toBe('x [redacted] y [redacted] z');
  });

  test('values too short to be secrets do not eat the text', () => {
    const redactor = createRedactor();
    redactor.add('a');
    redactor.add('');
    expect(redactor.text('a banana')).toBe('a banana');
  });
});

describe('unknown values, by what stands around them', () => {
  const redactor = createRedactor();
  test.each([
    `PUT ${address} failed`,
    `{"url":"${address}"}`,
    `{"url":"${address.replaceAll('/', '\\/').replaceAll('&', '\\u0026')}"}`,
    `<a href='${address}'>`,
    encodeURIComponent(address),
    `…&X-Amz-Signature=${signature} (cut)`,
    `https://storage.example/x?token=canary`,
    `https://canaryuser:canarypass@proxy.example:8080/`,
    'X-API-KEY: canary-key',
    'x-api-key: canary key with spaces\r\naccept: */*',
    "{ 'x-api-key': 'canary-key', accept: '*/*' }",
    'Authorization: Bearer canary',
    '{"config":{"user_id":"u","user_password":"canary, \\"quoted\\" and more canary"}}',
    '"{\\"user_password\\":\\"canary\\"}"',
    'password=canary next',
    'apiKey = canary',
    'set-cookie: session=canary; Path=/',
  ])('%s', (text) => {
    expect(redactor.text(text)).not.toContain('canary');
    expect(redactor.text(text)).toContain('[redacted]');
  });

  test('host and path of an address stay', () => {
    expect(redactor.text(`PUT ${address} failed`)).toBe(
      'PUT https://storage.example:8443/bucket/file%20one.pdf?[redacted] failed',
    );
    expect(redactor.text('see https://example.com/docs/page.')).toBe('see https://example.com/docs/page.');
  });

  test('ordinary text stays as it is', () => {
    const text = 'Uploaded 3 files: "Q3 secretariat.pdf", tokens used: 12, key ideas, monkey=banana';
    expect(redactor.text(text)).toBe(text);
  });

  test('redacting twice changes nothing more', () => {
    const once = redactor.text(`X-API-KEY: canary ${address} password="canary"`);
    expect(redactor.text(once)).toBe(once);
  });
});

describe('values', () => {
  test('secrets go from nested objects, lists, maps, sets, headers, addresses and keys', () => {
    const output = createFilled().value({
      apiKey: 'canary',
      hasKey: true,
      nested: [{ config: { user_password: 'canary', user_id: 'u1' } }],
      [key]: 1,
      url: new URL(address),
      map: new Map([['x-api-key', 'canary']]),
      set: new Set([key]),
      headers: new Headers({ 'X-API-KEY': 'canary' }),
      rawHeaders: ['X-API-KEY', 'canary', 'Accept', 'text/plain'],
      bytes: Buffer.from(key),
      uploadAddress: address,
      password: 12345,
    });
    expect(JSON.stringify(output)).not.toMatch(/canary|12345/i);
    expect(output).toMatchObject({
      hasKey: true,
      bytes: '[17 bytes]',
      nested: [{ config: { user_id: 'u1' } }],
    });
  });

  test('errors keep name, message, code, stack and causes, without secrets', () => {
    const cause = Object.assign(new Error(`sent ${key}`), {
      code: 'ECONNRESET',
      headers: { cookie: 'canary' },
    });
    const error = new AggregateError([new Error(address)], `failed at ${address}`, { cause });
    const output = createFilled().value(error);
    expect(JSON.stringify(output)).not.toContain('canary');
    expect(output).toMatchObject({ name: 'AggregateError', cause: { name: 'Error', code: 'ECONNRESET' } });
  });

  test('cycles, depth, getters that throw and odd values do not harm', () => {
    const cyclic: Record<string, unknown> = {
      date: new Date(Number.NaN),
      big: 5n,
      fn: () => key,
      sym: Symbol(key),
    };
    cyclic.self = cyclic;
    Object.defineProperty(cyclic, 'bad', {
      enumerable: true,
      get() {
        throw new Error(key);
      },
    });
    let deep: unknown = key;
    for (let level = 0; level < 50; level += 1) deep = { deep };
    const output = createFilled().value([
      cyclic,
      deep,
      null,
      undefined,
      3,
      JSON.parse('{"__proto__":{"a":1}}'),
    ]);
    expect(JSON.stringify(output)).not.toContain('canary');
    expect((output as unknown[])[0]).toMatchObject({
      self: '[circular]',
      bad: '[unreadable]',
      big: '5',
      date: 'Invalid Date',
    });
  });

  test('the same object twice is no cycle', () => {
    const shared = { a: 1 };
    expect(createRedactor().value({ one: shared, two: shared })).toEqual({ one: { a: 1 }, two: { a: 1 } });
  });
});
