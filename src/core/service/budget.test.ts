import { expect, test } from 'vitest';
import type { Priority } from './answer.ts';
import { type Budget, createBudget, type Permit } from './budget.ts';
import { budgetWait } from './budget-wait.ts';
import { createRandom, createTurnedClock, type TurnedClock } from './testing/turned-clock.ts';

interface Sighting {
  readonly at: number;
  readonly priority: Priority;
}

/** A service that counts a request at a random moment between sending and answering. */
function createService(clock: TurnedClock, budget: Budget, seed: number, latency: [number, number]) {
  const random = createRandom(seed);
  const seen: Sighting[] = [];
  const waits: { priority: Priority; ms: number }[] = [];
  async function ask(priority: Priority, signal?: AbortSignal): Promise<void> {
    const asked = clock.monotonic();
    const permit = await budget.acquire(priority, signal);
    waits.push({ priority, ms: clock.monotonic() - asked });
    const total = latency[0] + random() * (latency[1] - latency[0]);
    const arrival = total * random();
    await new Promise<void>((resolve) => clock.setTimer(arrival, resolve));
    seen.push({ at: clock.monotonic(), priority });
    await new Promise<void>((resolve) => clock.setTimer(total - arrival, resolve));
    permit.done();
  }
  return { seen, waits, ask };
}

/** The most sightings in any 60 s. */
function busiestMinute(seen: readonly Sighting[]): number {
  const times = seen.map((sighting) => sighting.at).sort((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [index, time] of times.entries()) {
    while ((times[first] ?? time) <= time - 60_000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

test.each([
  { seed: 1, limit: 500, latency: [20, 400] },
  { seed: 2, limit: 500, latency: [5, 3_000] },
  { seed: 3, limit: 60, latency: [10, 20_000] },
  { seed: 4, limit: 7, latency: [0, 500] },
  { seed: 5, limit: 1, latency: [100, 100] },
] as { seed: number; limit: number; latency: [number, number] }[])(
  'no minute of the service ever sees more than $limit requests (latency $latency)',
  async ({ seed, limit, latency }) => {
    const clock = createTurnedClock();
    const budget = createBudget({ clock, requestsPerMinute: limit, inFlight: 50 });
    const service = createService(clock, budget, seed, latency);
    const kinds: Priority[] = ['backlog', 'backlog', 'fresh', 'polling', 'manual', 'person'];
    for (let index = 0; index < limit * 4; index += 1) void service.ask(kinds[index % 6] ?? 'backlog');
    await clock.turn(4 * 60_000);
    expect(service.seen.length).toBeGreaterThan(limit);
    expect(busiestMinute(service.seen)).toBeLessThanOrEqual(limit);
  },
);

test.each(['backlog', 'manual'] as const)('a long %s uses at least 95 % of the limit', async (priority) => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 500 });
  const service = createService(clock, budget, 7, [50, 500]);
  for (let index = 0; index < 6_000; index += 1) void service.ask(priority);
  await clock.turn(10 * 60_000);
  expect(service.seen.length / (10 * 500)).toBeGreaterThanOrEqual(0.98);
  const lastMinute = service.seen.filter((sighting) => sighting.at > 9 * 60_000).length;
  expect(lastMinute / 500).toBeGreaterThanOrEqual(0.95);
  expect(busiestMinute(service.seen)).toBeLessThanOrEqual(500);
});

test('while a backlog saturates the limit, fresh files and people wait less than a second', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 500 });
  const service = createService(clock, budget, 8, [50, 300]);
  for (let index = 0; index < 3_000; index += 1) void service.ask('backlog');
  for (let second = 0; second < 240; second += 5) {
    clock.setTimer(second * 1_000 + 137, () => void service.ask('fresh'));
    clock.setTimer(second * 1_000 + 731, () => void service.ask('person'));
  }
  await clock.turn(250_000);
  const waits = service.waits.filter((wait) => wait.priority !== 'backlog').map((wait) => wait.ms);
  expect(waits).toHaveLength(96);
  expect(Math.max(...waits)).toBeLessThan(1_000);
});

test('a burst of manual uploads leaves the reserve to people', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 100, inFlight: 200 });
  const service = createService(clock, budget, 9, [10, 20]);
  for (let index = 0; index < 150; index += 1) void service.ask('manual');
  await clock.turn(1_000);
  expect(service.seen).toHaveLength(98);
  void service.ask('person');
  await clock.turn(100);
  expect(service.seen.at(-1)?.priority).toBe('person');
});

test('who has priority goes first, and in the order of asking within one priority', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 100 });
  (await budget.acquire('fresh')).rateLimited(1_000);
  const order: string[] = [];
  for (const name of [
    'polling1',
    'backlog1',
    'fresh1',
    'manual1',
    'person1',
    'backlog2',
    'fresh2',
    'person2',
  ]) {
    const priority = name.slice(0, -1) as Priority;
    void budget.acquire(priority).then((permit) => {
      order.push(name);
      if (priority === 'person') permit.lost();
      else permit.done();
    });
  }
  await clock.turn(999);
  // A person waits for no pause. Nobody answers them here, so it goes on.
  expect(order).toEqual(['person1', 'person2']);
  await clock.turn(60_000);
  expect(order.join(' ')).toBe('person1 person2 manual1 fresh1 fresh2 backlog1 backlog2 polling1');
});

test.each(['manual', 'fresh', 'backlog'] as const)(
  '9,800 uploads (%s) leave one request in ten to polling, and a person is still first',
  async (lane) => {
    const clock = createTurnedClock();
    const budget = createBudget({ clock, requestsPerMinute: 500 });
    const service = createService(clock, budget, 10, [10, 20]);
    for (let index = 0; index < 9_800; index += 1) void service.ask(lane);
    for (let index = 0; index < 1_000; index += 1) void service.ask('polling');
    await clock.turn(10 * 60_000);
    const polls = service.seen.filter((sighting) => sighting.priority === 'polling').length;
    expect(polls / service.seen.length).toBeCloseTo(0.1, 2);
    expect(service.seen.length).toBeGreaterThan(4_800);
    void service.ask('person');
    await clock.turn(2_500);
    expect(service.waits.find(({ priority }) => priority === 'person')?.ms).toBeLessThanOrEqual(2_000);
  },
);

test('requests in flight are capped, with places kept for people', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 500, inFlight: 5 });
  const permits: { done(): void }[] = [];
  const hold = (priority: Priority) => void budget.acquire(priority).then((permit) => permits.push(permit));
  for (let index = 0; index < 10; index += 1) hold('manual');
  await clock.turn(1);
  expect(permits).toHaveLength(3);
  hold('person');
  await clock.turn(1);
  expect(permits).toHaveLength(4);
  permits[0]?.done();
  await clock.turn(1);
  expect(budget.snapshot().inFlight).toBe(3);
  permits[1]?.done();
  await clock.turn(1);
  expect(permits).toHaveLength(5);
});

test('a request that never left frees its slot at once; ending a permit twice counts once', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 10 });
  const unused = await budget.acquire('person');
  unused.unused();
  unused.done();
  expect(budget.snapshot()).toMatchObject({ occupied: 0, inFlight: 0, sent: 0 });
  const done = await budget.acquire('person');
  done.done();
  done.unused();
  expect(budget.snapshot()).toMatchObject({ occupied: 1, inFlight: 0, sent: 1 });
  await clock.turn(60_200);
  expect(budget.snapshot().occupied).toBe(0);
});

test('an abort while waiting leaves the line and keeps the reason', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 10 });
  (await budget.acquire('fresh')).rateLimited(5_000);
  const controller = new AbortController();
  const waiting = budget.acquire('manual', controller.signal);
  const reason = new Error('cancelled');
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(budget.snapshot().waiting.manual).toBe(0);
  await expect(budget.acquire('manual', controller.signal)).rejects.toBe(reason);
  expect(clock.timers()).toBe(0);
});

test('Retry-After of a 429 holds everybody but people', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 100 });
  const refused = await budget.acquire('fresh');
  expect(refused.rateLimited(30_000)).toBe(30_000);
  let granted = -1;
  void budget.acquire('manual').then(() => {
    granted = clock.monotonic();
  });
  (await budget.acquire('person')).lost();
  expect(budget.snapshot().hold).toEqual({ by: 'service', since: clock.now(), until: clock.now() + 30_000 });
  await clock.turn(29_999);
  expect(granted).toBe(-1);
  await clock.turn(1);
  expect(granted).toBe(30_000);
});

test('a pause of an hour is probed by the first in line, and its answer lets the others go', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 100 });
  expect((await budget.acquire('fresh')).rateLimited(60 * 60_000)).toBe(10 * 60_000);
  const granted: Permit[] = [];
  for (let index = 0; index < 5; index += 1)
    void budget.acquire('fresh').then((permit) => granted.push(permit));
  await clock.turn(10 * 60_000 - 1);
  expect(granted).toHaveLength(0);
  await clock.turn(5_000);
  expect(granted).toHaveLength(1);
  granted[0]?.rateLimited(60 * 60_000);
  await clock.turn(10 * 60_000);
  expect(granted).toHaveLength(2);
  granted[1]?.done();
  await clock.turn(0);
  expect(granted).toHaveLength(5);
  expect(budget.snapshot().hold).toBeUndefined();
});

test('somebody who tries again finds out at once whether a pause is over', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 100 });
  (await budget.acquire('fresh')).rateLimited(60 * 60_000);
  const [first, second] = [budget.acquire('manual'), budget.acquire('manual')];
  budget.probeNow();
  (await first).done();
  (await second).done();
  expect(budget.snapshot().hold).toBeUndefined();
});

test('without Retry-After the waits grow with each refusal in a row and are jittered', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 100, random: () => 0.5 });
  const holds: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    const asked = budget.acquire('manual');
    await clock.turn(60_000);
    await clock.turn(1);
    holds.push((await asked).rateLimited());
    await clock.turn(1);
  }
  expect(holds).toEqual([2_500, 5_000, 10_000]);
});

test('a flock refused together teaches once', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 100 });
  for (let index = 0; index < 40; index += 1) (await budget.acquire('manual')).done();
  const flock = [];
  for (let index = 0; index < 5; index += 1) flock.push(await budget.acquire('manual'));
  await clock.turn(10);
  for (const permit of flock) permit.rateLimited(1_000);
  // 40 were answered well; of the flock the first refusal leaves four that might still be.
  expect(budget.snapshot().effectiveLimit).toBe(44);
});

test('a lower limit is learned from a 429 and won back slowly', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 500 });
  for (let index = 0; index < 100; index += 1) (await budget.acquire('manual')).done();
  (await budget.acquire('manual')).rateLimited(20_000);
  expect(budget.snapshot()).toMatchObject({ limit: 500, effectiveLimit: 100 });
  await clock.turn(20_000);
  expect(budget.snapshot().effectiveLimit).toBe(100);
  await clock.turn(60_000);
  expect(budget.snapshot().effectiveLimit).toBe(150);
  await clock.turn(20 * 60_000);
  expect(budget.snapshot().effectiveLimit).toBe(500);
});

test('against a service that really allows less, refusals become rare and the rate stays high', async () => {
  const clock = createTurnedClock();
  const real = 200;
  const budget = createBudget({ clock, requestsPerMinute: 500 });
  const counted: number[] = [];
  let refusals = 0;
  async function ask() {
    for (;;) {
      const permit = await budget.acquire('manual');
      const now = clock.monotonic();
      while ((counted[0] ?? now) <= now - 60_000) counted.shift();
      if (counted.length < real) {
        counted.push(now);
        await new Promise<void>((resolve) => clock.setTimer(100, resolve));
        return permit.done();
      }
      refusals += 1;
      permit.rateLimited(Math.ceil(((counted[0] ?? now) + 60_000 - now) / 1_000) * 1_000);
    }
  }
  let answered = 0;
  for (let index = 0; index < 8_000; index += 1) void ask().then(() => (answered += 1));
  await clock.turn(20 * 60_000);
  expect(answered / (20 * real)).toBeGreaterThan(0.8);
  expect(refusals / answered).toBeLessThan(0.02);
});

test('a 429 of somebody else with the same key never silences us for good', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 500 });
  (await budget.acquire('manual')).rateLimited(1_000);
  expect(budget.snapshot().effectiveLimit).toBe(50);
});

test('a new limit holds at once, up and down', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 10, inFlight: 100 });
  const service = createService(clock, budget, 11, [1, 2]);
  for (let index = 0; index < 60; index += 1) void service.ask('manual');
  await clock.turn(100);
  expect(service.seen).toHaveLength(9);
  budget.setLimit(20);
  await clock.turn(100);
  expect(service.seen).toHaveLength(19);
  budget.setLimit(5);
  await clock.turn(50_000);
  expect(service.seen).toHaveLength(19);
  await clock.turn(70_000);
  expect(busiestMinute(service.seen.filter((sighting) => sighting.at > 50_000))).toBeLessThanOrEqual(5);
  expect(service.seen.length).toBeGreaterThan(19);
});

test('T-24: a full budget tells when the next request of each kind that waits goes', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 10, inFlight: 100 });
  const service = createService(clock, budget, 12, [1, 2]);
  expect(budgetWait(budget, clock)).toBeNull();
  for (let index = 0; index < 12; index += 1) void service.ask('fresh');
  await clock.turn(100);
  expect(budget.snapshot().waiting.fresh).toBe(3);
  const until = budgetWait(budget, clock, ['fresh']) ?? 0;
  expect(until - clock.now()).toBeGreaterThan(55_000);
  // One slot is kept for people, and nobody of another kind waits.
  expect(Object.keys(budget.snapshot().nextAt)).toEqual(['fresh']);
  expect(budgetWait(budget, clock, ['manual'])).toBeNull();
  const before = service.seen.length;
  await clock.turn(until - clock.now() - 1);
  expect(service.seen).toHaveLength(before);
  expect(budgetWait(budget, clock)).toBeNull();
  await clock.turn(100);
  expect(service.seen.length).toBeGreaterThan(before);
});

test('T-24: the wait of a kind is never shorter than that of those before it', async () => {
  const clock = createTurnedClock();
  const budget = createBudget({ clock, requestsPerMinute: 100 });
  (await budget.acquire('fresh')).rateLimited(30_000);
  void budget.acquire('polling');
  expect(budget.snapshot().nextAt).toEqual({ polling: 30_000 });
  void budget.acquire('manual');
  expect(budget.snapshot().nextAt).toEqual({ manual: 30_000, polling: 30_000 });
});
