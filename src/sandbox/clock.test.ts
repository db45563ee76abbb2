import { expect, test, vi } from 'vitest';
import { createClock } from './clock.ts';
import { scopedClock } from './scoped-clock.ts';

test('timers run in order when the clock is turned, also those set on the way', () => {
  const clock = createClock({ speed: 0 });
  const start = clock.now();
  const ran: string[] = [];
  clock.setTimer(start + 2000, () => ran.push('second'));
  clock.setTimer(start + 1000, () => {
    ran.push('first');
    clock.setTimer(start + 1500, () => ran.push('between'));
  });
  clock.setTimer(start + 1000, () => ran.push('first, later set'));
  clock.setTimer(start + 5000, () => ran.push('too early'));
  clock.setTimer(start + 1200, () => ran.push('cancelled'))();
  clock.advance(3000);
  expect(ran).toEqual(['first', 'first, later set', 'between', 'second']);
  expect(clock.now()).toBe(start + 3000);
  clock.stop();
});

test('runs faster than real time at a greater speed', async () => {
  const clock = createClock({ speed: 1000 });
  const ran = vi.fn();
  clock.setTimer(clock.now() + 20_000, ran);
  await expect.poll(() => ran).toHaveBeenCalledOnce();
  clock.stop();
});

test('a stopped scope drops only its own timers', () => {
  const clock = createClock({ speed: 0 });
  const scope = scopedClock(clock);
  const inside = vi.fn();
  const outside = vi.fn();
  scope.setTimer(scope.now() + 10, inside);
  clock.setTimer(clock.now() + 10, outside);
  scope.stop();
  clock.advance(20);
  expect(inside).not.toHaveBeenCalled();
  expect(outside).toHaveBeenCalledOnce();
  clock.stop();
});
