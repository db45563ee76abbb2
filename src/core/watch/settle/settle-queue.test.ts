import { expect, test } from 'vitest';
import type { FileStat } from '#core/local/look.ts';
import type { Clock } from '../../ports/clock.ts';
import { ageOf, createSteadyClock, isSameLook, quietIn } from './quiet.ts';
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
  const held: string[] = [];
  let unfinished: Unfinished | Error | null = null;
  const during: {
    stat?: () => void;
    look?: () => void;
    writers?: () => void;
    unreadable?: () => void;
    settled?: Promise<void>;
  } = {};
  let open = false;
  let looks = 0;
  const queue = createSettleQueue<SettleSubject>({
    clock,
    steady: createSteadyClock(clock),
    writers: {
      async find(candidates) {
        during.writers?.();
        return new Set(open ? candidates : []);
      },
    },
    stat({ path }) {
      during.stat?.();
      return disk.get(path) ?? null;
    },
    async unfinished() {
      looks++;
      during.look?.();
      if (unfinished instanceof Error) throw unfinished;
      return unfinished;
    },
    async settled({ path }, stat) {
      await during.settled;
      log.push(`settled ${path} ${stat.size} at ${clock.monotonic()}`);
    },
    vanished: ({ path }) => void log.push(`vanished ${path}`),
    unreadable({ path }) {
      during.unreadable?.();
      log.push(`unreadable ${path}`);
    },
    stillChanging: ({ path }) => void log.push(`still changing ${path} at ${clock.monotonic()}`),
    held: ({ path }, _stat, reason, dueAt) =>
      void held.push(`${path} ${reason} until ${dueAt === null ? 'it is' : dueAt - 1_700_000_000_000}`),
    failed: (error) => void log.push(`failed: ${(error as Error).message}`),
    waits: { unfinishedFor: 120_000, optionalEndFor: 10_000 },
    stillChangingAfter: 1_800_000,
  });
  const subject = (path: string): SettleSubject => ({ path, settleMs: 5000, network, trustHoles: true });
  const write = (path: string, size: number, at = clock.now()) => {
    const times = { mtimeNs: `${at}000000`, mtimeMs: at, ctimeNs: `${at}000000`, ctimeMs: at, bornMs: null };
    disk.set(path, { kind: 'file', device: '1', inode: path, size, allocated: size, ...times });
    return disk.get(path) as FileStat;
  };
  return {
    ...turned,
    disk,
    during,
    log,
    held,
    queue,
    subject,
    write,
    offer: (path: string, size: number, at?: number) => queue.offer(subject(path), write(path, size, at)),
    setUnfinished: (reason: Unfinished | Error | null) => {
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

test('W1: a network root whose driver makes up inode and change time at each look settles all the same', async () => {
  const { offer, disk, during, turn, log } = setUp(true);
  offer('/a', 10);
  let look = 0;
  during.stat = () => {
    look++;
    const stat = disk.get('/a') as FileStat;
    disk.set('/a', { ...stat, ctimeMs: stat.ctimeMs + look, inode: `made up ${look}` });
  };
  await turn(5000);
  expect(log).toEqual(['settled /a 10 at 5000']);
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

test.each([
  ['size', { size: 11 }, true],
  ['time of change', { mtimeNs: '1' }, true],
  ['time of its inode', { ctimeMs: 1 }, false],
  ['inode', { inode: 'another' }, false],
  ['volume', { device: '2' }, false],
] satisfies [string, Partial<FileStat>, boolean][])(
  'W1: another %s alone is another look, and on a network root: %s',
  (_, other, onNetwork) => {
    const stat = setUp().write('/a', 10);
    expect(isSameLook(stat, { ...stat }, false)).toBe(true);
    expect(isSameLook(stat, { ...stat, ...other }, false)).toBe(false);
    expect(isSameLook(stat, { ...stat, ...other }, true)).toBe(!onNetwork);
  },
);

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

test('W1: HTML may end without </html>, so it is waited for seconds only', async () => {
  const fixture = setUp();
  fixture.setUnfinished('html-end');
  fixture.offer('/a.html', 10);
  await fixture.turn(9999);
  expect(fixture.log).toEqual([]);
  await fixture.turn(1);
  expect(fixture.log).toEqual(['settled /a.html 10 at 10000']);
  expect(fixture.held).toEqual(['/a.html html-end until 10000']);
});

test('W2: why a file is held back is told once for each reason, with when it goes', async () => {
  const fixture = setUp();
  fixture.offer('/a.pdf', 10);
  await fixture.turn(4000);
  // Within its quiet time there is nothing to tell.
  expect(fixture.held).toEqual([]);
  fixture.write('/a.pdf', 20);
  await fixture.turn(4000);
  fixture.write('/a.pdf', 30);
  await fixture.turn(4000);
  expect(fixture.held).toEqual(['/a.pdf changing until it is']);
  fixture.setOpen(true);
  await fixture.turn(20_000);
  expect(fixture.held.slice(1)).toEqual(['/a.pdf open until it is']);
  fixture.setOpen(false);
  fixture.setUnfinished('pdf-end');
  await fixture.turn(10_000);
  expect(fixture.held.slice(2)).toEqual(['/a.pdf pdf-end until 128000']);
  // Other bytes, and the same end: it goes later.
  fixture.offer('/a.pdf', 40);
  await fixture.turn(10_000);
  expect(fixture.held.slice(3)).toEqual(['/a.pdf pdf-end until 162000']);
  await fixture.turn(130_000);
  expect(fixture.log).toEqual(['settled /a.pdf 40 at 162000']);
  expect(fixture.held).toHaveLength(4);
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

test.each([
  ['size', { size: 11 }],
  ['time of change', { mtimeNs: '1' }],
] satisfies [string, Partial<FileStat>][])('W1: another %s alone starts the wait again', async (_, other) => {
  const { offer, disk, turn, log } = setUp(true);
  offer('/a', 10);
  disk.set('/a', { ...(disk.get('/a') as FileStat), ...other });
  await turn(9_999);
  expect(log).toEqual([]);
  await turn(1);
  expect(log).toHaveLength(1);
});

test('W1: the two minutes for an unfinished end count from the last change by the file itself', async () => {
  const { clock, offer, turn, log, setUnfinished } = setUp();
  setUnfinished('pdf-end');
  await turn(60_000);
  offer('/a.pdf', 10, clock.now() - 3_000);
  await turn(200_000);
  expect(log).toEqual(['settled /a.pdf 10 at 177000']);
});

test('W1: who waits for its end is looked at again when an event tells of a change, and not when nothing changed', async () => {
  const fixture = setUp(true);
  fixture.setUnfinished('pdf-end');
  fixture.offer('/a.pdf', 10);
  await fixture.turn(20_000);
  fixture.queue.offer(fixture.subject('/a.pdf'), fixture.disk.get('/a.pdf') as FileStat);
  await fixture.turn(10_000);
  expect(fixture.looks).toBe(1);
  fixture.setUnfinished(null);
  fixture.offer('/a.pdf', 20);
  await fixture.turn(10_000);
  expect(fixture.log).toEqual(['settled /a.pdf 20 at 35000']);
  expect(fixture.looks).toBe(2);
});

test('W1: with a short quiet time, who writes is still not asked more than ten times a second', async () => {
  const { offer, queue, setOpen, subject, turn, log, write } = setUp(true);
  setOpen(true);
  queue.offer({ ...subject('/a'), settleMs: 10 }, write('/a', 10));
  await turn(50);
  setOpen(false);
  await turn(100);
  expect(log).toEqual(['settled /a 10 at 110']);
  offer('/b', 10);
  expect(queue.has('/b')).toBe(true);
});

test('W2: events between do not make the thirty minutes begin anew', async () => {
  const fixture = setUp();
  await fixture.turn(1_000_000);
  for (let size = 1; size < 700; size++) {
    fixture.offer('/a.log', size);
    await fixture.turn(3_000);
  }
  expect(fixture.log).toHaveLength(1);
  expect(fixture.log[0]).toMatch(/^still changing \/a.log at 280\d{4}$/);
});

test('what is taken out of the queue is not settled', async () => {
  const { offer, queue, turn, log } = setUp();
  for (const path of ['/a', '/b/1', '/b/2', '/c']) offer(path, 10);
  queue.remove('/a');
  queue.removeWhere(({ path }) => path.startsWith('/b/'));
  expect([queue.size, queue.has('/a'), queue.has('/c')]).toEqual([1, false, true]);
  await turn(5_000);
  expect(log).toEqual(['settled /c 10 at 5000']);
  expect([queue.size, queue.has('/c')]).toEqual([0, false]);
});

test('nothing is settled after it stopped', async () => {
  const { offer, queue, turn, log } = setUp();
  offer('/a', 10);
  queue.stop();
  await turn(10_000);
  expect(log).toEqual([]);
  expect(queue.size).toBe(0);
});

test('what is taken out while it is looked at is not settled', async () => {
  const { during, offer, queue, turn, log } = setUp();
  during.stat = () => queue.remove('/a');
  offer('/a', 10);
  await turn(10_000);
  delete during.stat;
  during.look = () => queue.remove('/b');
  offer('/b', 10);
  await turn(10_000);
  expect(log).toEqual([]);
});

test.each([
  ['ENOENT', 'vanished /a'],
  ['FILE_GONE', 'vanished /a'],
  ['FILE_CHANGED', 'vanished /a'],
  ['EACCES', 'unreadable /a'],
])('a file whose end cannot be read: %s means %s', async (code, expected) => {
  const { offer, queue, setUnfinished, turn, log } = setUp();
  setUnfinished(Object.assign(new Error('cannot be read'), { code }));
  offer('/a', 10);
  await turn(10_000);
  expect(log).toEqual([expected]);
  expect(queue.size).toBe(0);
});

test('it is busy until a file is handed over', async () => {
  const { during, offer, queue, turn, log } = setUp();
  const taken = Promise.withResolvers<void>();
  during.settled = taken.promise;
  offer('/a', 10);
  await turn(10_000);
  expect([log, queue.size, queue.busy]).toEqual([[], 0, true]);
  taken.resolve();
  await turn(0);
  expect([log.length, queue.busy]).toEqual([1, false]);
});

test('without free file descriptors nothing is said of a file, and it is looked at again', async () => {
  const { offer, queue, setUnfinished, turn, log } = setUp();
  setUnfinished(Object.assign(new Error('too many open files'), { code: 'EMFILE' }));
  offer('/a', 10);
  await turn(10_000);
  expect([log, queue.size]).toEqual([[], 1]);
  setUnfinished(null);
  await turn(10_000);
  expect([log, queue.size]).toEqual([['settled /a 10 at 11000'], 0]);
});

test('what fails about a file that was taken out meanwhile is told as a failure, as is what cannot be noted', async () => {
  const { during, offer, queue, setUnfinished, turn, log } = setUp();
  setUnfinished(Object.assign(new Error('cannot be read'), { code: 'EACCES' }));
  during.look = () => queue.remove('/a');
  offer('/a', 10);
  await turn(10_000);
  expect(log).toEqual(['failed: cannot be read']);
  delete during.look;
  during.unreadable = () => {
    throw new Error('cannot be noted');
  };
  offer('/b', 10);
  await turn(10_000);
  expect(log).toEqual(['failed: cannot be read', 'failed: cannot be noted']);
});

test('W1: written to and closed between the two looks it is not taken as it was before', async () => {
  const { during, offer, turn, log, write } = setUp();
  offer('/a', 12);
  during.writers = () => {
    delete during.writers;
    write('/a', 23);
  };
  await turn(6_000);
  expect(log).toEqual([]);
  await turn(6_000);
  expect(log).toEqual([expect.stringMatching(/^settled \/a 23 at /)]);
});
