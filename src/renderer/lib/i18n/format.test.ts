import { expect, test } from 'vitest';
import { createFormat } from './format.ts';

const en = createFormat('en');
const de = createFormat('de');

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [177.7, '178 B'],
  [1_000, '1 kB'],
  [1_540_000, '1.5 MB'],
  [214_000_000, '214 MB'],
  [2_000_000_000_000_000, '2,000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(en.size(bytes)).toBe(text);
});

test('sizes and numbers follow the language', () => {
  expect(de.size(1_540_000)).toBe('1,5 MB');
  expect(de.number(1_030)).toBe('1.030');
});

test.each([
  [0, '0 secs'],
  [59.6, '1 min'],
  [60 * 80, '1 hr 20 mins'],
  [3_600 * 2, '2 hrs'],
  [86_400 * 3, '3 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(en.duration(seconds)).toBe(text);
});

test('how long ago, in the largest unit that fits', () => {
  const now = Date.UTC(2026, 0, 2);
  expect(en.ago(now - 20_000, now)).toBe('now');
  expect(en.ago(now - 5 * 60_000, now)).toBe('5 min ago');
  expect(en.ago(now - 26 * 3_600_000, now)).toBe('yesterday');
});

test('a time that is not long ago: the clock, and the day where it was another', () => {
  const now = new Date(2026, 0, 2, 14, 2).getTime();
  expect(en.lately(now, now)).toBe('14:02');
  expect(en.lately(new Date(2026, 0, 1, 23, 59).getTime(), now)).toBe('yesterday 23:59');
  expect(de.lately(new Date(2026, 0, 1, 23, 59).getTime(), now)).toBe('gestern 23:59');
  expect(en.lately(new Date(2025, 11, 24, 9, 0).getTime(), now)).toContain('24 Dec 2025');
});
