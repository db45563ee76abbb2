import { expect, test } from 'vitest';
import { type Answer, answered, type CallOptions, failed } from './answer.ts';
import type { ListAnswer } from './ask-list.ts';
import { createHear, type Hearers } from './hear.ts';
import { createHeardDocuments } from './hear-documents.ts';
import { createListKnowledge } from './list-knowledge.ts';
import { type DocumentRecord, documentRecordSchema, type ListQuery } from './schemas/document.ts';
import { contentIdOf } from './testing/content-id.ts';
import { type AnswersMember, createSharedAnswers } from './testing/shared-answers.ts';
import { createTurnedClock } from './testing/turned-clock.ts';

const never = new AbortController().signal;
const query = { page: 1, sort_by: 'created_at', sort_order: 'desc' } as const;
const record = (status: string): DocumentRecord =>
  documentRecordSchema.parse({ id: 'A'.repeat(32), status, note: 'kept' });

/** Machines over one service, which answers after 200 ms. */
function createMachines() {
  const clock = createTurnedClock();
  const shared = createSharedAnswers(clock);
  const service = {
    asked: 0,
    answer: (): ListAnswer<DocumentRecord> => answered([record('processing')]),
  };
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => clock.setTimer(milliseconds, resolve));

  function machine({
    team = shared.join(),
    scope = 'key-1',
    turnMs = 0,
  }: {
    team?: Hearers['team'];
    scope?: string | null;
    /** Until its turn in the budget comes. */
    turnMs?: number;
  } = {}) {
    const knowledge = createListKnowledge(clock);
    const unused: number[] = [];
    const hear = createHear(clock, () => ({ team, scope: async () => scope ?? undefined }));
    async function ask<A>(answer: () => A, { beforeSending, signal }: CallOptions): Promise<A> {
      if (turnMs > 0) await wait(turnMs);
      try {
        await beforeSending?.();
      } catch (error) {
        unused.push(clock.monotonic());
        throw error;
      }
      service.asked += 1;
      const given = answer();
      await wait(200);
      signal?.throwIfAborted();
      return given;
    }
    const asked = {
      list: (_query: ListQuery, options: CallOptions) => ask(service.answer, options),
      get: (id: string, options: CallOptions) =>
        ask(() => answered({ ...record('processing'), id }) as Answer<DocumentRecord>, options),
    };
    const { listHeard, getHeard } = createHeardDocuments(asked, knowledge, hear);
    return {
      knowledge,
      unused,
      team: team as AnswersMember,
      hear: (maxAgeMs: number, signal = never) =>
        listHeard(query, { priority: 'polling', signal, notBefore: clock.monotonic() - maxAgeMs }),
      look: (id: string, maxAgeMs: number) =>
        getHeard(contentIdOf(id), {
          priority: 'polling',
          signal: never,
          notBefore: clock.monotonic() - maxAgeMs,
        }),
    };
  }
  return { clock, service, machine };
}

test('of two machines that want to know the same one asks, and both are told when that was asked for', async () => {
  const { clock, service, machine } = createMachines();
  const [one, two] = [machine(), machine()];
  const both = Promise.all([one.hear(1_000), two.hear(1_000)]);
  await clock.turn(1_000);
  const [asked, heard] = await both;
  expect(service.asked).toBe(1);
  expect(heard).toEqual(asked);
  // Also what this version of Sluice knows nothing of.
  expect(heard).toEqual({ ok: true, value: [record('processing')], askedAt: 0 });
  expect(two.knowledge.available()).toBe('yes');
});

test('an answer from before is heard as long as it is young enough, and not by another key', async () => {
  const { clock, service, machine } = createMachines();
  const one = machine();
  void one.hear(0);
  await clock.turn(3_000);
  const heard = machine().hear(3_000);
  await clock.turn(0);
  expect(await heard).toMatchObject({ askedAt: 0 });
  expect(service.asked).toBe(1);
  void machine().hear(2_000);
  await clock.turn(0);
  expect(service.asked).toBe(2);
  void machine({ scope: 'key-2' }).hear(60_000);
  await clock.turn(0);
  expect(service.asked).toBe(3);
});

test('what was said of one document is heard of that one only', async () => {
  const { clock, service, machine } = createMachines();
  const [one, two] = [machine(), machine()];
  const both = Promise.all([one.look('A', 0), two.look('A', 0), two.look('B', 0)]);
  await clock.turn(1_000);
  const [asked, heard, other] = await both;
  expect(service.asked).toBe(2);
  expect(heard).toEqual(asked);
  expect(heard).toMatchObject({ askedAt: 0, value: { id: contentIdOf('A'), note: 'kept' } });
  expect(other).toMatchObject({ askedAt: 0, value: { id: contentIdOf('B') } });
});

test('who asks and is gone is waited for a few seconds; then another asks', async () => {
  const { clock, service, machine } = createMachines();
  const gone = new AbortController();
  const first = machine().hear(0, gone.signal);
  await clock.turn(0);
  gone.abort(new Error('killed'));
  const others = Promise.all([machine().hear(0), machine().hear(0)]);
  await clock.turn(4_000);
  await expect(first).rejects.toThrow('killed');
  expect(service.asked).toBe(1);
  await clock.turn(3_000);
  expect(service.asked).toBe(2);
  expect((await others).map(({ ok }) => ok)).toEqual([true, true]);
});

test('what another was told while a request waited for its turn is heard, and the request is not made', async () => {
  const { clock, service, machine } = createMachines();
  const [late, early] = [machine({ turnMs: 8_000 }), machine({ turnMs: 1_000 })];
  const both = Promise.all([late.hear(0), early.hear(0)]);
  await clock.turn(10_000);
  const [heard, asked] = await both;
  expect(service.asked).toBe(1);
  expect(heard).toEqual(asked);
  expect([late.unused, early.unused]).toEqual([[8_000], []]);
});

test('a turn that has come goes before a machine that waits for one', async () => {
  const { clock, service, machine } = createMachines();
  const slow = machine({ turnMs: 4_000 });
  void slow.hear(0);
  await clock.turn(3_000);
  // It looks again and again until the one who meant to ask has its turn.
  const other = machine().hear(0);
  await clock.turn(1_500);
  expect(service.asked).toBe(1);
  expect(await other).toMatchObject({ askedAt: 4_000 });
});

test('where the service gives no answer the next one asks at once', async () => {
  const { clock, service, machine } = createMachines();
  service.answer = () => failed('SERVICE_FAILED', 'retry');
  const both = Promise.all([machine().hear(0), machine().hear(0)]);
  await clock.turn(1_000);
  expect((await both).map(({ ok }) => ok)).toEqual([false, false]);
  expect(service.asked).toBe(2);
});

test('where the team is out of reach, or the key is not known, each asks by itself', async () => {
  const { clock, service, machine } = createMachines();
  const cut = machine();
  cut.team.isCut = true;
  const answers = Promise.all([cut.hear(60_000), machine({ scope: null }).hear(60_000)]);
  await clock.turn(1_000);
  expect(await answers).toEqual([answered([record('processing')]), answered([record('processing')])]);
  expect(service.asked).toBe(2);
});

test('what another version tells in a way that this one does not know is asked for', async () => {
  const { clock, service, machine } = createMachines();
  const told = { kind: 'answer', answer: '{"rows":[]}', ageMs: 0 } as const;
  const team = { isAlone: false, recall: async () => told, tell: async () => 'told' as const };
  const answer = machine({ team }).hear(60_000);
  await clock.turn(1_000);
  expect(await answer).toEqual(answered([record('processing')]));
  expect(service.asked).toBe(1);
});

test.each([0, 300])(
  'a team that only says to wait %d ms is not waited for any more after a minute',
  async (waitMs) => {
    const { clock, service, machine } = createMachines();
    let recalled = 0;
    const recall = async () => {
      recalled += 1;
      return { kind: 'wait', waitMs } as const;
    };
    const team = { isAlone: false, recall, tell: async () => 'told' as const };
    const answer = machine({ team }).hear(60_000);
    await clock.turn(59_000);
    expect(service.asked).toBe(0);
    await clock.turn(2_000);
    expect(await answer).toEqual(answered([record('processing')]));
    expect(recalled).toBeLessThan(3_100);
  },
);

test('whoever waits for another stops when it is told to', async () => {
  const { clock, machine } = createMachines();
  void machine({ turnMs: 60_000 }).hear(0);
  await clock.turn(0);
  const stop = new AbortController();
  const waiting = machine().hear(0, stop.signal);
  await clock.turn(1_000);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test('alone, nobody is asked or told, and the service is asked before anything is waited for', async () => {
  const { clock, service, machine } = createMachines();
  const nobody = async () => {
    throw new Error('nobody is there');
  };
  const alone = machine({ team: { isAlone: true, recall: nobody, tell: nobody } });
  const answer = alone.hear(60_000);
  await Promise.resolve();
  expect(service.asked).toBe(1);
  expect(clock.timers()).toBe(1);
  await clock.turn(200);
  expect(await answer).toEqual(answered([record('processing')]));
});
