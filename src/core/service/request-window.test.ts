import { expect, test } from 'vitest';
import { createRequestWindow, windowMs } from './request-window.ts';

/** So many requests went out and were answered at once, one each millisecond from `from` on. */
function answer(window: ReturnType<typeof createRequestWindow>, count: number, from: number): void {
  for (let index = 0; index < count; index += 1) {
    window.begin();
    window.end(from + index, true);
  }
}

test('a slot is occupied from sending until a window after the answer', () => {
  const window = createRequestWindow(4);
  window.begin();
  expect(window.inFlight()).toBe(1);
  expect(window.occupied(5_000)).toBe(1);
  window.end(10_000, true);
  expect(window.inFlight()).toBe(0);
  expect(window.occupied(10_000 + windowMs - 1)).toBe(1);
  expect(window.occupied(10_000 + windowMs)).toBe(0);
});

test('what never went out occupies nothing', () => {
  const window = createRequestWindow(4);
  window.begin();
  window.begin();
  window.forget();
  expect(window.inFlight()).toBe(1);
  expect(window.occupied(0)).toBe(1);
});

test('a refused request occupies its slot, but is not counted as accepted, until it is out of the window', () => {
  const window = createRequestWindow(4);
  for (const [at, accepted] of [
    [1_000, false],
    [2_000, true],
    [3_000, false],
  ] as const) {
    window.begin();
    window.end(at, accepted);
  }
  window.begin();
  expect(window.occupied(3_000)).toBe(4);
  expect(window.accepted(3_000)).toBe(2);
  expect(window.accepted(1_000 + windowMs)).toBe(2);
  expect(window.accepted(2_000 + windowMs)).toBe(1);
  expect(window.accepted(3_000 + windowMs)).toBe(1);
  expect(window.occupied(3_000 + windowMs)).toBe(1);
});

test('slots are freed in the order of their answers', () => {
  const window = createRequestWindow(4);
  answer(window, 3, 1_000);
  window.begin();
  expect(window.freeAt(0, 2_000)).toBeUndefined();
  expect([1, 2, 3].map((count) => window.freeAt(count, 2_000))).toEqual(
    [1_000, 1_001, 1_002].map((at) => at + windowMs),
  );
  // The fourth is under way: nobody knows when it will be answered.
  expect(window.freeAt(4, 2_000)).toBeUndefined();
  expect(window.freeAt(2, 1_000 + windowMs)).toBe(1_002 + windowMs);
  expect(window.freeAt(3, 1_000 + windowMs)).toBeUndefined();
});

test('more answers than slots, as after a lowered limit, are all kept in order, wherever the ring begins', () => {
  const window = createRequestWindow(16);
  answer(window, 10, 0);
  expect(window.occupied(9 + windowMs)).toBe(0);
  const from = 100_000;
  answer(window, 16, from);
  window.begin();
  window.end(from + 16, false);
  answer(window, 3, from + 17);
  expect(window.occupied(from + 20)).toBe(20);
  expect(window.accepted(from + 20)).toBe(19);
  const times = Array.from({ length: 20 }, (_, index) => window.freeAt(index + 1, from + 20));
  expect(times).toEqual(Array.from({ length: 20 }, (_, index) => from + index + windowMs));
  expect(window.accepted(from + 15 + windowMs)).toBe(3);
  expect(window.occupied(from + 15 + windowMs)).toBe(4);
  expect(window.accepted(from + 16 + windowMs)).toBe(3);
});

test('marks of refused requests stay with their requests when the ring grows', () => {
  const window = createRequestWindow(1);
  for (let index = 0; index < 40; index += 1) {
    window.begin();
    window.end(index, index % 2 === 0);
  }
  expect(window.accepted(40)).toBe(20);
  for (let index = 0; index < 40; index += 1) {
    const left = 39 - index;
    expect(window.occupied(index + windowMs)).toBe(left);
    expect(window.accepted(index + windowMs)).toBe(Math.floor(left / 2));
  }
});
