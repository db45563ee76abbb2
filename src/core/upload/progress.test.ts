import { expect, test } from 'vitest';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { createProgress } from './progress.ts';

test('U10: bytes of each upload under way, and a rate that follows them', async () => {
  const clock = createTurnedClock();
  const progress = createProgress(clock);
  progress.begin(1, '/a', 100_000);
  progress.begin(2, '/b', 100_000);
  for (let second = 1; second <= 30; second++) {
    progress.sent(1, second * 1_000);
    progress.sent(2, second * 2_000);
    await clock.turn(1_000);
  }
  expect(progress.rate()).toBeGreaterThan(2_900);
  expect(progress.rate()).toBeLessThanOrEqual(3_000);
  expect(progress.active()).toEqual([
    { uploadId: 1, path: '/a', size: 100_000, sentBytes: 30_000 },
    { uploadId: 2, path: '/b', size: 100_000, sentBytes: 60_000 },
  ]);
  progress.end(1);
  expect(progress.active().map((upload) => upload.uploadId)).toEqual([2]);
});

test('a new attempt begins at nought without making the rate negative, and silence brings it to nought', async () => {
  const clock = createTurnedClock();
  const progress = createProgress(clock);
  progress.begin(1, '/a', 10_000);
  progress.sent(1, 10_000);
  await clock.turn(1_000);
  progress.begin(1, '/a', 10_000);
  progress.sent(1, 10);
  expect(progress.rate()).toBeGreaterThanOrEqual(0);
  await clock.turn(120_000);
  await clock.turn(60_000);
  expect(progress.rate()).toBeLessThan(1);
  progress.sent(99, 5);
  expect(progress.active()).toHaveLength(1);
});
