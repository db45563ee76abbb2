import { expect, test } from 'vitest';
import { typedDay, writtenDay } from './day.ts';

test('a day is written as the language does', () => {
  expect(writtenDay('de', '2026-03-01')).toBe('01.03.2026');
  expect(writtenDay('en', '2026-03-01')).toBe('01/03/2026');
  expect(writtenDay('de', '')).toBe('');
});

test.each([
  ['01.03.2026', '2026-03-01'],
  ['1/3/26', '2026-03-01'],
  [' 2026-03-01 ', '2026-03-01'],
  ['29.2.2024', '2024-02-29'],
  ['29.2.2026', undefined],
  ['31.4.2026', undefined],
  ['1.3', undefined],
  ['soon', undefined],
])('%s is typed for %s', (text, day) => {
  expect(typedDay(text)).toBe(day);
});
