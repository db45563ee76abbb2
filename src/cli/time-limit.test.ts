import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimeLimit } from './time-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('O8: ends what goes on when the time is over, and knows that the time did', async () => {
  const limit = createTimeLimit(1_000, new AbortController().signal);
  expect([limit.signal.aborted, limit.isOver()]).toEqual([false, false]);
  const done = limit.bound(Promise.resolve('in time'));
  await expect(done).resolves.toBe('in time');
  const hanging = limit.bound(new Promise(() => undefined));
  vi.advanceTimersByTime(1_000);
  expect([limit.signal.aborted, limit.isOver()]).toEqual([true, true]);
  // What ends by itself then has its time to do so.
  vi.advanceTimersByTime(3_000);
  await expect(hanging).rejects.toMatchObject({ code: 'TIME_IS_UP' });
  limit.end();
});

test('O8: what a person ended before was not ended by the time', () => {
  const person = new AbortController();
  const limit = createTimeLimit(1_000, person.signal);
  person.abort();
  expect(limit.signal.aborted).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(limit.isOver()).toBe(false);
  limit.end();
});
