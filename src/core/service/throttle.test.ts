import { expect, test } from 'vitest';
import { createTurnedClock, type TurnedClock } from './testing/turned-clock.ts';
import { createThrottle, type Throttle } from './throttle.ts';

/** Transfers piece by piece, as a PUT does, and tells how far it got. */
function transfer(throttle: Throttle, size = Number.POSITIVE_INFINITY, signal?: AbortSignal) {
  const state = { sent: 0, finished: false };
  const run = async () => {
    while (state.sent < size) {
      const piece = Math.min(throttle.pieceSize(), 64 * 1024, size - state.sent);
      await throttle.take(piece, signal);
      state.sent += piece;
    }
    state.finished = true;
  };
  return { state, end: run() };
}

function many(throttle: Throttle, count: number) {
  return Array.from({ length: count }, () => transfer(throttle).state);
}

const total = (states: readonly { sent: number }[]) => states.reduce((sum, state) => sum + state.sent, 0);

async function measure(clock: TurnedClock, states: readonly { sent: number }[], milliseconds: number) {
  const before = total(states);
  await clock.turn(milliseconds);
  return ((total(states) - before) / milliseconds) * 1_000;
}

test.each([
  [20_000, 1],
  [1_000_000, 1],
  [1_000_000, 10],
  [50_000_000, 10],
])('%i bytes a second are kept within 5 %% by %i transfers, which all go on', async (limit, count) => {
  const clock = createTurnedClock();
  const states = many(createThrottle({ clock, bytesPerSecond: limit }), count);
  const rate = await measure(clock, states, 10_000);
  expect(rate / limit).toBeGreaterThan(0.95);
  expect(rate / limit).toBeLessThan(1.05);
  const shares = states.map((state) => state.sent / (total(states) / count));
  expect(Math.min(...shares)).toBeGreaterThan(0.9);
  expect(Math.max(...shares)).toBeLessThan(1.1);
});

test('timers that come late cost no bandwidth', async () => {
  const clock = createTurnedClock();
  const late = { ...clock, setTimer: (ms: number, call: () => void) => clock.setTimer(ms + 15, call) };
  const states = many(createThrottle({ clock: late, bytesPerSecond: 1_000_000 }), 4);
  const rate = await measure(clock, states, 10_000);
  expect(rate / 1_000_000).toBeGreaterThan(0.95);
  expect(rate / 1_000_000).toBeLessThan(1.05);
});

test('time that nobody used does not come back as a burst', async () => {
  const clock = createTurnedClock();
  const throttle = createThrottle({ clock, bytesPerSecond: 100_000 });
  await clock.turn(60_000);
  const { state } = transfer(throttle);
  await clock.turn(1_000);
  expect(state.sent).toBeLessThan(130_000);
});

test('a new limit holds at once, up and down, and null lifts it', async () => {
  const clock = createTurnedClock();
  const throttle = createThrottle({ clock, bytesPerSecond: 10_000_000 });
  const states = many(throttle, 3);
  await clock.turn(5_000);
  throttle.setLimit(100_000);
  await clock.turn(3_000);
  expect((await measure(clock, states, 10_000)) / 100_000).toBeCloseTo(1, 1);
  throttle.setLimit(2_000_000);
  expect((await measure(clock, states, 10_000)) / 2_000_000).toBeCloseTo(1, 1);
});

test('a limit of zero pauses until it changes; none lets everything pass', async () => {
  const clock = createTurnedClock();
  const throttle = createThrottle({ clock, bytesPerSecond: 0 });
  const one = transfer(throttle, 100_000);
  await clock.turn(60_000);
  expect(one.state.sent).toBe(0);
  throttle.setLimit(null);
  await clock.turn(1);
  expect(one.state.finished).toBe(true);
  expect(throttle.pieceSize()).toBe(Number.POSITIVE_INFINITY);
  expect(clock.timers()).toBe(0);
});

test('an abort leaves the line and keeps the reason', async () => {
  const clock = createTurnedClock();
  const throttle = createThrottle({ clock, bytesPerSecond: 0 });
  const controller = new AbortController();
  const going = throttle.take(10, controller.signal);
  const next = transfer(throttle, 10);
  controller.abort(new Error('stop'));
  await expect(going).rejects.toThrow('stop');
  await expect(throttle.take(10, controller.signal)).rejects.toThrow('stop');
  throttle.setLimit(1_000);
  await clock.turn(10);
  expect(next.state.finished).toBe(true);
});
