import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastWhere } from './last-where.ts';

test('it is the last of those that hold from the beginning on', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer(), (some, most) => {
      const sorted = some.toSorted((left, right) => left - right);
      const looked = lastWhere(sorted.length, (index) => (sorted[index] as number) <= most);
      expect(looked).toBe(sorted.findLastIndex((one) => one <= most));
    }),
  );
});

test('it looks at few of many', () => {
  let looked = 0;
  const found = lastWhere(1_000_000, (index) => {
    looked += 1;
    return index < 700_000;
  });
  expect(found).toBe(699_999);
  expect(looked).toBeLessThan(22);
});
