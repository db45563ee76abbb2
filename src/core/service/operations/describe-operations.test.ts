import { expect, test } from 'vitest';
import { describeOperations } from './describe-operations.ts';

/** All that is said of operations: titles apart, which are keyed by name. */
function textsOf(value: unknown, found: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'description' && typeof inner === 'string') found.add(inner);
    else textsOf(inner, found);
  }
  return found;
}

test('what is said of operations is in the locale files', () => {
  const without = describeOperations().flatMap(({ rules, notShown, cost, keys, ...rest }) => {
    const texts = textsOf([rest.parametersSchema, rest.requestSchema], new Set([...rules, ...notShown]));
    if (cost !== null) texts.add(cost);
    return [...texts].filter((text) => keys[text] === undefined);
  });
  expect([...new Set(without)]).toEqual([]);
});

test('a key leads to the text it stands for', () => {
  const keyed = describeOperations().flatMap(({ keys }) => Object.entries(keys));
  expect(keyed.length).toBeGreaterThan(150);
  expect(Object.fromEntries(keyed)['A date is written YYYY-MM-DD.']).toBe('said.rule.day');
});
