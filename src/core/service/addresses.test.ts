import { expect, test } from 'vitest';
import { addressExpiresAt, addressForLog, parseAddress } from './addresses.ts';

test.each([
  ['https://s.example/a?Expires=1790000000&Signature=x', 1_790_000_000_000],
  ['https://s.example/a?X-Amz-Date=20260922T120000Z&X-Amz-Expires=86400', Date.UTC(2026, 8, 23, 12)],
  ['https://s.example/a?x-amz-date=20260922T120000Z&x-amz-expires=60', Date.UTC(2026, 8, 22, 12, 1)],
  ['https://s.example/a?X-Amz-Expires=60', undefined],
  ['https://s.example/a?Expires=soon', undefined],
  ['https://s.example/a?Expires=1790000000s', undefined],
  ['https://s.example/a?Expires=s1790000000', undefined],
  ['https://s.example/a?X-Amz-Date=20260922T120000Z', undefined],
  ['https://s.example/a?X-Amz-Date=20260922T120000Z0&X-Amz-Expires=60', undefined],
  ['https://s.example/a?X-Amz-Date=120260922T120000Z&X-Amz-Expires=60', undefined],
  ['https://s.example/a', undefined],
  ['not an address', undefined],
])('%s expires at %s', (address, expected) => {
  expect(addressExpiresAt(address)).toBe(expected);
});

test('a log gets host and path of an address, never its query or user', () => {
  expect(addressForLog('https://user:secret@s.example:8443/a/b%20c.pdf?Signature=secret#secret')).toBe(
    's.example:8443/a/b%20c.pdf',
  );
  expect(addressForLog(new URL('https://s.example/a?Signature=secret'))).toBe('s.example/a');
  expect(addressForLog('secret')).toBe('[no address]');
});

test('only web addresses are addresses', () => {
  expect(parseAddress('https://s.example/a')?.href).toBe('https://s.example/a');
  expect(parseAddress('http://127.0.0.1:8080/a')?.href).toBe('http://127.0.0.1:8080/a');
  expect(parseAddress('nonsense')).toBeUndefined();
  expect(parseAddress('file:///etc/passwd')).toBeUndefined();
  expect(parseAddress('javascript:alert(1)')).toBeUndefined();
});
