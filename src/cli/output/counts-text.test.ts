import { expect, test } from 'vitest';
import { english, german } from '../testing/voices.ts';
import { countsText } from './upload-text.ts';

test.each([
  [1, '1 needs you', '1 braucht Sie'],
  [2, '2 need you', '2 brauchen Sie'],
])('%i uploads that need a person', (attention, inEnglish, inGerman) => {
  expect(countsText({ attention }, english)).toBe(inEnglish);
  expect(countsText({ attention }, german)).toBe(inGerman);
});
