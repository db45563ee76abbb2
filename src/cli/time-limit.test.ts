import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimeLimit, untilInterrupted } from './time-limit.ts';

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

test('O8: what goes on after an interruption is waited for no longer, what ends by itself is', async () => {
  const person = new AbortController();
  const hanging = untilInterrupted(person.signal, new Promise(() => undefined));
  const ending = Promise.withResolvers<string>();
  const work = untilInterrupted(person.signal, ending.promise);
  person.abort();
  vi.advanceTimersByTime(2_999);
  ending.resolve('in time');
  await expect(work).resolves.toBe('in time');
  vi.advanceTimersByTime(1);
  await expect(hanging).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
  expect(vi.getTimerCount()).toBe(0);
});
