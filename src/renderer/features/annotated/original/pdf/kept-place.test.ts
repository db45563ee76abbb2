import { expect, test } from 'vitest';
import { placeAt, placeRead, scrollFor } from './kept-place.ts';
import { PageLayout } from './page-layout.ts';

const layout = new PageLayout(9, 1.4);
const pane = (scrollTop: number, clientWidth: number, scrollLeft = 0) => ({
  scrollTop,
  scrollLeft,
  clientWidth,
  clientHeight: 800,
});

test.each([300, 640, 1_900])('what is read stays where it stands when the pane is %i wide', (width) => {
  layout.resize(1_024, 1);
  const kept = placeRead(pane(5_000, 1_024), layout);
  const seen = layout.box(kept.page);
  expect(seen.top + kept.down * seen.height).toBeCloseTo(5_000 + 800 * 0.34, 6);
  layout.resize(width, 1);
  const { top } = scrollFor(kept, layout.box(kept.page), pane(0, width));
  const box = layout.box(kept.page);
  expect(Math.abs(box.top + kept.down * box.height - top - 800 * 0.34)).toBeLessThanOrEqual(0.5);
});

test('what grows, grows around the place that is kept, across too', () => {
  layout.resize(1_000, 1);
  const kept = placeAt(pane(1_600, 1_000), layout.box(1), { page: 1, left: 700, top: 300, height: 20 });
  layout.resize(1_000, 3);
  const box = layout.box(1);
  const { left, top } = scrollFor(kept, box, pane(0, 1_000));
  expect(Math.abs(box.left + kept.across * box.width - left - 700)).toBeLessThanOrEqual(0.5);
  expect(Math.abs(box.top + kept.down * box.height - top - 300)).toBeLessThanOrEqual(0.5);
});

test.each([
  ['in sight, it stands where it stood', 721, 700],
  ['too low for it, it stands in the middle third', 719, 719 * 0.42 - 10],
  ['hardly higher than it, it begins in it', 24, 8],
])('in a pane that is lower now and %s', (_what, clientHeight, stands) => {
  layout.resize(1_000, 1);
  const kept = placeAt(pane(1_600, 1_000), layout.box(1), { page: 1, left: 0, top: 700, height: 20 });
  const { top } = scrollFor(kept, layout.box(1), { ...pane(0, 1_000), clientHeight });
  expect(1_600 + 700 - top).toBeCloseTo(stands, -0.5);
});
