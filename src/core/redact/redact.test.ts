import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

const key = 'canary-Key/7+9=Zz';
const password = 'canary pass "wörd", 1';
const signature = 'canarysignature0123456789abcdef';
const address = `https://storage.example:8443/bucket/file%20one.pdf?X-Amz-Expires=60&X-Amz-Signature=${signature}&other=canaryother`;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

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
    ['in a form', new URLSearchParams({ password }).toString()],
    ['encoded twice', encodeURIComponent(encodeURIComponent(key))],
    ['in a form in an address', encodeURIComponent(new URLSearchParams({ note: password }).toString())],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ note: key }))],
    ['in lower case', key.toLowerCase()],
    ['in upper case', key.toUpperCase()],
    ['encoded with small letters', encodeURIComponent(key).replaceAll(/%../g, (code) => code.toLowerCase())],
    ['in JSON whose slashes are escaped', JSON.stringify({ key, password }).replaceAll('/', '\\/')],
    ['in a page', escaped(`${key} ${password}`)],
    [
      'in a page, by numbers',
      `${key} ${password}`.replaceAll(/[^\w ]/g, (sign) => `&#${sign.charCodeAt(0)};`),
    ],
    ['as hexadecimal', Buffer.from(key).toString('hex')],
    ['as HEXADECIMAL', Buffer.from(password).toString('hex').toUpperCase()],
    ['alone after Bearer', `Bearer ${key}`],
    ['raw after its header', `X-API-KEY: ${key}`],
  ])('%s', (_, text) => {
    const output = createFilled().text(`before ${text} after`);
    expect(output).not.toContain('canary');
    expect(output).not.toContain(Buffer.from(key).toString('base64').slice(0, 12));
    expect(output).toMatch(/^before .*\[redacted\].* after$/);
  });

  test.each(['', 'u', 'us', 'user', 'somebody@example.com'])('in a Basic header, for the user %j', (user) => {
    for (const pack of ['base64', 'base64url'] as const)
      for (const after of ['', '!', ':more']) {
        const sent = Buffer.from(`${user}:${key}${after}`).toString(pack);
        const output = createFilled().text(`seen ${sent} once`);
        // Of what is left nobody can tell more than the characters at its ends.
        const left = output.replaceAll('[redacted]', ' ').match(/[\w+/-]{4,}/g) ?? [];
        for (const rest of left) expect(Buffer.from(rest, pack).toString()).not.toMatch(/anary|Key|7\+9|Zz/);
        expect(output).toContain('[redacted]');
      }
  });

  test('cost grows with the text: a line of a megabyte takes no second', () => {
    const redactor = createFilled();
    const lines = [
      'a'.repeat(1_000_000),
      'x-api-key'.repeat(110_000),
      '%25'.repeat(330_000),
      'password%25%25'.repeat(70_000),
      `"password": "${'\\\\'.repeat(450_000)}`,
      'https://'.repeat(120_000),
      `https://${'a@'.repeat(400_000)}`,
      `socks://${'a'.repeat(900_000)}`,
      'a'.repeat(999_999).concat('://'),
      'a://'.repeat(250_000),
      'bearer '.repeat(140_000),
      'secret'.repeat(160_000),
      Buffer.alloc(700_000, 7).toString('base64'),
      'canary-'.repeat(140_000),
      'client_'.repeat(140_000),
      ' '.repeat(1_000_000),
      `apikey${' '.repeat(900_000)}`,
    ];
    for (const line of lines) {
      const start = process.threadCpuUsage();
      redactor.text(line);
      const { user, system } = process.threadCpuUsage(start);
      // Linear cost is some 0.05 s of the processor; a quadratic one would be hours.
      expect((user + system) / 1000, line.slice(0, 30)).toBeLessThan(5_000);
    }
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
    `SLUICE_PROXY holds 'htp://user:canarypass@proxy.example:8080'`,
    `socks5h://canaryuser:canarypass@proxy.example`,
    'X-API-KEY: canary-key',
    'x-api-key: canary key with spaces\r\naccept: */*',
    "{ 'x-api-key': 'canary-key', accept: '*/*' }",
    'Authorization: Bearer canary',
    '{"config":{"user_id":"u","user_password":"canary, \\"quoted\\" and more canary"}}',
    '"{\\"user_password\\":\\"canary\\"}"',
    'password=canary next',
    'apiKey = canary',
    'set-cookie: session=canary; Path=/',
    'refused: Bearer canaryToken.of-somebody_else=',
    'sent Basic Y2FuYXJ5OmNhbmFyeQ==canary',
    'x-api-key%3A%20canary-key',
    'a%26api_key%253Dcanary-key',
    'user_password%22%3A%22canary%22',
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
    const text =
      'Uploaded 3 files: "Q3 secretariat.pdf", tokens used: 12, key ideas, monkey=banana, ' +
      'Basic information, digest algorithms; we negotiate everything; the bearer of it';
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

test('the place of a problem in a file is shown, whatever the name of the file', () => {
  for (const name of ['secret', '/etc/sluice/api-key', 'my-password', 'cookie', 'authorization'])
    for (const place of [`${name}:12:5: Unknown key`, `${name}:1:1: Unknown key`])
      expect(createRedactor().text(place)).toBe(place);
  expect(createRedactor().text('password:12:5:canary secret: 12:5: x')).toBe(
    'password:[redacted] secret: [redacted] x',
  );
});

describe('for logs', () => {
  test.each([
    ['The owner is jane.doe+x@research.example.com.', 'The owner is [redacted].'],
    ['<müller@büro.example> asked', '<[redacted]> asked'],
    ['?owner=jane%40example.org&x=1', '?owner=[redacted]&x=1'],
    ['pg@8.23.1 and @types/node at node_modules/a@1.0.0/x.js', undefined],
    ['a @ b, a@b, 17@home', undefined],
  ])('e-mail addresses go: %s', (text, expected = text) => {
    expect(createRedactor().forLog.text(text)).toBe(expected);
    expect(createRedactor().forLog.value({ detail: [text] })).toEqual({ detail: [expected] });
    // What the user is shown keeps them.
    expect(createRedactor().text(text)).toBe(text);
  });

  test('no text makes looking for them slow', () => {
    const begun = process.cpuUsage();
    for (const piece of ['a', 'a@', 'a@a.', '@', 'a.', 'a%40'])
      createRedactor().forLog.text(piece.repeat(100_000 / piece.length));
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1000).toBeLessThan(5000);
  });
});
