import { expect, test } from 'vitest';
import { canvasSize } from './canvas-size.ts';
import { nextZoom } from './zoom.ts';

test('a page has as many pixels as the screen', () => {
  expect(canvasSize({ width: 800, height: 1_131 }, 2)).toEqual({ width: 1_600, height: 2_262 });
});

test('one that would take too much memory has fewer, in the same proportion', () => {
  const { width, height } = canvasSize({ width: 6_000, height: 8_400 }, 2);
  expect(width * height).toBeLessThanOrEqual(16_777_216);
  expect(height / width).toBeCloseTo(1.4, 2);
  expect(canvasSize({ width: 900_000, height: 1 }, 1).width).toBeLessThanOrEqual(8_192);
});

test('sizes lead back to the width of the pane, and not beyond what can be read', () => {
  const up = [1, 1, 1, 1].reduce<number>((zoom) => nextZoom(zoom, 1), 1);
  const back = [1, 1, 1, 1].reduce<number>((zoom) => nextZoom(zoom, -1), up);
  expect(back).toBe(1);
  expect(nextZoom(3.3, 0)).toBe(1);
  expect(nextZoom(5.9, 1)).toBe(6);
  expect(nextZoom(0.26, -1)).toBe(0.25);
});
