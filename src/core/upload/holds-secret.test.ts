import { expect, test } from 'vitest';
import { holdsSecret } from './holds-secret.ts';

const inBytes = (bytes: Uint8Array, isKnown: (text: string) => boolean) =>
  holdsSecret({ body: { kind: 'buffer', bytes } }, isKnown);
const isKeyFile = (bytes: Uint8Array) => inBytes(bytes, () => false);
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

const keys = { 'p-0123456789ab': { key: 'key-of-another-folder', origins: ['https://service.example'] } };
const current = `${JSON.stringify({ version: 2, profiles: keys, outside: {} })}\n`;
const oldest = JSON.stringify({ 'p-0123456789ab': 'key-of-another-folder' });

test.each([
  ['current', current],
  ['current, indented', JSON.stringify(JSON.parse(current), null, 2)],
  ['oldest', oldest],
])('a key file (%s) is known in any encoding', (_, text) => {
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
    utf16(text),
    utf16(text).swap16(),
    Buffer.from(text, 'utf16le'),
  ])
    expect(isKeyFile(bytes)).toBe(true);
});

test.each([
  '{"profiles":{"us":{"key":"AAPL"}}}',
  '{"version":2,"profiles":{"us":{"key":"AAPL"}}}',
  '{"version":1,"profiles":{"us":{"key":"AAPL","origins":[]}}}',
  '{"version":2,"profiles":{"p-0123456789ab":{"origins":["https://service.example"]}}}',
  '{"us":"AAPL","p-1":"CUSIP","proxy":"http://proxy.example:8080"}',
  '{"p-0123456789ab":{"name":"A page"}}',
  '{"p-0123456789ab":""}',
  '"p-0123456789ab"',
  '["p-0123456789ab"]',
  'null',
  '{"p-0123456789ab":',
])('other JSON is no key file: %s', (text) => {
  expect(isKeyFile(Buffer.from(text))).toBe(false);
});

test('a secret is searched for in the text of any encoding, without the byte order mark', () => {
  const text = 'Schlüssel';
  for (const bytes of [Buffer.from(`\ufeff${text}`), utf16(text), utf16(text).swap16()])
    expect(inBytes(bytes, (found) => found === text)).toBe(true);
});

test('a large file is not searched', () => {
  expect(inBytes(Buffer.alloc(64 * 1024 + 1, 'a'), () => true)).toBe(false);
});
