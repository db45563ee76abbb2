import { expect, test } from 'vitest';
import { createTurnedClock } from './testing/turned-clock.ts';
import { createWakeLoop } from './wake-loop.ts';

/** A loop whose turns end when the test says so, with what it says. */
function world() {
  const clock = createTurnedClock();
  const errors: unknown[] = [];
  const news: boolean[] = [];
  const turns: { signal: AbortSignal; end: (next?: number) => void; fail: (error: unknown) => void }[] = [];
  const loop = createWakeLoop({
    clock,
    turn: (signal) =>
      new Promise((resolve, reject) => turns.push({ signal, end: (next) => resolve(next), fail: reject })),
    onError: (error, isNews) => {
      errors.push(error);
      news.push(isNews);
    },
  });
  const settled = async () => {
    for (let step = 0; step < 10; step++) await Promise.resolve();
  };
  return { clock, errors, news, turns, loop, settled };
}

test('turns come one at a time; a wake during one brings one more, and only one', async () => {
  const { loop, turns, settled } = world();
  loop.start();
  loop.wake();
  loop.wake();
  expect(turns).toHaveLength(1);
  turns[0]?.end();
  await settled();
  expect(turns).toHaveLength(2);
  turns[1]?.end();
  await settled();
  expect(turns).toHaveLength(2);
});

test('a turn that wakes its own loop before it waits for anything brings one more, after it', async () => {
  const { settled } = world();
  const told: string[] = [];
  const loop = createWakeLoop({
    clock: createTurnedClock(),
    turn: () => {
      told.push('begins');
      if (told.length === 1) loop.wake();
      told.push('ends');
      return undefined;
    },
    onError: (error) => told.push(String(error)),
  });
  loop.start();
  await settled();
  expect(told).toEqual(['begins', 'ends', 'begins', 'ends']);
});

test('stopping asks the turn under way to end, waits for it, and nothing begins any more', async () => {
  const { loop, turns, clock, settled } = world();
  loop.start();
  loop.wake();
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  expect(turns[0]?.signal.aborted).toBe(true);
  await settled();
  expect(isStopped).toBe(false);
  turns[0]?.fail(new Error('cut off'));
  await stopped;
  loop.wake();
  loop.wakeWithin(1);
  await clock.turn(120_000);
  expect(turns).toHaveLength(1);
});

test('what a turn throws is told, and the next comes later and later, up to a minute', async () => {
  const { loop, turns, clock, errors, settled } = world();
  loop.start();
  for (const wait of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    const before = turns.length;
    turns.at(-1)?.fail(new Error('no'));
    await settled();
    await clock.turn(wait - 1);
    expect(turns).toHaveLength(before);
    await clock.turn(1);
    expect(turns).toHaveLength(before + 1);
  }
  expect(errors).toHaveLength(6);
});

test('turns that throw are reported from the second in a row, until one does not; the same words are news once', async () => {
  const { loop, turns, clock, news, settled } = world();
  loop.start();
  const fail = async (message: string, waitMs: number) => {
    turns.at(-1)?.fail(new Error(message));
    await settled();
    await clock.turn(waitMs);
  };
  await fail('no', 5_000);
  expect(loop.failing()).toBeUndefined();
  const since = clock.now() - 5_000;
  await fail('no', 10_000);
  expect(loop.failing()).toMatchObject({ since, error: { message: 'no' } });
  await fail('other', 20_000);
  await fail('no', 40_000);
  expect(loop.failing()).toMatchObject({ since, error: { message: 'no' } });
  expect(news).toEqual([true, false, true, false]);
  turns.at(-1)?.end(1_000);
  await settled();
  expect(loop.failing()).toBeUndefined();
  await clock.turn(1_000);
  await fail('no', 5_000);
  expect([news.at(-1), loop.failing()]).toEqual([true, undefined]);
});

test('of two times for the next turn the sooner counts', async () => {
  const { loop, turns, clock, settled } = world();
  loop.start();
  turns[0]?.end(10_000);
  await settled();
  loop.wakeWithin(60_000);
  await clock.turn(10_000);
  expect(turns).toHaveLength(2);
});

test('a turn that is wanted is overdue from the first wake that came during one, until it begins', async () => {
  const { loop, turns, clock, settled } = world();
  loop.start();
  expect(loop.overdueSince()).toBeUndefined();
  await clock.turn(1_000);
  loop.wake();
  await clock.turn(5_000);
  loop.wake();
  expect(loop.overdueSince()).toBe(1_000);
  turns[0]?.end();
  await settled();
  expect([turns.length, loop.overdueSince()]).toEqual([2, undefined]);
  // What is only planned is wanted when its time has come, which a turn under way may miss.
  loop.wakeWithin(10_000);
  expect(loop.overdueSince()).toBeUndefined();
  await clock.turn(60_000);
  expect(loop.overdueSince()).toBe(16_000);
  void loop.stop();
  expect(loop.overdueSince()).toBeUndefined();
  turns[1]?.end();
});
