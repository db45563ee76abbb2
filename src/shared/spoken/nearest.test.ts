import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

test.each([
  ['dsek', ['desk', 'research'], 'desk'],
  ['DESK', ['desk'], 'desk'],
  ['quaterly', ['quarterly', 'yearly', 'quarter'], 'quarterly'],
  ['newst', ['newest', 'oldest', 'queue'], 'newest'],
  ['exit-code', ['exit-codes'], 'exit-codes'],
  ['x', ['desk', 'y'], undefined],
  ['something', ['entirely', 'different'], undefined],
  ['', ['desk'], undefined],
  ['desk', [], undefined],
])('%j among %j: %j', (word, known, meant) => {
  expect(nearest(word, known)).toBe(meant);
});
