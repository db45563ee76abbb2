import { expect, test } from 'vitest';
import { createTurnedClock, type TurnedClock } from '../../service/testing/turned-clock.ts';
import type { Connection } from './connection.ts';
import { createLife, type LifeOptions } from './life.ts';
import { statements } from './statements.ts';

const leaseMs = 15_000;
const standing = { oldest: 1, restored: false, paused: null, replay: null, token: 't' };
const joinAnswer = { kind: 'joined', schema: 1, ...standing };

function lifeOn(clock: TurnedClock, ask: Connection['ask'], more: Partial<LifeOptions> = {}) {
  return createLife({
    clock,
    connection: { ask, close: async () => undefined },
    agent: 'a',
    incarnation: 'i',
    name: 'ANNA',
    person: undefined,
    version: '0',
    leaseMs,
    patienceMs: 1_000,
    remembered: { writes: 0, token: '' },
    remember: () => undefined,
    onForgotten: () => undefined,
    onLapse: () => undefined,
    queue: () => 0,
    onPause: () => undefined,
    onRefusal: () => undefined,
    onReplay: () => undefined,
    ...more,
  });
}

const nameOf = (text: string) => /sluice_v1\.(\w+)/.exec(text)?.[1] ?? '';

interface Call {
  readonly name: string;
  readonly write: number;
  readonly acknowledged: number;
  readonly calls: readonly { readonly name: string }[];
}

const callOf = (text: string, [, , write, acknowledged, calls]: readonly unknown[]): Call => ({
  name: nameOf(text),
  write: Number(write),
  acknowledged: Number(acknowledged),
  calls: nameOf(text) === 'together' ? JSON.parse(String(calls)) : [],
});

/** What the database answers to a call when all goes well. */
function answerTo({ name, write, calls }: Call) {
  const kinds: Record<string, object> = {
    writes: { writes: 0 },
    join_team: joinAnswer,
    renew: { kind: 'renewed', ...standing },
    claim: { kind: 'ours', epoch: 1 },
    write_claim: { kind: 'written' },
    take: { kind: 'ours' },
    give_back: { kind: 'written' },
  };
  if (name === 'together')
    return { kind: 'together', answers: calls.map((call) => kinds[call.name]), token: `t${write}` };
  return { ...kinds[name], token: `t${write}` };
}

/** A database whose answers come when the test says so, after joining. */
async function heldBack(more: Partial<LifeOptions> = {}) {
  const clock = createTurnedClock();
  const sent: (Call & { answer(given?: object): void; fail(): void })[] = [];
  const life = lifeOn(
    clock,
    (text, values) => {
      const call = callOf(text, values);
      if (call.name === 'writes' || call.name === 'join_team') return Promise.resolve(answerTo(call));
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      sent.push({
        ...call,
        answer: (given) => resolve(given ?? answerTo(call)),
        fail: () => reject(new Error()),
      });
      return promise;
    },
    more,
  );
  await life.join();
  return { clock, life, sent };
}

const claim = (sha256: string) => ['scope', [], sha256, 1, 'upload', null, false];
const namesOf = (call: Call | undefined) => call?.calls.map(({ name }) => name);

test('a lease that ended before its answer came is none: nothing is written before a join that holds', async () => {
  const clock = createTurnedClock();
  const asked: string[] = [];
  const life = lifeOn(clock, async (text) => {
    const name = nameOf(text);
    asked.push(name);
    if (name === 'writes') return { writes: 0 };
    // The first answer comes when the database has given everything away.
    if (name === 'join_team' && asked.length === 2) await clock.turn(leaseMs);
    return name === 'join_team' ? { ...joinAnswer } : { kind: 'ours', epoch: 1, token: 't' };
  });
  expect(await life.write(statements.claim, [])).toEqual({ kind: 'ours', epoch: 1 });
  expect(asked).toEqual(['writes', 'join_team', 'join_team', 'claim']);
  expect(life.heldUntil()).toBeGreaterThan(clock.monotonic());
});

test('the next call leaves a moment after the one before, without its answer', async () => {
  const { clock, life, sent } = await heldBack();
  const first = life.write(statements.claim, claim('a'));
  await clock.turn(5);
  const others = ['b', 'c'].map((sha256) => life.write(statements.claim, claim(sha256)));
  await clock.turn(4);
  expect(sent.map(({ name }) => name)).toEqual(['claim']);
  await clock.turn(1);
  expect([sent[1]?.write, namesOf(sent[1])]).toEqual([4, ['claim', 'claim']]);
  for (const { answer } of sent) answer();
  expect(await Promise.all([first, ...others])).toEqual(Array(3).fill({ kind: 'ours', epoch: 1 }));
});

test('a database that answers in that moment gets one call at a time', async () => {
  const { clock, life, sent } = await heldBack();
  const first = life.write(statements.claim, claim('a'));
  await clock.turn(5);
  const second = life.write(statements.claim, claim('b'));
  await clock.turn(0);
  expect(sent).toHaveLength(1);
  sent[0]?.answer();
  await first;
  await clock.turn(0);
  expect(sent.map(({ name, acknowledged }) => [name, acknowledged])).toEqual([
    ['claim', 1],
    ['claim', 2],
  ]);
  sent[1]?.answer();
  await second;
});

test('a call counts as acknowledged when all before it have ended, so that the database keeps their answers', async () => {
  const remembered: number[] = [];
  const { clock, life, sent } = await heldBack({ remember: ({ writes }) => remembered.push(writes) });
  const answers: Promise<unknown>[] = [];
  for (const sha256 of ['a', 'b', 'c']) {
    answers.push(life.write(statements.claim, claim(sha256)));
    await clock.turn(10);
  }
  expect(sent.map(({ acknowledged }) => acknowledged)).toEqual([1, 1, 1]);
  const [first, second, third] = answers;
  const lost = expect(first).rejects.toThrow();
  sent[1]?.answer();
  await second;
  expect(remembered).toEqual([1]);
  sent[0]?.fail();
  await lost;
  expect(remembered).toEqual([1, 3]);
  sent[2]?.answer();
  await third;
  expect(remembered).toEqual([1, 3, 4]);
});

test('what has no kept answer of its own is sent when nothing else is under way', async () => {
  const { clock, life, sent } = await heldBack();
  const claimed = life.write(statements.claim, claim('a'));
  await clock.turn(0);
  const renewed = life.write(statements.renew, [0]);
  await clock.turn(100);
  expect(sent.map(({ name }) => name)).toEqual(['claim']);
  sent[0]?.answer();
  await claimed;
  await clock.turn(0);
  expect(sent.map(({ name }) => name)).toEqual(['claim', 'renew']);
  sent[1]?.answer();
  await renewed;
});

test('calls that meet the same lapse join once, and each is written', async () => {
  const { clock, life, sent } = await heldBack();
  const answers: Promise<unknown>[] = [];
  for (const sha256 of ['a', 'b']) {
    answers.push(life.write(statements.claim, claim(sha256)));
    await clock.turn(10);
  }
  for (const { answer } of sent.splice(0)) answer({ problem: 'lapsed' });
  await clock.turn(20);
  for (let round = 0; round < 2; round += 1) {
    for (const { answer } of sent) answer();
    await clock.turn(20);
  }
  expect(sent.map(({ write }) => write)).toEqual([5, 6]);
  expect(await Promise.all(answers)).toEqual(Array(2).fill({ kind: 'ours', epoch: 1 }));
});

test('a place that is left is taken again in the same call, whoever asked first', async () => {
  const { clock, life, sent } = await heldBack();
  void life.write(statements.claim, claim('a'));
  await clock.turn(0);
  void life.write(statements.take, ['place', '', 'new']);
  void life.write(statements.giveBack, ['old']);
  await clock.turn(10);
  expect(namesOf(sent[1])).toEqual(['give_back', 'take']);
});

test('ten uploads side by side wait for little more than two round trips a file', async () => {
  const clock = createTurnedClock();
  const roundTripMs = 100;
  let busyUntil = 0;
  const pass = (ms: number) => new Promise<void>((resolve) => clock.setTimer(ms, resolve));
  const life = lifeOn(clock, async (text, values) => {
    const call = callOf(text, values);
    if (call.name !== 'writes' && call.name !== 'join_team') {
      // One connection: the answers come one after the other.
      busyUntil = Math.max(busyUntil, clock.monotonic() + roundTripMs / 2) + 1;
      await pass(busyUntil + roundTripMs / 2 - clock.monotonic());
    }
    return answerTo(call);
  });
  await life.join();
  const rounds = 10;
  let running = 10;
  const upload = async (of: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const sha256 = `${of} ${round}`;
      await life.write(statements.claim, claim(sha256));
      // The service takes as long for a slot, and for the bytes.
      await pass(10);
      await Promise.all([
        life.write(statements.writeClaim, ['name', 'scope', sha256, 'upload', 1, 'id', null]),
        life.write(statements.take, ['place', '', sha256]),
      ]);
      await pass(10);
      void life.write(statements.giveBack, [sha256]);
    }
    running -= 1;
  };
  const began = clock.monotonic();
  for (let of = 0; of < running; of += 1) void upload(of);
  while (running > 0) await clock.turn(1);
  const tripsAFile = (clock.monotonic() - began) / rounds / roundTripMs;
  expect(tripsAFile).toBeLessThan(2.5);
});
