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

test('who leaves the line takes nothing of what the others wait for', async () => {
  const clock = createTurnedClock();
  const throttle = createThrottle({ clock, bytesPerSecond: 1_000 });
  await throttle.take(1_000);
  const controller = new AbortController();
  const leaves = throttle.take(60_000, controller.signal);
  const stays = transfer(throttle, 10);
  controller.abort(new Error('stop'));
  await expect(leaves).rejects.toThrow('stop');
  await clock.turn(999);
  expect(stays.state.finished).toBe(false);
  await clock.turn(1);
  expect(stays.state.finished).toBe(true);
});

test('it waits with one timer, for as long as the last piece takes', async () => {
  const clock = createTurnedClock();
  const waits: number[] = [];
  const told = {
    ...clock,
    setTimer: (ms: number, call: () => void) => {
      waits.push(ms);
      return clock.setTimer(ms, call);
    },
  };
  const throttle = createThrottle({ clock: told, bytesPerSecond: 1_000 });
  const { state } = transfer(throttle, 3 * 1_024);
  await clock.turn(10_000);
  expect(state.finished).toBe(true);
  expect(waits).toEqual([1_024, 1_024]);
  expect(clock.timers()).toBe(0);
});

test('a limit of zero sets no timer', async () => {
  const clock = createTurnedClock();
  const throttle = createThrottle({ clock, bytesPerSecond: 0 });
  const { state } = transfer(throttle, 10);
  await clock.turn(0);
  expect(clock.timers()).toBe(0);
  expect(state.sent).toBe(0);
});

test('a debt from a fast time stops a slow one for a second at most', async () => {
  const clock = createTurnedClock();
  const throttle = createThrottle({ clock, bytesPerSecond: 10_000_000 });
  await throttle.take(10_000_000);
  throttle.setLimit(1_000);
  const { state } = transfer(throttle, 10);
  await clock.turn(999);
  expect(state.finished).toBe(false);
  await clock.turn(1);
  expect(state.finished).toBe(true);
});

test.each([
  [1, 1_024],
  [100_000, 2_000],
  [1_000_000, 20_000],
  [1_000_000_000, 262_144],
])('with %i bytes a second a piece has %i', (limit, expected) => {
  expect(createThrottle({ clock: createTurnedClock(), bytesPerSecond: limit }).pieceSize()).toBe(expected);
});
