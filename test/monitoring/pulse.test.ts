import { expect, onTestFinished, test } from 'vitest';
import type { CoreContext } from '#core/engine/core-context.ts';
import { PulseKeeper } from '#core/engine/health/pulse-keeper.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Failing } from '#core/service/failures-in-row.ts';
import { createTurnedClock } from '#core/service/testing/turned-clock.ts';
import { feedWatchdog } from '../../src/cli/monitoring/feed-watchdog.ts';
import { keepLog } from './support.ts';

/** A keeper over a watching thread and the loops of one profile, as the test says they are. */
function world() {
  const clock = createTurnedClock();
  const thread = { hangs: false, runs: true, asked: 0, answer: () => {} };
  const loops = {
    overdue: undefined as number | undefined,
    failing: undefined as Failing | undefined,
    alsoFailing: undefined as Failing | undefined,
    waits: false,
    signs: 0,
  };
  const starts: (readonly [string, Failing])[] = [];
  let touched = 0;
  const context = {
    clock,
    watch: () => ({
      failing: () => undefined,
      answers: async () => {
        thread.asked += 1;
        if (thread.hangs)
          await new Promise<void>((resolve) => {
            thread.answer = resolve;
          });
        return thread.runs;
      },
    }),
    engines: new Map([
      [
        'p',
        {
          parts: () => [
            ['uploads', { overdueSince: () => loops.overdue, failing: () => loops.failing }],
            ['service', { overdueSince: () => undefined, failing: () => loops.alsoFailing }],
          ],
          isWaiting: () => loops.waits,
          signsOfLife: () => loops.signs,
        },
      ],
    ]),
    touchHealth: () => {
      touched += 1;
    },
  } as unknown as CoreContext;
  const keeper = new PulseKeeper(context, { notes: () => undefined, starts: () => starts });
  keeper.start();
  onTestFinished(() => keeper.stop());
  return { keeper, clock, thread, loops, starts, touched: () => touched };
}

test('while all parts go on there is a pulse, and nothing to report', async () => {
  const { keeper, clock, touched } = world();
  await clock.turn(3_600_000);
  expect([await keeper.pulse(), keeper.stands(), keeper.failing(), touched()]).toEqual([true, [], [], 0]);
});

test('work that keeps failing is reported once for each profile, the oldest, and feeds the watchdog', async () => {
  const { keeper, clock, loops, touched } = world();
  loops.failing = { since: 2, error: new Error('EAFNOSUPPORT') };
  loops.alsoFailing = { since: 1, error: 'no error at all' };
  await clock.turn(60_000);
  expect(keeper.failing()).toEqual([
    { work: 'service', profileId: 'p', since: 1, detail: 'no error at all' },
  ]);
  expect([await keeper.pulse(), touched()]).toEqual([true, 1]);
  loops.alsoFailing = undefined;
  await clock.turn(60_000);
  expect([keeper.failing(), touched()]).toMatchObject([[{ work: 'uploads', detail: 'EAFNOSUPPORT' }], 2]);
  // What the ledger threw is the governor's, and a drive that is silent its folders'.
  loops.failing = { since: 2, error: Object.assign(new Error('full'), { errcode: 13 }) };
  loops.alsoFailing = { since: 2, error: new AppError('DRIVE_NOT_ANSWERING') };
  await clock.turn(60_000);
  expect([keeper.failing(), touched()]).toEqual([[], 3]);
});

test('an engine that cannot start is reported, also for what the ledger threw: no governor does that', async () => {
  const { keeper, clock, starts } = world();
  starts.push(['q', { since: 1, error: new AppError('DISK_FULL') }]);
  await clock.turn(60_000);
  expect(keeper.failing()).toMatchObject([{ work: 'start', profileId: 'q', since: 1 }]);
});

test('a watching thread that does not answer is asked once, gives no pulse, and is told after a minute', async () => {
  const { keeper, clock, thread, touched } = world();
  await keeper.pulse();
  thread.hangs = true;
  const before = thread.asked;
  let hasPulse = false;
  void keeper.pulse().then(() => {
    hasPulse = true;
  });
  await clock.turn(59_000);
  expect(keeper.stands()).toEqual([]);
  await clock.turn(600_000);
  expect([hasPulse, thread.asked - before, touched()]).toEqual([false, 1, 1]);
  expect(keeper.stands()).toMatchObject([{ part: 'watching', profileId: null }]);
  thread.hangs = false;
  thread.answer();
  await clock.turn(1);
  expect([hasPulse, keeper.stands(), touched()]).toEqual([true, [], 2]);
  // A thread that ended is being started again, and is none that goes on.
  thread.runs = false;
  expect(await keeper.pulse()).toBe(false);
});

test('a loop whose turn does not come stands, unless something was done, or is waited for', async () => {
  const { keeper, clock, loops } = world();
  const quarter = 15 * 60_000;
  loops.overdue = 0;
  await clock.turn(quarter - 10_000);
  expect(keeper.stands()).toEqual([]);
  loops.signs = 1;
  await clock.turn(quarter - 10_000);
  expect(keeper.stands()).toEqual([]);
  loops.waits = true;
  await clock.turn(10 * quarter);
  expect(await keeper.pulse()).toBe(true);
  // What was waited for is there: the turn has its time from then on.
  loops.waits = false;
  await clock.turn(quarter - 10_000);
  expect(await keeper.pulse()).toBe(true);
  await clock.turn(20_000);
  expect(await keeper.pulse()).toBe(false);
  expect(keeper.stands()).toMatchObject([{ part: 'queue', profileId: 'p' }]);
  loops.overdue = undefined;
  await clock.turn(10_000);
  expect(keeper.stands()).toEqual([]);
});

test('the watchdog is fed by each pulse and by nothing else: a part that hangs lets it starve, which is said once', async () => {
  const clock = createTurnedClock();
  const logger = keepLog();
  let fed = 0;
  let pulse = async () => true;
  const stop = feedWatchdog({
    core: { pulse: () => pulse() },
    manager: { feed: () => (fed += 1) },
    watchdogMs: 120_000,
    clock,
    logger,
  });
  onTestFinished(stop);
  await clock.turn(399_000);
  expect(fed).toBe(10);
  pulse = async () => false;
  await clock.turn(400_000);
  expect([fed, logger.lines.length]).toEqual([10, 1]);
  pulse = () => Promise.reject(new Error('it starts again'));
  await clock.turn(400_000);
  expect([fed, logger.lines.length]).toEqual([10, 1]);
  pulse = async () => true;
  await clock.turn(40_000);
  expect(fed).toBe(11);
  pulse = () => new Promise(() => undefined);
  await clock.turn(4_000_000);
  expect(fed).toBe(11);
});
