import { expect, onTestFinished, test, vi } from 'vitest';
import { createHints, type DirectoryHints } from './hints.ts';

test('W20: more hints than are remembered ask for a pass, once, and what comes after is followed again', async () => {
  const handled: DirectoryHints[] = [];
  const overflow = vi.fn();
  const hints = createHints(
    20,
    async (given) => void handled.push(given),
    overflow,
    (error) => expect.unreachable(String(error)),
    () => 0,
  );
  onTestFinished(() => hints.stop());
  for (let index = 0; index < 20; index++) hints.add('/root', `${index}.txt`, false);
  expect(overflow).not.toHaveBeenCalled();
  hints.add('/root', 'one-more.txt', false);
  expect(overflow).toHaveBeenCalledTimes(1);
  hints.add('/root/sub', 'after.txt', true);
  await expect.poll(() => hints.busy).toBe(false);
  expect(handled).toEqual([{ directory: '/root/sub', names: new Map([['after.txt', true]]) }]);
  expect(overflow).toHaveBeenCalledTimes(1);
});

/** Hints whose handling ends when the test says so, on timers that the test turns. */
function held() {
  vi.useFakeTimers();
  const handled: DirectoryHints[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const failures: unknown[] = [];
  const clock = { at: 1 };
  const hints = createHints(
    100,
    (given) => {
      handled.push(given);
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    },
    () => expect.unreachable('no overflow here'),
    (error) => failures.push(error),
    () => clock.at,
  );
  onTestFinished(() => {
    hints.stop();
    vi.useRealTimers();
  });
  const turn = () => vi.advanceTimersByTimeAsync(100);
  return { clock, hints, handled, ends, failures, turn };
}

test('what is told of one name while it is gathered is one hint, and that it came or went is kept', async () => {
  const { hints, handled, turn } = held();
  hints.add('/root', 'a', false);
  hints.add('/root', 'a', true);
  hints.add('/root', 'a', false);
  hints.add('/root', 'b', false);
  hints.add('/root', 'b', false);
  expect(handled).toEqual([]);
  await turn();
  expect(handled).toEqual([
    {
      directory: '/root',
      names: new Map([
        ['a', true],
        ['b', false],
      ]),
    },
  ]);
});

test('a whole directory stands for all its names, whatever is told of them after', async () => {
  const { hints, handled, turn } = held();
  hints.add('/root', 'a', false);
  hints.add('/root', null, false);
  hints.add('/root', 'b', true);
  await turn();
  expect(handled).toEqual([{ directory: '/root', names: null }]);
});

test('directories are handled one after the other, and what comes meanwhile after them', async () => {
  const { hints, handled, ends, turn } = held();
  hints.add('/one', 'a', false);
  hints.add('/two', 'b', false);
  await turn();
  expect(handled.map(({ directory }) => directory)).toEqual(['/one']);
  hints.add('/three', 'c', false);
  await turn();
  expect(handled).toHaveLength(1);
  ends[0]?.resolve();
  await turn();
  ends[1]?.resolve();
  await turn();
  expect(handled.map(({ directory }) => directory)).toEqual(['/one', '/two', '/three']);
  expect(hints.busy).toBe(true);
  ends[2]?.resolve();
  await turn();
  expect(hints.busy).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('handling that fails is told, and what came meanwhile is handled', async () => {
  const { hints, handled, ends, failures, turn } = held();
  hints.add('/one', 'a', false);
  await turn();
  hints.add('/two', 'b', false);
  const error = new Error('the drive went');
  ends[0]?.reject(error);
  await turn();
  expect(failures).toEqual([error]);
  expect(handled.map(({ directory }) => directory)).toEqual(['/one', '/two']);
});

test('once they are stopped nothing is handled any more, also of what was under way', async () => {
  const { hints, handled, ends, turn } = held();
  hints.add('/one', 'a', false);
  hints.add('/two', 'b', false);
  await turn();
  hints.stop();
  hints.add('/three', 'c', false);
  ends[0]?.resolve();
  await turn();
  expect(handled.map(({ directory }) => directory)).toEqual(['/one']);
  expect(hints.busy).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('how far behind it is counts from the oldest hint that was not followed', async () => {
  const { clock, ends, hints, turn } = held();
  expect(hints.behindSince).toBeUndefined();
  hints.add('/root', 'a.txt', false);
  clock.at = 2;
  hints.add('/root', 'b.txt', false);
  expect(hints.behindSince).toBe(1);
  await turn();
  hints.add('/root', 'c.txt', false);
  clock.at = 3;
  expect(hints.behindSince).toBe(1);
  ends[0]?.resolve();
  await turn();
  expect(hints.behindSince).toBe(2);
  ends[1]?.resolve();
  await turn();
  expect(hints.behindSince).toBeUndefined();
});
