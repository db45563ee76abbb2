import { expect, test } from 'vitest';
import { anchorText } from '../anchor/anchor-text.ts';
import { standsIn } from './stands-in.ts';

const text =
  'Outlook.\n\nAn area of 10² m and 5 m². Revenue rose by 5% in\u00a02025, to $3.2 billion in all regions. Costs fell.';

test.each([
  ['Revenue rose by 5% in 2025, to $3.2 billion in all regions.', true],
  ['• Revenue rose by 5% in 2025, to $3.2 billion in all regions', true],
  ['Revenue rose by 6% in 2025, to $3.2 billion in all regions.', false],
  ['Revenue rose by 5% in 2025, to $3.3 billion in all regions.', false],
  ['2 billion in all regions', false],
  ['An area of 10² m', true],
  ['An area of 102 m', false],
  ['5 m2', true],
  ['Revenue fell by 5% in 2025, to $3.2 billion in all regions.', false],
  ['These words stand nowhere in it, whatever anybody says.', false],
])('%j: %s', (quote, stands) => {
  expect(standsIn(anchorText(text), text, { quote })).toBe(stands);
});
