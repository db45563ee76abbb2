import { expect, test } from 'vitest';
import type { Priority } from './answer.ts';
import { type Budget, createBudget } from './budget.ts';
import { createSharedWindow } from './testing/shared-window.ts';
import { createRandom, createTurnedClock, type TurnedClock } from './testing/turned-clock.ts';

const minute = 60_000;

/** Sends through a budget for as long as there is something to send; when each request was counted. */
function createSender(clock: TurnedClock, budget: Budget, counted: number[], seed: number) {
  const random = createRandom(seed);
  return async (priority: Priority): Promise<void> => {
    const permit = await budget.acquire(priority);
    const total = 20 + random() * 600;
    await new Promise<void>((resolve) => clock.setTimer(total * random(), resolve));
    counted.push(clock.monotonic());
    await new Promise<void>((resolve) => clock.setTimer(total, resolve));
    permit.done();
  };
}

function mostInAMinute(times: readonly number[]): number {
  let first = 0;
  return times.reduce((most, time, index) => {
    while ((times[first] ?? time) <= time - minute) first += 1;
    return Math.max(most, index - first + 1);
  }, 0);
}

function budgetOf(clock: TurnedClock, requestsPerMinute = 500): Budget {
  return createBudget({ clock, requestsPerMinute, personReserve: 0 });
}

test('three machines with one limit never send more than it in any minute, and use nearly all of it', async () => {
  const clock = createTurnedClock();
  const limit = 300;
  const shared = createSharedWindow(clock, limit);
  const counted: number[] = [];
  for (const seed of [1, 2, 3]) {
    const budget = budgetOf(clock);
    budget.joinTeam(shared.join());
    const send = createSender(clock, budget, counted, seed);
    for (let index = 0; index < limit * 5; index += 1) void send('fresh');
  }
  await clock.turn(5 * minute);
  counted.sort((a, b) => a - b);
  expect(mostInAMinute(counted)).toBeLessThanOrEqual(limit);
  const last = counted.filter((time) => time > 3 * minute && time <= 4 * minute);
  expect(last.length / limit).toBeGreaterThanOrEqual(0.95);
});

test('what was sent before the team is told to it', async () => {
  const clock = createTurnedClock();
  const budget = budgetOf(clock);
  const permits = await Promise.all([1, 2, 3].map(() => budget.acquire('manual')));
  permits[0]?.done();
  await clock.turn(1_000);
  permits[1]?.done();
  const member = createSharedWindow(clock, 100).join();
  budget.joinTeam(member);
  await clock.turn(50);
  expect(member.reports[0]).toMatchObject({ ages: [1_000, 0], flying: 1, kept: 0, want: 0 });
  permits[2]?.done();
  await clock.turn(10_000);
  expect(member.reports.flatMap(({ ages }) => ages)).toHaveLength(3);
});

test('many permits come with one question, and nothing is asked or told while nothing goes', async () => {
  const clock = createTurnedClock();
  const budget = budgetOf(clock);
  const member = createSharedWindow(clock, 500).join();
  budget.joinTeam(member);
  const counted: number[] = [];
  const send = createSender(clock, budget, counted, 4);
  for (let index = 0; index < 60; index += 1) void send('backlog');
  await clock.turn(minute);
  expect(counted).toHaveLength(60);
  expect(member.reports.length).toBeLessThan(20);
  expect(member.reports.flatMap(({ ages }) => ages)).toHaveLength(60);
  expect(member.reports.at(-1)).toMatchObject({ flying: 0, kept: 0, want: 0 });
  expect(clock.timers()).toBe(0);
  const before = member.reports.length;
  await clock.turn(10 * minute);
  expect(member.reports).toHaveLength(before);
});

test('a person is asked for at once, as the most urgent, whatever else waits', async () => {
  const clock = createTurnedClock();
  const budget = budgetOf(clock);
  const shared = createSharedWindow(clock, 10);
  const member = shared.join();
  budget.joinTeam(member);
  const send = createSender(clock, budget, [], 5);
  for (let index = 0; index < 50; index += 1) void send('backlog');
  await clock.turn(2_000);
  const before = member.reports.length;
  void send('person');
  await clock.turn(20);
  expect(member.reports.slice(before).map(({ priority, want }) => [priority, want])).toContainEqual([0, 1]);
});

test('where the team is out of reach nothing is sent, a person is told so, and all goes on by itself', async () => {
  const clock = createTurnedClock();
  const budget = budgetOf(clock);
  const member = createSharedWindow(clock, 100).join();
  budget.joinTeam(member);
  member.isCut = true;
  let isSent = false;
  void budget.acquire('fresh').then(() => {
    isSent = true;
  });
  const asked = budget.acquire('person').then(
    () => 'sent',
    ({ code }) => code,
  );
  await clock.turn(10 * minute);
  expect(await asked).toBe('TEAM_UNREACHABLE');
  expect(isSent).toBe(false);
  expect(budget.snapshot().sent).toBe(0);
  member.isCut = false;
  await clock.turn(2_000);
  expect(isSent).toBe(true);
});

test('permits lapse where their lease cannot be renewed', async () => {
  const clock = createTurnedClock();
  const budget = budgetOf(clock);
  const member = createSharedWindow(clock, 100).join();
  budget.joinTeam(member);
  const send = createSender(clock, budget, [], 6);
  for (let index = 0; index < 15; index += 1) void send('fresh');
  await clock.turn(1_000);
  expect(budget.snapshot().sent).toBe(15);
  member.isCut = true;
  await clock.turn(3_000);
  for (let index = 0; index < 15; index += 1) void send('fresh');
  await clock.turn(minute);
  expect(budget.snapshot().sent).toBe(15);
});

test('what was granted and has not gone yet may go as long as the team hears of it, and is on its way', async () => {
  const clock = createTurnedClock();
  const budget = budgetOf(clock);
  const member = createSharedWindow(clock, 100).join();
  budget.joinTeam(member);
  const granted = budget.acquire('fresh');
  await clock.turn(100);
  const permit = await granted;
  await clock.turn(minute);
  expect(permit.mayGo()).toBe(true);
  // As while the machine stands still: nothing is told.
  member.isCut = true;
  await clock.turn(5_000);
  expect(permit.mayGo()).toBe(true);
  await clock.turn(7_000);
  expect(permit.mayGo()).toBe(false);
  // What it may send from here on is granted anew: that one may have gone to somebody else.
  member.isCut = false;
  await clock.turn(minute);
  expect(permit.mayGo()).toBe(false);
  const other = budget.acquire('fresh');
  await clock.turn(100);
  expect((await other).mayGo()).toBe(true);
});

/** Of a machine that sleeps for ten minutes: only the clock on the wall tells. */
function sleepingClock() {
  const turned = createTurnedClock();
  let slept = 0;
  const clock = { ...turned, now: () => turned.now() + slept };
  return { clock, sleep: () => (slept += 10 * minute) };
}

test('after a sleep nothing that was granted before may go, nor comes back into the hand', async () => {
  const { clock, sleep } = sleepingClock();
  const budget = budgetOf(clock);
  budget.joinTeam(createSharedWindow(clock, 100).join());
  const granted = budget.acquire('fresh');
  await clock.turn(100);
  const permit = await granted;
  expect(permit.mayGo()).toBe(true);
  sleep();
  expect(permit.mayGo()).toBe(false);
  permit.unused();
  await clock.turn(minute);
  expect(budget.snapshot()).toMatchObject({ inFlight: 0, sent: 0 });
});

test('what was asked for before a sleep and granted after it is nothing either', async () => {
  const { clock, sleep } = sleepingClock();
  const budget = budgetOf(clock);
  budget.joinTeam(createSharedWindow(clock, 100).join());
  const granted = budget.acquire('fresh');
  await clock.turn(2);
  sleep();
  await clock.turn(10);
  expect(budget.snapshot().sent).toBe(0);
  await clock.turn(1_000);
  expect((await granted).mayGo()).toBe(true);
});

test('silence that the service asks of one machine is kept by all', async () => {
  const clock = createTurnedClock();
  const shared = createSharedWindow(clock, 100);
  const [one, two] = [budgetOf(clock), budgetOf(clock)];
  one.joinTeam(shared.join());
  two.joinTeam(shared.join());
  const first = one.acquire('fresh');
  await clock.turn(100);
  (await first).rateLimited(30_000);
  await clock.turn(100);
  let sentAt = 0;
  void two.acquire('fresh').then(() => {
    sentAt = clock.monotonic();
  });
  await clock.turn(1_000);
  // Whoever was asked for it says so; the others know it of the team.
  expect([one.snapshot().hold?.by, two.snapshot().hold?.by]).toEqual(['service', 'team']);
  await clock.turn(minute);
  expect(sentAt).toBeGreaterThanOrEqual(30_100);
  expect(sentAt).toBeLessThan(31_000);
  expect([one.snapshot().hold, two.snapshot().hold]).toEqual([undefined, undefined]);
});

test('a person passes a pause without a permit, and the team counts the request', async () => {
  const clock = createTurnedClock();
  const shared = createSharedWindow(clock, 100);
  const [one, two] = [budgetOf(clock), budgetOf(clock)];
  const member = shared.join();
  one.joinTeam(shared.join());
  two.joinTeam(member);
  const first = one.acquire('fresh');
  await clock.turn(100);
  (await first).rateLimited(30_000);
  await clock.turn(1_000);
  void two.acquire('fresh');
  await clock.turn(1_000);
  for (const budget of [one, two]) {
    const permit = await budget.acquire('person');
    expect(permit.mayGo()).toBe(true);
    await clock.turn(2_000);
    permit.lost();
  }
  await clock.turn(2_000);
  expect(member.reports.some(({ flying }) => flying === 1)).toBe(true);
  expect(member.reports.flatMap(({ ages }) => ages)).toHaveLength(1);
  expect(member.reports.at(-1)?.flying).toBe(0);
});

test('a team pauses no longer than until one machine probes', async () => {
  const clock = createTurnedClock();
  const shared = createSharedWindow(clock, 100);
  const member = shared.join();
  const budget = budgetOf(clock);
  budget.joinTeam(member);
  const first = budget.acquire('fresh');
  await clock.turn(100);
  (await first).rateLimited(60 * minute);
  const probe = budget.acquire('fresh');
  const next = budget.acquire('fresh');
  await clock.turn(11 * minute);
  expect(budget.snapshot()).toMatchObject({ inFlight: 1, waiting: { fresh: 1 } });
  (await probe).done();
  await clock.turn(1_000);
  (await next).done();
});

test('alone, nobody is asked and a permit is there at once', async () => {
  const clock = createTurnedClock();
  const budget = budgetOf(clock);
  let asked = 0;
  budget.joinTeam({
    isAlone: true,
    exchange: async () => {
      asked += 1;
      return 'unreachable';
    },
  });
  const permit = budget.acquire('backlog');
  // Before anything could have been waited for.
  expect(budget.snapshot()).toMatchObject({ inFlight: 1, sent: 1 });
  (await permit).done();
  await clock.turn(minute);
  expect(asked).toBe(0);
  expect(clock.timers()).toBe(0);
});
