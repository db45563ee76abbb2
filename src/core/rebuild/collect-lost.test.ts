import { expect, test, vi } from 'vitest';
import type { ContentId } from '#shared/ids/ids.ts';
import { answered, type CallOptions, failed } from '../service/answer.ts';
import { createHear } from '../service/hear.ts';
import { createHeardDocuments } from '../service/hear-documents.ts';
import type { DocumentRecord, ListQuery } from '../service/schemas/document.ts';
import { contentIdOf } from '../service/testing/content-id.ts';
import { createSharedAnswers } from '../service/testing/shared-answers.ts';
import { createTurnedClock, type TurnedClock } from '../service/testing/turned-clock.ts';
import { createLocalTeam } from '../team/local-team.ts';
import { type CollectLost, createLostCollector } from './collect-lost.ts';

const [mine, theirs, nobodys] = [contentIdOf('A'), contentIdOf('B'), contentIdOf('C')];

/** A service that holds three documents without telling their sizes in its list. */
function createService(
  clock: TurnedClock,
  record: Partial<DocumentRecord> = { status: 'completed', raw_size: 7 },
) {
  const asked: string[] = [];
  const from: (string | undefined)[] = [];
  /** What its list leaves out. */
  const hides = new Set<ContentId>();
  async function note(what: string, { beforeSending }: CallOptions) {
    await beforeSending?.();
    asked.push(what);
    await new Promise<void>((resolve) => clock.setTimer(50, resolve));
  }
  return {
    asked,
    from,
    hides,
    /** How far the clock here is ahead of the service's, ms. */
    ahead: 0,
    async list({ page, from_date: since }: ListQuery, options: CallOptions) {
      from.push(since);
      await note(`page ${page}`, options);
      const all = [mine, theirs, nobodys]
        .filter((id) => !hides.has(id))
        .map((id) => ({ id, status: record.status }) as DocumentRecord);
      return answered(page === 1 ? all : []);
    },
    async get(id: ContentId, options: CallOptions) {
      await note(id, options);
      return answered({ id, ...record } as DocumentRecord);
    },
  };
}

/** A machine that sent one of them, and hears of the others what the team was told. */
function machine(
  service: ReturnType<typeof createService>,
  clock: TurnedClock,
  told: ReadonlySet<ContentId> | 'unreachable',
  answers = createSharedAnswers(clock),
) {
  const known = new Map<ContentId, number | null>();
  /** What this machine sent in the time that is lost. */
  const sent: ContentId[] = [];
  const knowledge = { learn: <T>(answer: T) => answer };
  const team = { ...createLocalTeam(), ...answers.join(), toldByOthers: async () => told };
  const hear = createHear(clock, () => ({ team, scope: async () => 'scope' }));
  const options = {
    profileId: 'p',
    clock,
    onCollected: () => undefined,
    scope: async () => 'scope',
    team,
    ledger: {
      slots: { isOurs: (id: ContentId) => id === mine },
      facts: { get: () => undefined, set: () => undefined },
      known: {
        addMany: (_: string, documents: readonly { contentId: ContentId; size: number | null }[]) => {
          for (const { contentId, size } of documents) known.set(contentId, size);
        },
        landedBetween: () => sent.map((contentId) => ({ contentId, fileName: null })),
        listWithoutSize: () =>
          [...known].filter(([, size]) => size === null).map(([contentId]) => ({ contentId })),
        remove: (_: string, contentId: ContentId) => known.delete(contentId),
        setSizeAndHash: (_: string, contentId: ContentId, size: number) => known.set(contentId, size),
      },
    },
    client: {
      documents: {
        ...service,
        ...createHeardDocuments(service, knowledge, hear),
        listAvailable: () => 'yes',
        clockAhead: () => service.ahead,
        original: async () => answered({ url: 'https://storage.example/original' }),
      },
    },
  } as unknown as CollectLost;
  return { options, known, sent };
}

const { signal } = new AbortController();
const lostMs = 1_000;
const collect = (options: CollectLost) => createLostCollector(options).collect(lostMs, signal);

/** Lets time pass until it is done, ten minutes at most. */
async function inTime<T>(clock: TurnedClock, work: Promise<T>): Promise<T> {
  let isDone = false;
  void work.finally(() => (isDone = true));
  while (!isDone && clock.monotonic() < 600_000) await clock.turn(10);
  expect(isDone).toBe(true);
  return work;
}

const looksAt = ({ asked }: { asked: readonly string[] }) => asked.filter((one) => !one.startsWith('page'));

test('only what no other machine answers for is looked at one by one', async () => {
  const clock = createTurnedClock();
  const service = createService(clock);
  const { options, known } = machine(service, clock, new Set([theirs]));
  expect(await inTime(clock, collect(options))).toBe(true);
  expect(looksAt(service)).toEqual([nobodys]);
  expect([...known]).toEqual([[nobodys, 7]]);
});

test('a service without a list is collected too: this machine may know documents of others', async () => {
  const clock = createTurnedClock();
  const { options } = machine(createService(clock), clock, new Set());
  const set = vi.spyOn(options.ledger.facts, 'set');
  Object.assign(options.client.documents, {
    listHeard: async () => failed('NO_SUCH_OPERATION', 'never'),
    listAvailable: () => 'no',
  });
  expect(await inTime(clock, collect(options))).toBe(true);
  expect(set).toHaveBeenCalledWith('rebuild:p', expect.objectContaining({ state: 'known' }));
});

test('all is looked at where the team cannot be asked', async () => {
  const clock = createTurnedClock();
  const service = createService(clock);
  const { options, known } = machine(service, clock, 'unreachable');
  expect(await inTime(clock, collect(options))).toBe(true);
  expect(looksAt(service)).toEqual([theirs, nobodys]);
  expect(known.size).toBe(2);
});

test('a service that fails now and then is asked again, and what was learned counts', async () => {
  const clock = createTurnedClock();
  const service = createService(clock, { status: 'waiting', raw_size: 0 });
  let asked = 0;
  const failing = <A extends unknown[], T>(ask: (...given: A) => Promise<T>) => {
    return async (...given: A) => (++asked % 5 === 0 ? failed('SERVICE_FAILED', 'retry') : ask(...given));
  };
  const shaky = { ...service, list: failing(service.list), get: failing(service.get) } as typeof service;
  const { options, known } = machine(shaky, clock, 'unreachable');
  expect(await inTime(clock, collect(options))).toBe(true);
  expect(known.size).toBe(0);
  // Two readings of a page and its end, and two looks at each of the two slots that it did not send itself.
  expect(service.asked).toHaveLength(2 * (1 + 5) + 4);
});

test('our clock 30 h ahead: the list is asked from when the service had what is lost', async () => {
  const clock = createTurnedClock();
  const service = createService(clock);
  service.ahead = 30 * 3_600_000;
  // Just after midnight, when the beginning of the day adds least.
  await clock.turn(10_000);
  const { options } = machine(service, clock, new Set([theirs]));
  const lostAt = clock.now() - service.ahead - lostMs;
  expect(await inTime(clock, collect(options))).toBe(true);
  expect(new Set(service.from).size).toBe(1);
  expect(Date.parse(service.from[0] ?? '')).toBeLessThanOrEqual(lostAt);
});

test('a list that lacks what this machine sent then is not believed, and read again after a minute', async () => {
  const clock = createTurnedClock();
  const service = createService(clock);
  const { options, sent } = machine(service, clock, new Set([theirs, nobodys]));
  sent.push(mine);
  for (const id of [mine, nobodys]) service.hides.add(id);
  const lost = createLostCollector(options);
  const again = () => inTime(clock, lost.collect(lostMs, signal));
  expect(await again()).toBe(false);
  expect(looksAt(service)).toEqual([mine]);
  const { length } = service.asked;
  expect(await again()).toBe(false);
  expect(service.asked).toHaveLength(length);
  service.hides.clear();
  await clock.turn(60_000);
  expect(await again()).toBe(true);
});

test('what this machine sent then and is gone was deleted: the list is believed', async () => {
  const clock = createTurnedClock();
  const service = createService(clock);
  const { options, sent } = machine(service, clock, new Set([theirs, nobodys]));
  sent.push(mine);
  service.hides.add(mine);
  const get = async () => failed('DOCUMENT_NOT_FOUND', 'never');
  Object.assign(options.client.documents, { get });
  expect(await inTime(clock, collect(options))).toBe(true);
});

test('an original that could not be read is read again', async () => {
  const clock = createTurnedClock();
  const service = createService(clock, { status: 'completed', raw_size: 0 });
  const { options, known } = machine(service, clock, new Set([theirs]));
  let reads = 0;
  const hashOf = async () =>
    reads++ === 0 ? failed('STORAGE_FAILED', 'retry') : answered({ bytes: 9, sha256: 'ab' });
  Object.assign(options.client, { storage: { hashOf } });
  expect(await inTime(clock, collect(options))).toBe(true);
  expect([reads, [...known]]).toEqual([2, [[nobodys, 9]]]);
  expect(looksAt(service)).toEqual([nobodys]);
});

test('of eight machines that look at an empty slot twice, a minute apart, one asks each time', async () => {
  const clock = createTurnedClock();
  const service = createService(clock, { status: 'waiting', raw_size: 0 });
  const answers = createSharedAnswers(clock);
  const machines = Array.from({ length: 8 }, () => machine(service, clock, new Set([theirs]), answers));
  const done: number[] = [];
  const all = machines.map(async ({ options }, index) => {
    // They come to know of it one after the other.
    await new Promise<void>((resolve) => clock.setTimer(index * 1_500, resolve));
    expect(await collect(options)).toBe(true);
    done.push(clock.monotonic());
  });
  await inTime(clock, Promise.all(all));
  expect(looksAt(service).length).toBe(2);
  expect(Math.min(...done)).toBeGreaterThanOrEqual(60_000);
  expect(machines.map(({ known }) => known.size)).toEqual(machines.map(() => 0));
});

test('a clock that is set back while empty slots are looked at holds nobody up', async () => {
  const clock = createTurnedClock();
  const service = createService(clock, { status: 'waiting', raw_size: 0 });
  const { options } = machine(service, clock, 'unreachable');
  let setBackMs = 0;
  const setClock = { ...clock, now: () => clock.now() - setBackMs };
  const collected = collect({ ...options, clock: setClock });
  while (looksAt(service).length < 2) await clock.turn(100);
  setBackMs = 500_000;
  expect(await inTime(clock, collected)).toBe(true);
  expect(clock.monotonic()).toBeLessThan(120_000);
});

test('eight machines that begin together read the list as two do', async () => {
  const clock = createTurnedClock();
  const service = createService(clock);
  const answers = createSharedAnswers(clock);
  const all = Array.from({ length: 8 }, () =>
    collect(machine(service, clock, new Set([theirs, nobodys]), answers).options),
  );
  expect(await inTime(clock, Promise.all(all))).toEqual(all.map(() => true));
  // A page and its end twice by who came first, who was ahead of the others; and once more for all of them.
  expect(service.asked.length).toBeLessThanOrEqual(3 * (1 + 5));
});

test('what was collected after a restore is not collected anew before all is told', async () => {
  const clock = createTurnedClock();
  const service = createService(clock);
  let collected = 0;
  const { options } = machine(service, clock, new Set([theirs, nobodys]));
  const onCollected = () => (collected += 1);
  const lost = createLostCollector({ ...options, onCollected });
  const days = 48 * 60 * 60_000;
  // The same again, a copy that is older by days, and the next one after the team went on.
  for (const [ms, after] of [
    [lostMs, 1],
    [lostMs, 1],
    [lostMs + days, 2],
  ] as const) {
    expect(await inTime(clock, lost.collect(ms, signal))).toBe(true);
    expect(collected).toBe(after);
  }
  lost.forget();
  expect(await inTime(clock, lost.collect(lostMs, signal))).toBe(true);
  expect(collected).toBe(3);
  // It could not tell the rest for so long that the team may have gone on, and lost something again.
  await clock.turn(3 * 60_000);
  expect(await inTime(clock, lost.collect(lostMs + 3 * 60_000, signal))).toBe(true);
  expect(collected).toBe(4);
});

test('what another machine answered for is looked at when the team is restored once more without it', async () => {
  const clock = createTurnedClock();
  const record: Partial<DocumentRecord> = { status: 'placeholder', raw_size: 0 };
  const told = new Set([theirs, nobodys]);
  const { options, known } = machine(createService(clock, record), clock, told);
  const lost = createLostCollector(options);
  expect(await inTime(clock, lost.collect(lostMs, signal))).toBe(true);
  expect(known).toEqual(new Map());
  // It died when its bytes were on their way, and nobody tells of it any more.
  told.delete(theirs);
  Object.assign(record, { status: 'completed', raw_size: 7 });
  expect(await inTime(clock, lost.collect(lostMs, signal))).toBe(true);
  expect(known).toEqual(new Map([[theirs, 7]]));
});
