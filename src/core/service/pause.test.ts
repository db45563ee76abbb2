import { expect, test } from 'vitest';
import { createPause, probeEveryMs } from './pause.ts';
import { createTurnedClock } from './testing/turned-clock.ts';

const minute = 60_000;
const year = 365 * 24 * 60 * minute;

function world() {
  const clock = createTurnedClock();
  let changes = 0;
  const pause = createPause(clock, () => {
    changes += 1;
  });
  /** In how many ms the next request may go. */
  const inMs = () => {
    const now = clock.monotonic();
    const at = pause.goesAt(now);
    return at === undefined ? undefined : at - now;
  };
  return { clock, pause, inMs, changes: () => changes };
}

test('a pause of ten minutes is kept as asked, and ends by itself', async () => {
  const { clock, inMs, pause } = world();
  expect(pause.ask(10 * minute)).toBe(10 * minute);
  expect(inMs()).toBe(10 * minute);
  await clock.turn(10 * minute);
  expect([pause.isOn(), inMs(), pause.facts()]).toEqual([false, 0, undefined]);
});

test('a pause of a year is probed by one request at a time, and its answer ends it', async () => {
  const { changes, clock, inMs, pause } = world();
  pause.ask(year);
  expect(pause.facts()).toEqual({ since: clock.now(), until: clock.now() + year });
  for (let probe = 0; probe < 3; probe += 1) {
    expect(inMs()).toBe(probeEveryMs);
    await clock.turn(probeEveryMs);
    expect(inMs()).toBe(0);
    const request = pause.go();
    expect(inMs()).toBeUndefined();
    pause.ask(year);
    request.unused();
  }
  await clock.turn(probeEveryMs);
  pause.go().answered();
  expect([pause.isOn(), inMs()]).toEqual([false, 0]);
  // It began and ended.
  expect(changes()).toBe(2);
});

test('a probe that was not sent leaves its turn to the next; one without an answer is repeated after a while', async () => {
  const { clock, inMs, pause } = world();
  pause.ask(year);
  await clock.turn(probeEveryMs);
  pause.go().unused();
  expect(inMs()).toBe(0);
  pause.go().lost();
  expect(inMs()).toBe(30_000);
});

test('only a probe ends a pause, and not a request from before it or one that passed', async () => {
  const { clock, inMs, pause } = world();
  const before = pause.go();
  await clock.turn(5);
  pause.ask(minute);
  before.answered();
  expect(inMs()).toBe(minute);
  // As a person's, whose request waits for no pause.
  pause.go().answered();
  expect(inMs()).toBe(minute);
});

test('an answer to a request of an earlier pause does not end the next one', async () => {
  const { clock, inMs, pause } = world();
  pause.ask(minute);
  pause.probeNow();
  const earlier = pause.go();
  await clock.turn(minute);
  pause.ask(minute);
  earlier.answered();
  expect(inMs()).toBe(minute);
});

test('somebody who wants to know now makes the next request the probe', async () => {
  const { clock, inMs, pause } = world();
  pause.ask(year);
  await clock.turn(5);
  pause.probeNow();
  expect(inMs()).toBe(0);
  const probe = pause.go();
  expect(inMs()).toBeUndefined();
  pause.ask(minute);
  probe.unused();
  expect(inMs()).toBe(probeEveryMs);
});
