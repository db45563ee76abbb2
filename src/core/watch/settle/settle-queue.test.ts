import { expect, test } from 'vitest';
import type { FileStat } from '#core/local/look.ts';
import type { Clock } from '../../ports/clock.ts';
import { ageOf, createSteadyClock, quietIn } from './quiet.ts';
import { createSettleQueue, type SettleSubject } from './settle-queue.ts';
import type { Unfinished } from './unfinished.ts';

/** A clock that stands until it is turned. */
function createTurnedClock() {
  let elapsed = 0;
  let offset = 1_700_000_000_000;
  let timers: { at: number; callback: () => void }[] = [];
  const clock: Clock = {
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    setTimer(milliseconds, callback) {
      const timer = { at: elapsed + milliseconds, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  return {
    clock,
    async turn(milliseconds: number): Promise<void> {
      const end = elapsed + milliseconds;
      for (;;) {
        for (let rest = 0; rest < 4; rest++) await new Promise((resolve) => setImmediate(resolve));
        const next = timers.filter(({ at }) => at <= end).sort((one, two) => one.at - two.at)[0];
        if (!next) break;
        timers = timers.filter((other) => other !== next);
        elapsed = Math.max(elapsed, next.at);
        next.callback();
      }
      elapsed = end;
    },
    setSystemClock(milliseconds: number): void {
      offset += milliseconds;
    },
  };
}

function setUp(network = false) {
  const turned = createTurnedClock();
  const { clock } = turned;
  const disk = new Map<string, FileStat>();
  const log: string[] = [];
  let unfinished: Unfinished | null = null;
  let open = false;
  let looks = 0;
  const queue = createSettleQueue<SettleSubject>({
    clock,
    steady: createSteadyClock(clock),
    writers: { find: async (candidates) => new Set(open ? candidates : []) },
    stat: ({ path }) => disk.get(path) ?? null,
    async unfinished() {
      looks++;
      return unfinished;
    },
    settled: async ({ path }, stat) => void log.push(`settled ${path} ${stat.size} at ${clock.monotonic()}`),
    vanished: ({ path }) => void log.push(`vanished ${path}`),
    unreadable: async ({ path }) => void log.push(`unreadable ${path}`),
    stillChanging: async ({ path }) => void log.push(`still changing ${path} at ${clock.monotonic()}`),
    failed(error) {
      throw error;
    },
    unfinishedFor: 120_000,
    stillChangingAfter: 1_800_000,
  });
  const subject = (path: string): SettleSubject => ({ path, settleMs: 5000, network, trustHoles: true });
  const write = (path: string, size: number, at = clock.now()) => {
    const times = { mtimeNs: `${at}000000`, mtimeMs: at, ctimeNs: `${at}000000`, ctimeMs: at, bornMs: null };
    disk.set(path, { kind: 'file', device: '1', inode: path, size, allocated: size, ...times });
    return disk.get(path) as FileStat;
  };
  return {
    ...{ ...turned, disk, log, queue, subject, write },
    offer: (path: string, size: number, at?: number) => queue.offer(subject(path), write(path, size, at)),
    setUnfinished: (reason: Unfinished | null) => {
      unfinished = reason;
    },
    setOpen: (value: boolean) => {
      open = value;
    },
    get looks() {
      return looks;
    },
  };
}

test('W1: a file is settled after exactly its quiet time', async () => {
  const { offer, turn, log } = setUp();
  offer('/a', 10);
  await turn(4999);
  expect(log).toEqual([]);
  await turn(1);
  expect(log).toEqual(['settled /a 10 at 5000']);
});

test('W1: the wait counts from the last change by the file itself, not from when it was noticed', async () => {
  const { clock, offer, turn, log } = setUp();
  await turn(60_000);
  offer('/a', 10, clock.now() - 3000);
  await turn(2000);
  expect(log).toEqual(['settled /a 10 at 62000']);
});

test('W1: each change starts the wait again, with no event at all', async () => {
  const { offer, write, turn, log } = setUp();
  offer('/a', 10);
  await turn(3000);
  write('/a', 20);
  await turn(4000);
  write('/a', 30);
  await turn(4999);
  expect(log).toEqual([]);
  await turn(1);
  expect(log).toEqual(['settled /a 30 at 12000']);
});

test('W1: on a network root the times of the file are not believed', async () => {
  const { clock, offer, turn, log } = setUp(true);
  offer('/a', 10, clock.now() - 3_600_000);
  await turn(4999);
  expect(log).toEqual([]);
  await turn(1);
  expect(log).toHaveLength(1);
});

test('W1: a system clock that is set back neither hurries nor stops the wait', async () => {
  const { clock, offer, turn, log, setSystemClock } = setUp();
  await turn(20_000);
  offer('/a', 10, clock.now() - 1000);
  setSystemClock(-86_400_000);
  await turn(4000);
  expect(log).toHaveLength(1);
  offer('/b', 10, clock.now() + 86_400_000);
  await turn(4999);
  expect(log).toHaveLength(1);
  await turn(1);
  expect(log).toHaveLength(2);
});

test('W1: after the clock was set forward, a fresh file is not taken for an old one', () => {
  const { clock, setSystemClock } = setUp();
  const steady = createSteadyClock(clock);
  const written = clock.now();
  setSystemClock(3_600_000);
  const stat = { mtimeMs: written, ctimeMs: written };
  expect(ageOf(stat, steady, 5000, false)).toBeNull();
  expect(quietIn(null, 5000)).toBe(5000);
});

test('W1: an unfinished end is waited for two minutes since the last change, and read once', async () => {
  const fixture = setUp();
  fixture.setUnfinished('pdf-end');
  fixture.offer('/a.pdf', 10);
  await fixture.turn(119_999);
  expect(fixture.log).toEqual([]);
  expect(fixture.looks).toBe(1);
  await fixture.turn(1);
  expect(fixture.log).toEqual(['settled /a.pdf 10 at 120000']);
});

test('W1: an unfinished file that is finished goes after its quiet time', async () => {
  const fixture = setUp();
  fixture.setUnfinished('pdf-end');
  fixture.offer('/a.pdf', 10);
  await fixture.turn(30_000);
  fixture.setUnfinished(null);
  // The change is announced by an event.
  fixture.offer('/a.pdf', 20);
  await fixture.turn(5000);
  expect(fixture.log).toEqual(['settled /a.pdf 20 at 35000']);
});

test('W1: while a process has it open for writing, a file is not settled however long it is quiet', async () => {
  const fixture = setUp();
  fixture.setOpen(true);
  fixture.offer('/a', 10);
  await fixture.turn(600_000);
  expect(fixture.log).toEqual([]);
  fixture.setOpen(false);
  await fixture.turn(2000);
  expect(fixture.log).toHaveLength(1);
});

test('W2: after thirty minutes of change it is said once, and the wait goes on', async () => {
  const fixture = setUp();
  fixture.offer('/a.log', 1);
  for (let size = 2; size < 700; size++) {
    fixture.write('/a.log', size);
    await fixture.turn(3000);
  }
  expect(fixture.log).toHaveLength(1);
  expect(fixture.log[0]).toMatch(/^still changing \/a.log at 180\d{4}$/);
  await fixture.turn(5000);
  expect(fixture.log).toHaveLength(2);
});

test('what vanished while it waited is looked for again where it was', async () => {
  const { offer, disk, turn, log, queue } = setUp();
  offer('/a', 10);
  disk.delete('/a');
  await turn(5000);
  expect(log).toEqual(['vanished /a']);
  expect(queue.size).toBe(0);
});

test('many files settle in order of their last change', async () => {
  const { offer, turn, log } = setUp();
  for (let index = 0; index < 1000; index++) {
    offer(`/${index}`, 1);
    await turn(1);
  }
  await turn(5000);
  expect(log).toHaveLength(1000);
  const order = log.map((line) => Number(/^settled \/(\d+) /.exec(line)?.[1]));
  expect(order).toEqual([...order].sort((one, two) => one - two));
});
