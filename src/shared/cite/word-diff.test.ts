import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordDiff } from './word-diff.ts';

test.each([
  ['rose by 5% in 2025', 'rose by 6% in 2025', 'rose by [-5%-] {+6%+} in 2025'],
  ['a b c', 'a c', 'a [-b-] c'],
  ['a', 'a b c', 'a {+b c+}'],
  ['', 'a', '{+a+}'],
  ['a  b', 'a b', 'a b'],
])('%j to %j', (before, after, shown) => {
  expect(wordDiff(before, after)).toBe(shown);
});

test('both texts can be read out of it', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
  fc.assert(
    fc.property(words, words, (before, after) => {
      const shown = wordDiff(before.join(' '), after.join(' '));
      const read = (text: string) => text.split(/\s+/).filter((word) => word !== '');
      expect(read(shown.replace(/\{\+.*?\+\}/g, '').replace(/\[-|-\]/g, ''))).toEqual(before);
      expect(read(shown.replace(/\[-.*?-\]/g, '').replace(/\{\+|\+\}/g, ''))).toEqual(after);
    }),
  );
});

test('texts of thousands of words are shown one after the other', () => {
  const long = 'word '.repeat(5_000);
  expect(wordDiff(long, 'x')).toMatch(/^\[-word .*-\] \{\+x\+\}$/);
});
