import { expect, test } from 'vitest';
import { PageLayout } from './page-layout.ts';

function laid(count: number, aspect = 1.4, pane = 1_024, zoom = 1): PageLayout {
  const layout = new PageLayout(count, aspect);
  layout.resize(pane, zoom);
  return layout;
}

test('pages fill the pane, one below the other, with room around them', () => {
  const layout = laid(3);
  expect(layout.box(0)).toEqual({ left: 12, top: 12, width: 1_000, height: 1_400 });
  expect(layout.box(1).top).toBe(12 + 1_400 + 10);
  expect(layout.height).toBe(12 + 3 * 1_400 + 2 * 10 + 12);
  expect(layout.width).toBe(1_024);
});

test('a page whose size is known moves those below it, and is told apart from what was thought', () => {
  const layout = laid(3);
  expect(layout.learn(1, 1.4)).toBe(false);
  expect(layout.learn(1, 0.7)).toBe(true);
  expect(layout.box(1).height).toBe(700);
  expect(layout.box(2).top).toBe(layout.box(1).top + 700 + 10);
  expect(layout.learn(1, Number.NaN)).toBe(false);
});

test('tells the page at a height; above and below all it is the first and the last', () => {
  const layout = laid(50);
  for (const page of [0, 1, 24, 49]) {
    const { top, height } = layout.box(page);
    expect(layout.pageAt(top)).toBe(page);
    expect(layout.pageAt(top + height + 9)).toBe(page);
  }
  expect(layout.pageAt(-500)).toBe(0);
  expect(layout.pageAt(1e9)).toBe(49);
});

test('a larger page stands where it stood across, and all are on whole pixels', () => {
  const layout = laid(2, Math.SQRT2, 777, 1.7);
  const { left, top, width, height } = layout.box(1);
  expect([left, top, width, height].every(Number.isInteger)).toBe(true);
  expect(layout.width).toBeGreaterThan(777);
  expect(left).toBe(12);
});

test('a strip is drawn narrower, so that it is not as high as a book', () => {
  const layout = laid(1, 100_000);
  expect(layout.box(0).height).toBe(6_000);
  expect(layout.box(0).width).toBe(8);
  expect(laid(1, 12).box(0)).toMatchObject({ width: 500, height: 6_000, left: 262 });
  expect(laid(1, 1e-7).box(0).height).toBe(8);
});

test('pages that browsers could not scroll to are drawn smaller, all of them', () => {
  const layout = laid(10_000, 6, 2_560, 6);
  expect(layout.height).toBeLessThan(31_000_000);
  expect(layout.box(9_999).top).toBeLessThan(layout.height);
});
