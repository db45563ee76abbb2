import { expect, test } from 'vitest';
import { withTimes } from './json-times.ts';

const at = Date.UTC(2026, 0, 31, 12);
const text = '2026-01-31T12:00:00.000Z';

test('O9: times of core are RFC 3339, wherever they stand', () => {
  const value = {
    rows: [{ createdAt: at, landedAt: null, health: { since: at }, budget: { waitsUntil: at } }],
  };
  expect(withTimes(value)).toEqual({
    rows: [{ createdAt: text, landedAt: null, health: { since: text }, budget: { waitsUntil: text } }],
  });
});

test('O9: nothing else is touched: sizes, counts, names of others, texts', () => {
  const value = {
    size: at,
    format: 1,
    created_at: at,
    flat: 2,
    since: '2026-01-31',
    notBefore: 0,
    list: [at],
  };
  expect(withTimes(value)).toEqual({ ...value, notBefore: null });
});
