import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { textWidth } from './width.ts';

test('a text is as wide as the library says, also where it is not asked', () => {
  const from = (first: number) => Array.from({ length: 0x400 }, (_, at) => String.fromCharCode(first + at));
  const letters = [0, 0x2000].flatMap(from);
  const odd = letters.flatMap((letter) => [letter, `a${letter}b`, `${letter}${letter}`]);
  expect(odd.filter((text) => textWidth(text) !== stringWidth(text))).toEqual([]);
});

test.each([
  ['Jahresabschlüsse – “Q3”…', 24],
  ['\u001b[32mgrün\u001b[39m', 4],
  ['\u001b[32m会社\u001b[39m', 4],
  ['e\u0301', 1],
  ['👩‍💼.pdf', 6],
])('%j takes %i columns', (text, width) => {
  expect(textWidth(text)).toBe(width);
});
