import { expect, test } from 'vitest';
import { createLearnedLimit } from './learned-limit.ts';

const minute = 60_000;

test('the configured limit holds until a 429 comes', () => {
  const limit = createLearnedLimit(500);
  expect(limit.configured()).toBe(500);
  expect(limit.current(0)).toBe(500);
});

test('a 429 lowers it to what was accepted; a tenth comes back each minute from the end of the pause on', () => {
  const limit = createLearnedLimit(500);
  limit.refused(300, 0, 2 * minute);
  expect(limit.configured()).toBe(500);
  expect(limit.current(0)).toBe(300);
  expect(limit.current(2 * minute)).toBe(300);
  expect(limit.current(3 * minute)).toBe(350);
  expect(limit.current(3 * minute + 1_000)).toBe(350);
  expect(limit.current(5 * minute)).toBe(450);
  expect(limit.current(6 * minute)).toBe(500);
  expect(limit.current(60 * minute)).toBe(500);
});

test('a 429 at more than the limit teaches nothing new, one after a start not less than a tenth', () => {
  const more = createLearnedLimit(500);
  more.refused(900, 0, 0);
  expect(more.current(0)).toBe(500);
  const little = createLearnedLimit(500);
  little.refused(3, 0, 0);
  expect(little.current(0)).toBe(50);
  const odd = createLearnedLimit(15);
  odd.refused(0, 0, 0);
  expect(odd.current(0)).toBe(2);
});

test('it never grows by a 429', () => {
  const limit = createLearnedLimit(500);
  limit.refused(100, 0, 0);
  limit.refused(200, 0, 0);
  expect(limit.current(0)).toBe(100);
});

test('each further 429 before the full limit halves the pace, down to a sixteenth', () => {
  const limit = createLearnedLimit(1_600);
  const won: number[] = [];
  for (let strike = 0; strike < 7; strike += 1) {
    limit.refused(160, 0, 0);
    won.push(limit.current(minute) - limit.current(0));
  }
  expect(won).toEqual([160, 80, 40, 20, 10, 10, 10]);
});

test('once the full limit was reached again the next 429 is a first one', () => {
  const limit = createLearnedLimit(500);
  limit.refused(300, 0, 0);
  limit.refused(300, 0, 0);
  expect(limit.current(8 * minute)).toBe(500);
  limit.refused(300, 8 * minute, 8 * minute);
  expect(limit.current(9 * minute)).toBe(350);
});

test('another configured limit holds at once, and what was learned is forgotten', () => {
  const limit = createLearnedLimit(500);
  limit.refused(100, 0, 0);
  limit.refused(100, 0, 0);
  limit.setConfigured(300);
  expect(limit.configured()).toBe(300);
  expect(limit.current(0)).toBe(300);
  limit.refused(200, 0, 0);
  expect(limit.current(minute)).toBe(230);
});
