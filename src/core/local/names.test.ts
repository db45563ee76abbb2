import { expect, test } from 'vitest';
import {
  collidingKey,
  directoryKey,
  escapeUndecodable,
  isDecodable,
  joinRelative,
  nameKey,
  parentOf,
} from './names.ts';

test('W13: composed and decomposed spellings have one key; case only where the volume folds it', () => {
  expect(nameKey('re\u0301sume\u0301.pdf', false)).toBe('r\u00e9sum\u00e9.pdf');
  expect(nameKey('A.PDF', false)).toBe('A.PDF');
  expect(nameKey('\u00c9A.PDF', true)).toBe('\u00e9a.pdf');
});

test('a directory left out as a whole and a second spelling have keys that no file has', () => {
  expect(directoryKey('a')).toBe('a/');
  expect(collidingKey('a.pdf', 'A.PDF')).toBe('a.pdf/A.PDF');
});

test('W13: a name that is not UTF-8 can be shown', () => {
  const bytes = Buffer.from([0x61, 0xe9, 0x62]);
  expect(isDecodable(bytes)).toBe(false);
  expect(escapeUndecodable(bytes)).toBe('a\\xE9b');
  expect(escapeUndecodable(Buffer.from([0x7f, 0x80]))).toBe('\x7f\\x80');
  expect(isDecodable(Buffer.from('\u00e9\u{1F600}\uFFFD'))).toBe(true);
});

test('relative paths join with a slash, the root with nothing', () => {
  expect(joinRelative('', 'a')).toBe('a');
  expect(joinRelative('b/c', 'a')).toBe('b/c/a');
  expect(['b/c/a', 'b/c', 'b', ''].map(parentOf)).toEqual(['b/c', 'b', '', '']);
});
