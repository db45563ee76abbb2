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

test('what is said of operations is in the locale files, but for rules that name what a schema lists', () => {
  const without = describeOperations().flatMap(({ rules, notShown, cost, keys, ...rest }) => {
    const texts = textsOf([rest.parametersSchema, rest.requestSchema], new Set([...rules, ...notShown]));
    if (cost !== null) texts.add(cost);
    return [...texts].filter((text) => keys[text] === undefined);
  });
  // The pages say these in English in every language.
  expect([...new Set(without)].sort()).toEqual([
    'A batch id is made of letters, digits, - and _.',
    'A category is one of companies, etfs, funds, sources, positions, organizations, people, places, products, concepts, topics.',
    'A category is one of earnings-call, conference-call, ipos-calendar, delisted-company, spelled exactly so.',
    'A content id is 32 characters, 0-9 and A-F.',
    'A document id is made of letters, digits, - and _.',
    'A template id is made of letters, digits, - and _.',
  ]);
});

test('a key leads to the text it stands for', () => {
  const keyed = describeOperations().flatMap(({ keys }) => Object.entries(keys));
  expect(keyed.length).toBeGreaterThan(150);
  expect(Object.fromEntries(keyed)['A date is written YYYY-MM-DD.']).toBe('operation-rule.day');
});
