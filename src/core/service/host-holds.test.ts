import { expect, test } from 'vitest';
import { type Answer, answered, failed } from './answer.ts';
import { backoffDelay } from './backoff.ts';
import { createHostHolds } from './host-holds.ts';
import { createTurnedClock } from './testing/turned-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const at = (path: string, host = 'a') => new URL(`https://${host}/${path}?signature=x`);
const fine = answered(null);

function world() {
  const clock = createTurnedClock();
  let changes = 0;
  const holds = createHostHolds(
    clock,
    () => 0.5,
    () => {
      changes += 1;
    },
  );
  const went: string[] = [];
  /** Answers what went, in its order. */
  const answers: ((answer: Answer<null>) => void)[] = [];
  const send = (name: string, url: URL, priority?: 'person') =>
    holds.through(url, { priority }, () => {
      went.push(name);
      return new Promise<Answer<null>>((resolve) => answers.push(resolve));
    });
  const answer = (one: Answer<null>) => {
    const next = answers.shift();
    if (next === undefined) throw new Error('nothing went');
    next(one);
    return clock.turn(0);
  };
  /** The answer of a host that asks for a pause. */
  const refuse = (url: URL, retryAfterMs: number | undefined, covers: 'host' | 'address') => {
    const left = holds.refused(url, retryAfterMs, covers);
    return answer(failed('RATE_LIMITED', 'rate-limited', { status: 503, retryAfterMs: left }));
  };
  return { answer, changes: () => changes, clock, holds, refuse, send, went };
}

test('a pause of a host is as long as it asked; others go, and a shorter one does not end it', async () => {
  const { changes, clock, holds, send, went } = world();
  expect(holds.refused(at('x'), 5_000, 'host')).toBe(5_000);
  expect(holds.refused(at('x'), 1_000, 'host')).toBe(5_000);
  expect(holds.holds()).toEqual([
    { by: 'storage', host: 'a', since: clock.now(), until: clock.now() + 5_000 },
  ]);
  void send('a', at('y'));
  void send('b', at('y', 'b'));
  await clock.turn(4_999);
  expect(went).toEqual(['b']);
  await clock.turn(1);
  expect([went, holds.holds(), changes()]).toEqual([['b', 'a'], [], 1]);
});

test('a person passes a pause, which goes on for the others', async () => {
  const { answer, changes, clock, holds, send, went } = world();
  holds.refused(at('x'), hour, 'host');
  void send('waits', at('x'));
  await clock.turn(1);
  void send('person', at('x'), 'person');
  await clock.turn(1);
  expect(went).toEqual(['person']);
  await answer(fine);
  expect([went, changes()]).toEqual([['person'], 1]);
});

test('a long pause is probed by one transfer; a refusal renews it, an answer lets the others go', async () => {
  const { answer, clock, holds, refuse, send, went } = world();
  expect(holds.refused(at('x'), hour, 'host')).toBe(10 * minute);
  for (const name of ['1', '2', '3']) void send(name, at(name));
  await clock.turn(10 * minute - 1);
  expect(went).toEqual([]);
  await clock.turn(minute);
  expect(went).toEqual(['1']);
  await refuse(at('1'), hour, 'host');
  await clock.turn(10 * minute);
  expect(went).toEqual(['1', '2']);
  await answer(fine);
  expect(went).toEqual(['1', '2', '3']);
});

test('a probe that is aborted leaves its turn to the next', async () => {
  const { clock, holds, send, went } = world();
  holds.refused(at('x'), hour, 'host');
  const abort = new AbortController();
  const gone = holds.through(at('1'), { signal: abort.signal }, () => Promise.reject(new Error('aborted')));
  void send('2', at('2'));
  const ended = expect(gone).rejects.toThrow('aborted');
  await clock.turn(10 * minute);
  await ended;
  await clock.turn(1);
  expect(went).toEqual(['2']);
  const waits = holds.through(at('3'), { signal: abort.signal }, async () => fine);
  abort.abort(new Error('stopped'));
  await expect(waits).rejects.toThrow('stopped');
});

test('a pause for one address holds no other, until several in a row were refused', async () => {
  const { clock, holds, refuse, send, went } = world();
  holds.refused(at('1'), hour, 'address');
  // The same one again and again is no sign of the host.
  for (let time = 0; time < 5; time += 1) holds.refused(at('1'), hour, 'address');
  void send('1', at('1'));
  void send('2', at('2'));
  await clock.turn(1);
  expect([went, holds.holds()]).toEqual([['2'], []]);
  await refuse(at('2'), hour, 'address');
  holds.refused(at('3'), hour, 'address');
  expect(holds.holds()).toMatchObject([{ host: 'a' }]);
  void send('4', at('4'));
  await clock.turn(1);
  expect(went).toEqual(['2']);
});

test('an address that is refused while others get through says nothing about the host', async () => {
  const { answer, clock, holds, send } = world();
  for (const path of ['1', '2', '3']) {
    holds.refused(at(path), hour, 'address');
    void send('fine', at('fine'));
    await clock.turn(1);
    await answer(fine);
  }
  expect(holds.holds()).toEqual([]);
});

test('somebody who tries again finds out at once', async () => {
  const { answer, clock, holds, send, went } = world();
  holds.refused(at('1'), hour, 'host');
  holds.refused(at('1'), hour, 'address');
  void send('1', at('1'));
  void send('2', at('2'));
  await clock.turn(1);
  holds.probeNow();
  await clock.turn(1);
  expect(went).toEqual(['1']);
  await answer(fine);
  expect([went, holds.holds()]).toEqual([['1', '2'], []]);
});

test('without a length, each refusal after a pause makes the next one longer, until the host answers well', async () => {
  const { answer, clock, holds, send } = world();
  const wait = (inRow: number) => backoffDelay('rate-limited', inRow, () => 0.5);
  const refused = () => holds.refused(at('x'), undefined, 'host');
  expect(wait(2)).toBeGreaterThan(wait(1));
  expect(refused()).toBe(wait(1));
  // Transfers that ran together are refused together.
  expect(refused()).toBe(wait(1));
  await clock.turn(wait(1));
  expect(refused()).toBe(wait(2));
  await clock.turn(wait(2));
  expect(refused()).toBe(wait(3));
  await clock.turn(wait(3));
  void send('x', at('x'));
  await clock.turn(0);
  await answer(fine);
  expect(refused()).toBe(wait(1));
});

test('a pause of one address shows once it has lasted for minutes', async () => {
  const { clock, holds } = world();
  const since = clock.now();
  holds.refused(at('1'), hour, 'address');
  expect(holds.holds()).toEqual([]);
  await clock.turn(5 * minute);
  expect(holds.holds()).toEqual([{ by: 'storage', host: 'a', since, until: since + hour }]);
});
