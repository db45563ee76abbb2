import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lastBeat, leaveBeat, silentSince } from '#core/data-folder/agent-beat.ts';
import type { CoreContext } from '#core/engine/core-context.ts';
import { PulseKeeper } from '#core/engine/health/pulse-keeper.ts';
import { createTurnedClock } from '#core/service/testing/turned-clock.ts';
import { feedWatchdog } from '../../src/cli/monitoring/feed-watchdog.ts';
import { keepLog } from './support.ts';

const agent = { process: 7, host: 'here', since: '2026-01-01T00:00:00Z', engine: 'watch' } as const;

/** A keeper over a watching thread and the loops of one profile, as the test says they are. */
function world() {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sluice-pulse-'));
  onTestFinished(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const clock = createTurnedClock();
  const thread = { hangs: false, runs: true, asked: 0, answer: () => {} };
  const loops = { overdue: undefined as number | undefined, waits: false, signs: 0 };
  let touched = 0;
  const keeper = new PulseKeeper({
    dataDirectory,
    clock,
    agent: () => agent,
    watch: () => ({
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
          overdueSince: () => loops.overdue,
          isWaiting: () => loops.waits,
          signsOfLife: () => loops.signs,
        },
      ],
    ]),
    touchHealth: () => {
      touched += 1;
    },
  } as unknown as CoreContext);
  keeper.start();
  onTestFinished(() => keeper.stop());
  return { keeper, clock, thread, loops, dataDirectory, touched: () => touched };
}

test('while all parts go on there is a pulse, and a beat for those beside', async () => {
  const { keeper, clock, dataDirectory } = world();
  await clock.turn(3_600_000);
  expect([await keeper.pulse(), keeper.stands()]).toEqual([true, []]);
  expect(lastBeat(dataDirectory, agent)).toBeGreaterThan(clock.now() - 30_001);
  expect(silentSince(dataDirectory, agent, clock.now())).toBeUndefined();
  // The word of another process counts for nobody else.
  expect(lastBeat(dataDirectory, { ...agent, process: 8 })).toBeUndefined();
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

test('an agent of which nothing was heard for two minutes is silent; one that left no word, never', () => {
  const { dataDirectory } = world();
  const now = Date.UTC(2026, 0, 1);
  expect(silentSince(dataDirectory, { ...agent, process: 8 }, now)).toBeUndefined();
  leaveBeat(dataDirectory, agent, now - 119_000);
  expect(silentSince(dataDirectory, agent, now)).toBeUndefined();
  utimesSync(join(dataDirectory, 'agent.beat'), (now - 121_000) / 1000, (now - 121_000) / 1000);
  expect(silentSince(dataDirectory, agent, now)).toBe(now - 121_000);
  expect(silentSince(dataDirectory, 'unnamed', now)).toBeUndefined();
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
