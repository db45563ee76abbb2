import { expect, test } from 'vitest';
import { hasTooManyValues, isTooDeep, parseJson } from './parse-json.ts';

const nested = (depth: number, inside = '') => `${'[{"a":'.repeat(depth)}"${inside}"${'}]'.repeat(depth)}`;

test.each([nested(100), nested(3, ']]]['), '"["', '[]', `[${'[],'.repeat(5000)}[]]`, `"${'['.repeat(500)}"`])(
  'is read as it is: %.30s',
  (text) => {
    expect(parseJson(text)).toEqual({ value: JSON.parse(text) });
  },
);

test.each([
  nested(101),
  `{"a":"\\\\","b":${'['.repeat(201)}${']'.repeat(201)}}`,
  // Quotes in a string end it only where they are not escaped.
  `["\\"",${'['.repeat(200)}${']'.repeat(200)}]`,
])('nests beyond all measure: %.30s', (text) => {
  expect(() => JSON.parse(text)).not.toThrow();
  expect([isTooDeep(text), parseJson(text)]).toEqual([true, undefined]);
});

test.each(['', '{', 'x', '"', '"\\'])('%j is no JSON', (text) => {
  expect([isTooDeep(text), parseJson(text)]).toEqual([false, undefined]);
});

test('a list of millions is not read, because it takes gigabytes', () => {
  const list = (length: number) => `[${Array.from({ length }, () => '{}').join(',')}]`;
  expect(parseJson(list(100_000))).toBeDefined();
  const text = list(2_000_000);
  expect([hasTooManyValues(text), parseJson(text)]).toEqual([true, undefined]);
});
