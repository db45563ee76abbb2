import { expect, test } from 'vitest';
import { answered, failed } from './answer.ts';
import { createGovernor } from './governor.ts';
import type { GovernedRequest } from './governor-port.ts';
import { createTurnedClock } from './testing/turned-clock.ts';

const offline = failed('UNREACHABLE', 'offline', { concerns: 'profile' });
const rejected = failed('KEY_REJECTED', 'fix-first', { concerns: 'profile' });
const fails = failed('SERVICE_FAILED', 'retry', { concerns: 'perhaps-profile' });
const read: GovernedRequest = { kind: 'read', priority: 'polling' };
const minute = 60_000;

/** A governor whose service, network and queue are set by the test. */
function world() {
  const clock = createTurnedClock();
  const now = { answer: answered(null) as typeof offline | ReturnType<typeof answered>, network: 'cable' };
  const tries: number[] = [];
  const queue = { isEmpty: true };
  const governor = createGovernor({
    clock,
    logger: { info: () => undefined, warn: () => undefined },
    getKey: async () => 'key',
    network: () => now.network,
    probe: async () => {
      tries.push(clock.monotonic());
      return now.answer;
    },
  });
  governor.heedQueue(() => !queue.isEmpty);
  const hear = (answer: typeof now.answer) => governor.heard(read, answer);
  const since = () => governor.state().reachableSince;
  return { clock, governor, hear, now, queue, since, tries };
}

/** A service that could not be reached, and nothing to send. */
function offlineAndIdle() {
  const made = world();
  made.now.answer = offline;
  made.hear(offline);
  return made;
}

test('where nothing waits a connection is tried ever more rarely, once a minute in the end', async () => {
  const { clock, governor, tries } = offlineAndIdle();
  const from = clock.monotonic();
  await clock.turn(10 * minute);
  const waits = tries.map((at, index) => at - (tries[index - 1] ?? from));
  expect(waits.slice(0, 5)).toEqual([1_500, 3_000, 6_000, 12_000, 24_000]);
  expect(new Set(waits.slice(6))).toEqual(new Set([minute]));
  expect(governor.state().nextProbeAt).toBeGreaterThan(clock.now() + 10_000);
});

test('U13: what is to be sent meanwhile, or read, is tried within 3 s, and every 1.5 s from then on', async () => {
  for (const come of ['a file', 'a read'] as const) {
    const { clock, governor, now, queue, tries } = offlineAndIdle();
    await clock.turn(10 * minute);
    const before = tries.length;
    if (come === 'a file') queue.isEmpty = false;
    const passed = come === 'a read' ? governor.admit(read) : undefined;
    await clock.turn(3_000);
    expect(tries.length, come).toBeGreaterThan(before);
    await clock.turn(15_000);
    expect(tries.length, come).toBeGreaterThanOrEqual(before + 10);
    now.answer = answered(null);
    await clock.turn(3_000);
    expect(governor.isOpen(), come).toBe(false);
    await passed;
  }
});

test('another network, and a person, are a reason to try at once', async () => {
  const { clock, governor, now, tries } = offlineAndIdle();
  await clock.turn(10 * minute);
  const before = tries.length;
  now.network = 'another';
  await clock.turn(3_000);
  const tried = tries.length;
  expect(tried).toBeGreaterThan(before);
  governor.probeNow();
  await clock.turn(0);
  expect(tries).toHaveLength(tried + 1);
});

test('it is reachable since the first answer after it was not, and not since the last one', async () => {
  const { clock, hear, now, since } = world();
  expect(since()).toBeNull();
  const first = clock.now();
  for (let time = 0; time < 5; time += 1) {
    hear(answered(null));
    await clock.turn(minute);
  }
  expect(since()).toBe(first);
  now.answer = offline;
  hear(offline);
  await clock.turn(minute);
  expect(since()).toBeNull();
  now.answer = answered(null);
  await clock.turn(2 * minute);
  const back = since();
  expect(back).toBeGreaterThan(first + 6 * minute);
  hear(answered(null));
  expect(since()).toBe(back);
});

test('a rejected key is an answer, one odd failure is none; a service that fails is not reachable', async () => {
  const { clock, hear, now, since } = world();
  const first = clock.now();
  hear(answered(null));
  await clock.turn(minute);
  hear(fails);
  hear(rejected);
  expect(since()).toBe(first);
  now.answer = fails;
  await clock.turn(2 * minute);
  expect(since()).toBeNull();
});
