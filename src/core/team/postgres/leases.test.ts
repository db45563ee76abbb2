import { expect, test } from 'vitest';
import { createTurnedClock } from '../../service/testing/turned-clock.ts';
import { createLeases } from './leases.ts';
import type { Life } from './life.ts';

const never = new AbortController().signal;
const turnMs = 1_000;

/**
 * Places at a database that is `roundTripMs` away, without other machines unless a test takes their places.
 */
function withPlaces(count: number, roundTripMs = 100) {
  const clock = createTurnedClock();
  const taken = new Set<string>();
  /** What was written, by the moment at which it was sent. */
  const calls: [at: number, name: string, key?: unknown][] = [];
  const world = {
    clock,
    taken,
    calls,
    most: 0,
    /** Another machine waits. */
    isWanted: false,
    heldUntil: Number.POSITIVE_INFINITY,
  };
  const answer = (name: string, [kind, key, token]: readonly unknown[]) => {
    if (name === 'give_back') {
      taken.delete(String(kind));
      return { kind: 'written' };
    }
    const isFree = taken.size < count && !(key === 'again' && world.isWanted);
    if (!isFree) return { kind: 'held', by: null, waitMs: 250 };
    taken.add(String(token));
    world.most = Math.max(world.most, taken.size);
    return { kind: 'ours' };
  };
  const write = (async ({ name }, values) => {
    calls.push(name === 'take' ? [clock.monotonic(), name, values[1]] : [clock.monotonic(), name]);
    const pass = () => new Promise<void>((resolve) => clock.setTimer(roundTripMs / 2, resolve));
    await pass();
    const given = answer(name, values);
    await pass();
    return given;
  }) as Life['write'];
  const leases = createLeases(clock, { write, heldUntil: () => world.heldUntil }, () => 0.5);
  return { ...world, world, leases };
}

test('a place that is left goes to the upload that waited longest, without a question to the database', async () => {
  const { clock, leases, calls, taken } = withPlaces(1);
  const first = leases.waitForPlace(never);
  await clock.turn(100);
  const got: string[] = [];
  const others = ['b', 'c'].map((name) =>
    leases.waitForPlace(never).then((lease) => {
      got.push(name);
      return lease;
    }),
  );
  await clock.turn(0);
  const before = calls.length;
  (await first).leave();
  await clock.turn(0);
  expect([got, calls.length]).toEqual([['b'], before]);
  (await first).leave();
  await clock.turn(0);
  expect(got).toEqual(['b']);
  (await others[0])?.leave();
  await clock.turn(0);
  expect([got, calls.length, taken.size]).toEqual([['b', 'c'], before, 1]);
  (await others[1])?.leave();
  await clock.turn(100);
  expect(taken.size).toBe(0);
});

test('a lapse aborts the place that was passed on, for the upload that has it', async () => {
  const { clock, leases } = withPlaces(1);
  const first = leases.waitForPlace(never);
  await clock.turn(100);
  const second = leases.waitForPlace(never);
  (await first).leave();
  const { lost } = await second;
  expect(lost.aborted).toBe(false);
  leases.lapse();
  expect(lost.aborted).toBe(true);
});

test('a place whose lease has ended is not passed on', async () => {
  const { clock, leases, world, calls } = withPlaces(1);
  const first = leases.waitForPlace(never);
  await clock.turn(100);
  void leases.waitForPlace(never);
  world.heldUntil = 0;
  (await first).leave();
  expect(calls.at(-2)?.[1]).toBe('give_back');
});

test('after its turn a place goes back to the team, and the same call asks for it again', async () => {
  const { clock, leases, calls } = withPlaces(1);
  const first = leases.waitForPlace(never);
  await clock.turn(100 + turnMs);
  const second = leases.waitForPlace(never);
  await clock.turn(1);
  (await first).leave();
  expect(calls.slice(-2)).toEqual([
    [101 + turnMs, 'give_back'],
    [101 + turnMs, 'take', 'again'],
  ]);
  await clock.turn(100);
  expect((await second).lost.aborted).toBe(false);
});

test('where another machine waits, an upload looks for a place later', async () => {
  const { clock, leases, calls, world } = withPlaces(1);
  const first = leases.waitForPlace(never);
  await clock.turn(101 + turnMs);
  const second = leases.waitForPlace(never);
  await clock.turn(100);
  world.isWanted = true;
  (await first).leave();
  await clock.turn(100);
  const before = calls.length;
  await clock.turn(250);
  expect(calls.slice(before).map(([, ...call]) => call)).toEqual([['take', '']]);
  await clock.turn(100);
  expect((await second).lost.aborted).toBe(false);
});

test('uploads that wait ask for their places together once one is free', async () => {
  const { clock, leases, calls, taken, world } = withPlaces(10);
  for (let other = 0; other < 10; other += 1) taken.add(`of another ${other}`);
  const places = Array.from({ length: 10 }, () => leases.waitForPlace(never));
  await clock.turn(100);
  taken.clear();
  await clock.turn(350 + 100);
  await Promise.all(places);
  expect([calls.length, world.most]).toEqual([20, 10]);
});

test('an upload that waits no more leaves what it asked for, and no timer', async () => {
  const { clock, leases, taken } = withPlaces(1);
  const first = leases.waitForPlace(never);
  await clock.turn(100);
  const wait = new AbortController();
  const second = leases.waitForPlace(wait.signal);
  await clock.turn(100);
  wait.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  expect(clock.timers()).toBe(0);
  const again = new AbortController();
  const third = leases.waitForPlace(again.signal);
  (await first).leave();
  (await third).leave();
  const fourth = leases.waitForPlace(again.signal);
  again.abort(new Error('enough'));
  await expect(fourth).rejects.toThrow('enough');
  await clock.turn(300);
  expect([taken.size, clock.timers()]).toEqual([0, 0]);
});

test('twenty uploads with ten places at a distance: never more than ten, and places hardly wait for the database', async () => {
  const { clock, leases, world } = withPlaces(10);
  let done = 0;
  const upload = async () => {
    for (;;) {
      const place = await leases.waitForPlace(never);
      await new Promise<void>((resolve) => clock.setTimer(10, resolve));
      done += 1;
      place.leave();
    }
  };
  for (let of = 0; of < 20; of += 1) void upload();
  await clock.turn(5_000);
  expect(world.most).toBe(10);
  // Each place is used for 10 ms: 100 files a second, but for the way to the database after each turn.
  expect(done).toBeGreaterThan(10 * 100 * 5 * 0.85);
});

test('a machine without a place knows since when its uploads wait, and not while one of them has a place', async () => {
  const { clock, leases, taken } = withPlaces(1);
  const first = leases.waitForPlace(never);
  await clock.turn(100);
  const second = leases.waitForPlace(never);
  await clock.turn(1_000);
  expect(leases.noPlaceSince()).toBeUndefined();
  (await first).leave();
  await clock.turn(500);
  (await second).leave();
  await clock.turn(500);
  taken.add('of another machine');
  const since = clock.monotonic();
  const third = new AbortController();
  const waits = leases.waitForPlace(third.signal).catch(() => undefined);
  await clock.turn(60_000);
  expect(leases.noPlaceSince()).toBe(since);
  third.abort();
  await waits;
  expect(leases.noPlaceSince()).toBeUndefined();
});
