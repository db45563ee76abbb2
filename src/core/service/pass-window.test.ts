import { expect, test } from 'vitest';
import { createPassWindow, passWindowMs } from './pass-window.ts';

test('two requests may go in a window, which ends a little after the minute', () => {
  const window = createPassWindow();
  expect(passWindowMs).toBeGreaterThan(60_000);
  expect(window.room(0)).toBe(2);
  window.note(0, 1);
  expect(window.room(0)).toBe(1);
  window.note(1_000, 1);
  expect(window.room(1_000)).toBe(0);
  expect(window.room(passWindowMs - 1)).toBe(0);
  expect(window.room(passWindowMs)).toBe(1);
  expect(window.room(passWindowMs + 1_000)).toBe(2);
});

test('it is known from when on so many may go', () => {
  const window = createPassWindow();
  expect(window.roomAt(5_000, 2)).toBe(5_000);
  window.note(0, 1);
  window.note(1_000, 1);
  expect(window.roomAt(2_000, 1)).toBe(passWindowMs);
  expect(window.roomAt(2_000, 2)).toBe(passWindowMs + 1_000);
  expect(window.roomAt(passWindowMs + 500, 1)).toBe(passWindowMs + 500);
  expect(window.roomAt(passWindowMs + 500, 2)).toBe(passWindowMs + 1_000);
});

test('two that go together are free together', () => {
  const window = createPassWindow();
  window.note(100, 2);
  expect(window.room(100)).toBe(0);
  expect(window.roomAt(100, 1)).toBe(passWindowMs + 100);
  window.note(passWindowMs + 100, 1);
  expect(window.room(passWindowMs + 100)).toBe(1);
});

test('what went is forgotten when it is cleared', () => {
  const window = createPassWindow();
  window.note(0, 2);
  window.clear();
  expect(window.room(0)).toBe(2);
});
