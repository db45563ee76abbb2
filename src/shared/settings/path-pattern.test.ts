import { expect, test } from 'vitest';
import { isPathPattern } from './path-pattern.ts';

test.each([
  ['^(?<year>\\d{4})/', true],
  ['10-K|\\p{Lu}+', true],
  ['a\\\\1', true],
  ['(', false],
  ['(?=a)', false],
  ['(?<!a)b', false],
  ['(a)\\1', false],
  ['(?<a>x)\\k<a>', false],
])('%s: %s', (pattern, is) => {
  expect(isPathPattern(pattern)).toBe(is);
});
