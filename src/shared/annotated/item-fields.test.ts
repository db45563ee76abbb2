import { expect, test } from 'vitest';
import { sentimentAt } from './item-fields.ts';
import { scanText } from './tape/scan.ts';

test.each([
  ['"Positive"', 0.5],
  ['" negative "', -0.5],
  ['"constructor"', null],
  ['3', 1],
])('the tone %s is %s', (json, tone) => {
  expect(sentimentAt(scanText(json), 0)).toBe(tone);
});
