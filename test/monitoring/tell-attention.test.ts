import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTurnedClock } from '#core/service/testing/turned-clock.ts';
import type { AttentionMessage } from '../../src/cli/monitoring/attention-message.ts';
import { healthReport } from '../../src/cli/monitoring/health-report.ts';
import { AttentionTeller } from '../../src/cli/monitoring/tell-attention.ts';
import { openToldFile } from '../../src/cli/monitoring/told-file.ts';
import { aFinding, aGroup, aStatus, keepLog } from './support.ts';

const windowMs = 30_000;

/** A receiver that takes what it is told unless it `fails`, and the data folder it is told from. */
function world() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-told-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const clock = createTurnedClock();
  const tried: AttentionMessage[] = [];
  const taken: AttentionMessage[] = [];
  const receiver = { fails: false };
  const logger = keepLog();
  const begin = () => {
    const teller = new AttentionTeller({
      receiver: {
        name: 'The receiver',
        id: 'r',
        async deliver(message) {
          tried.push(message);
          if (receiver.fails) throw new Error('it is down');
          taken.push(message);
        },
      },
      told: openToldFile(directory, ['r']),
      report: (status) => healthReport(status, { folders: [], profiles: [] }),
      clock,
      random: () => 0.5,
      logger,
      windowMs,
      host: 'here',
      version: '1',
    });
    onTestFinished(() => teller.stop());
    return teller;
  };
  return { begin, clock, directory, logger, receiver, taken, tried };
}

const dataOf = ({ body }: AttentionMessage) => JSON.parse(body).data;

test('T9: many files within the window are one message, and what stays so is told no second time', async () => {
  const { begin, clock, taken } = world();
  const teller = begin();
  teller.look(aStatus());
  for (let count = 1; count <= 37; count += 1) {
    await clock.turn(500);
    teller.look(aStatus([], [aGroup('EMPTY_FILE', count)]));
  }
  expect(taken).toEqual([]);
  await clock.turn(windowMs);
  expect(taken).toHaveLength(1);
  expect(taken[0]?.type).toBe('attention.needed');
  expect(dataOf(taken[0] as AttentionMessage)).toMatchObject({
    host: 'here',
    news: 1,
    attention: { total: 37, groups: [{ code: 'EMPTY_FILE', count: 37, place: 'uploads' }] },
  });
  teller.look(aStatus([], [aGroup('EMPTY_FILE', 37)]));
  await clock.turn(3_600_000);
  expect(taken).toHaveLength(1);
  // Fewer is no news; more than there were then is.
  teller.look(aStatus([], [aGroup('EMPTY_FILE', 30)]));
  await clock.turn(windowMs);
  expect(taken).toHaveLength(1);
  teller.look(aStatus([], [aGroup('EMPTY_FILE', 31)]));
  await clock.turn(windowMs);
  expect(taken).toHaveLength(2);
});

test('T9: more and more of the same is told ever more rarely, and what is new at its time', async () => {
  const { begin, clock, taken } = world();
  const teller = begin();
  let count = 0;
  const groups = () => [aGroup('EMPTY_FILE', count)];
  const goOn = async (seconds: number) => {
    for (const until = count + seconds / 10; count < until; ) {
      count += 1;
      teller.look(aStatus([], groups()));
      await clock.turn(10_000);
    }
  };
  await goOn(24 * 3_600);
  // After half a minute, then 0.5, 1, 2 … 32 minutes, then each hour.
  expect(taken.length).toBeGreaterThan(24);
  expect(taken.length).toBeLessThan(34);
  await clock.turn(3_600_000);
  const before = taken.length;
  await clock.turn(24 * 3_600_000);
  expect(taken).toHaveLength(before);
  await goOn(10);
  await clock.turn(windowMs);
  expect(taken, 'one more after a day').toHaveLength(before + 1);
  await goOn(10);
  teller.look(aStatus([aFinding('FOLDER_MISSING')], groups()));
  await clock.turn(windowMs);
  expect(taken).toHaveLength(before + 2);
  expect(dataOf(taken[before + 1] as AttentionMessage)).toMatchObject({ attention: { total: count } });
});

test('what is over within the window is never told; what was told is told to be over, once', async () => {
  const { begin, clock, taken } = world();
  const teller = begin();
  teller.look(aStatus([aFinding('FOLDER_MISSING')]));
  await clock.turn(windowMs - 1);
  teller.look(aStatus());
  await clock.turn(3_600_000);
  expect(taken).toEqual([]);
  teller.look(aStatus([aFinding('FOLDER_MISSING')]));
  await clock.turn(windowMs);
  teller.look(aStatus());
  await clock.turn(3_600_000);
  expect(taken.map(({ type }) => type)).toEqual(['attention.needed', 'attention.over']);
});

test('work that goes on, but leaves something until a person acts, is reported', async () => {
  const { begin, clock, taken } = world();
  begin().look(aStatus([aFinding('AFTER_UPLOAD_FAILED', { level: 'attention' })]));
  await clock.turn(windowMs);
  expect(taken.map(({ type }) => type)).toEqual(['attention.needed']);
});

test('what only waits, and is over by itself, is nothing to tell a person', async () => {
  const { begin, clock, taken } = world();
  begin().look(aStatus([aFinding('UNREACHABLE', { level: 'held' }), aFinding('X', { level: 'note' })]));
  await clock.turn(3_600_000);
  expect(taken).toEqual([]);
});

test('a receiver that is down is tried again ever more rarely, with what is so by then, by one id for one message', async () => {
  const { begin, clock, logger, receiver, taken, tried } = world();
  receiver.fails = true;
  const teller = begin();
  teller.look(aStatus([], [aGroup('EMPTY_FILE', 1)]));
  await clock.turn(24 * 3_600_000);
  // 5, 10, 20 … s, then each quarter of an hour: a day of it is about a hundred.
  expect(tried.length).toBeGreaterThan(90);
  expect(tried.length).toBeLessThan(110);
  expect(new Set(tried.map(({ id }) => id)).size).toBe(1);
  expect(logger.lines.join('\n')).toContain('it is down');
  teller.look(aStatus([], [aGroup('EMPTY_FILE', 2)]));
  receiver.fails = false;
  await clock.turn(3_600_000);
  expect(taken).toHaveLength(1);
  expect(taken[0]?.id).not.toBe(tried[0]?.id);
  expect(dataOf(taken[0] as AttentionMessage).attention.total).toBe(2);
});

test('over a restart: what was not taken is told then, by the same id; what was taken is not told again', async () => {
  const { begin, clock, receiver, taken, tried } = world();
  const missing = aStatus([aFinding('FOLDER_MISSING')]);
  receiver.fails = true;
  const first = begin();
  first.look(missing);
  await clock.turn(windowMs);
  await first.stop();
  receiver.fails = false;
  const second = begin();
  second.look(missing);
  await clock.turn(windowMs);
  expect(taken.map(({ id }) => id)).toEqual([tried[0]?.id]);
  await second.stop();
  // A start knows nothing of the folder before it was looked at.
  const third = begin();
  third.look(aStatus());
  await clock.turn(20_000);
  third.look(missing);
  await clock.turn(3_600_000);
  expect(taken).toHaveLength(1);
  third.look(aStatus());
  await clock.turn(3_600_000);
  expect(taken.map(({ type }) => type)).toEqual(['attention.needed', 'attention.over']);
});

test('a damaged file of what was told means that nobody was told, and another receiver is told all', async () => {
  const { begin, clock, directory, taken } = world();
  writeFileSync(join(directory, 'agent.told.json'), '{"version":1,"recei');
  begin().look(aStatus([aFinding('FOLDER_MISSING')]));
  await clock.turn(windowMs);
  expect(taken).toHaveLength(1);
  expect(openToldFile(directory, ['other']).of('other').needs).toEqual({});
});

test('a message names at most fifty findings, whatever happened', async () => {
  const { begin, clock, taken } = world();
  const many = Array.from({ length: 4_000 }, (_, index) => aFinding(`CODE_${index}`));
  begin().look(aStatus(many));
  await clock.turn(windowMs);
  expect(dataOf(taken[0] as AttentionMessage)).toMatchObject({ news: 4_000 });
  expect(taken[0]?.body.length).toBeLessThan(30_000);
});
