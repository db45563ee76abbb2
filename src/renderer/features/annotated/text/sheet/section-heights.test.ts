import { expect, test } from 'vitest';
import { SectionHeights } from './section-heights.ts';

test('a section nobody measured is as high as those that were let expect', () => {
  const heights = new SectionHeights([8_000, 8_000, 4_000], 100);
  const before = heights.of(1);
  heights.measure(0, before * 2);
  expect(heights.of(0)).toBe(before * 2);
  expect(heights.of(1)).toBeCloseTo(before * 2, -1);
  expect(heights.of(2)).toBeLessThan(heights.of(1));
  heights.measure(0, before);
  expect(heights.of(1)).toBe(before);
});

test('tells where each section begins, and where all end', () => {
  const heights = new SectionHeights([8_000, 8_000], 80);
  heights.measure(0, 500);
  heights.measure(1, 300);
  expect([...heights.tops()]).toEqual([0, 500, 800]);
});
