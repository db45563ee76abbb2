import { expect, test } from 'vitest';
import { measureSetForward } from './set-forward.ts';

test('a clock that is set in two steps is counted once each, and one that runs on or back is not', () => {
  let wall = 1_000;
  let monotonic = 0.7;
  const clock = { now: () => wall, monotonic: () => monotonic };
  const setForward = measureSetForward(clock);
  wall += 60_000;
  monotonic += 60_000.3;
  expect(setForward.uncounted()).toBe(0);
  wall += 5_000;
  expect(setForward.count()).toBeCloseTo(4_999.7);
  expect(setForward.uncounted()).toBe(0);
  wall += 3_000;
  expect(setForward.uncounted()).toBeCloseTo(3_000);
  wall -= 20_000;
  expect(setForward.uncounted()).toBe(0);
});
