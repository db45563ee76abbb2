import { expect, test } from 'vitest';
import { isExcepted } from './no-proxy.ts';

test.each([
  ['*', 'anything.example', true],
  ['example.com', 'example.com', true],
  ['example.com', 'www.example.com', true],
  ['.example.com', 'www.example.com', true],
  ['.example.com', 'example.com', true],
  ['*.example.com', 'www.example.com', true],
  ['example.com', 'notexample.com', false],
  ['Example.COM', 'www.EXAMPLE.com', true],
  ['example.com.', 'example.com', true],
  ['a.example, example.com', 'example.com', true],
  ['a.example example.com', 'example.com', true],
  ['example.com:443', 'example.com', true],
  ['example.com:8443', 'example.com', false],
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '11.1.2.3', false],
  ['10.0.0.0/33', '10.1.2.3', false],
  ['10.1.2.3', '10.1.2.3', true],
  ['2.3', '10.1.2.3', false],
  ['fd00::/8', '[fd12::1]', true],
  ['[fd12:0::1]', '[fd12::1]', true],
  ['fd12::1', '[fd12::2]', false],
  ['10.0.0.0/8', 'fd12::1', false],
  ['', 'example.com', false],
  [', ,', 'example.com', false],
  ['.', 'example.com', false],
])('%j for %s: %s', (list, host, expected) => {
  expect(isExcepted(list, host, 443)).toBe(expected);
});

test('no list excepts nobody', () => {
  expect(isExcepted(undefined, 'example.com', 443)).toBe(false);
});
