import { expect, test } from 'vitest';
import { createClock } from '#core/ports/clock.ts';
import { backoffDelay } from './backoff.ts';
import { createHostHolds } from './host-holds.ts';
import { createTurnedClock } from './testing/turned-clock.ts';

test('a pause is exactly as long as the host asked, whatever time it is', () => {
  let now = 0;
  const holds = createHostHolds({ ...createClock(), monotonic: () => now }, Math.random);
  for (let step = 0; step < 1_000; step += 1) {
    now = 4_096.1 + step * 1_234.567_89;
    expect(holds.hold(`host-${step}`, 1_000)).toBe(1_000);
  }
});

test('a shorter pause does not end a longer one', () => {
  const holds = createHostHolds({ ...createClock(), monotonic: () => 0 }, Math.random);
  holds.hold('a', 5_000);
  expect(holds.hold('a', 1_000)).toBe(5_000);
});

test('transfers to a host wait until its pause is over, also when it asks for more meanwhile; others go', async () => {
  const clock = createTurnedClock();
  const holds = createHostHolds(clock, () => 0.5);
  await clock.turn(10_000);
  const passed: string[] = [];
  for (const host of ['a', 'b']) void holds.pass(host).then(() => passed.push(`${host} before`));
  await clock.turn(0);
  holds.hold('a', 5_000);
  for (const host of ['a', 'b']) void holds.pass(host).then(() => passed.push(host));
  await clock.turn(3_000);
  expect(passed.sort()).toEqual(['a before', 'b', 'b before']);
  holds.hold('a', 5_000);
  await clock.turn(4_999);
  expect(passed).not.toContain('a');
  await clock.turn(1);
  expect(passed).toContain('a');
});

test('a host that answered well holds nobody', async () => {
  const clock = createTurnedClock();
  const holds = createHostHolds(clock, () => 0.5);
  holds.hold('a', 5_000);
  holds.clear('a');
  let passed = false;
  void holds.pass('a').then(() => {
    passed = true;
  });
  await clock.turn(0);
  expect(passed).toBe(true);
});

test('without a length told, each refusal after a pause makes the next one longer, until the host answers well', async () => {
  const clock = createTurnedClock();
  const holds = createHostHolds(clock, () => 0.5);
  const wait = (inRow: number) => backoffDelay('rate-limited', inRow, () => 0.5);
  expect(wait(2)).toBeGreaterThan(wait(1));
  expect(holds.hold('a', undefined)).toBe(wait(1));
  // Transfers that ran together are refused together.
  expect(holds.hold('a', undefined)).toBe(wait(1));
  await clock.turn(wait(1));
  expect(holds.hold('a', undefined)).toBe(wait(2));
  await clock.turn(wait(2));
  expect(holds.hold('a', undefined)).toBe(wait(3));
  holds.clear('a');
  expect(holds.hold('a', undefined)).toBe(wait(1));
});
