import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type Clock, createClock } from '#core/ports/clock.ts';
import { answered, failed } from '../service/answer.ts';
import { type ListAnswer, mostListPages } from '../service/ask-list.ts';
import { type DocumentRecord, documentRecordSchema } from '../service/schemas/document.ts';
import { type ListOrder, readList } from './read-list.ts';

const idOf = (number: number) => number.toString(16).toUpperCase().padStart(32, '0');
const record = (number: number, more: object = {}): DocumentRecord =>
  documentRecordSchema.parse({
    id: idOf(number),
    created_at: new Date(number * 1000).toISOString(),
    ...more,
  });

/** Waits are over as soon as they begin. */
const hurried: Clock = {
  ...createClock(),
  setTimer(_milliseconds, callback) {
    queueMicrotask(callback);
    return () => undefined;
  },
};

/** A service need not say when a document was made. */
const untimed = { created_at: undefined };

/** Pages looked at before an end is accepted: the first that is empty, and 1, 2, 4 and 8 beyond it. */
const end = 5;

/** A service's list, oldest first, which something happens to between two pages. */
function service(count: number, pageSize = 100) {
  let documents = Array.from({ length: count }, (_, index) => record(index + 1));
  let asked = 0;
  const told: [number, string[]][] = [];
  const orders: ListOrder[] = [];
  const happens = new Map<number, () => void>();
  return {
    /** Before the request of this number, from 1. */
    before: (request: number, event: () => void) => happens.set(request, event),
    remove: (...numbers: number[]) => {
      documents = documents.filter(({ id }) => !numbers.map(idOf).includes(id));
    },
    add: (number: number, more?: object) => documents.push(record(number, more)),
    asked: () => asked,
    orders: () => orders,
    /** The number of the reading and the ids, page for page, as they were told. */
    told: () => told,
    missed: () => {
      const seen = new Set(told.flatMap(([, ids]) => ids));
      return documents.filter(({ id }) => !seen.has(id)).length;
    },
    read: (page?: (number: number, order: ListOrder) => ListAnswer<DocumentRecord> | undefined) =>
      readList({
        clock: hurried,
        signal: new AbortController().signal,
        pageSize: 100,
        page: async (number, order) => {
          asked++;
          orders.push(order);
          happens.get(asked)?.();
          const shown = order === 'asc' ? documents : documents.toReversed();
          return page?.(number, order) ?? answered(shown.slice((number - 1) * pageSize, number * pageSize));
        },
        onPage: (records, reading) => {
          told.push([reading, records.map(({ id }) => id)]);
        },
      }),
  };
}

test('a list that stands still is read twice, once from each end', async () => {
  const list = service(250);
  expect(await list.read()).toBe('whole');
  const pages = 3 + end;
  expect([list.missed(), list.asked()]).toEqual([0, 2 * pages]);
  expect(list.orders().slice(pages - 1, pages + 1)).toEqual(['asc', 'desc']);
  expect(new Set(list.orders().slice(0, pages))).toEqual(new Set(['asc']));
});

/** A service that cuts its list into pages and leaves out what was deleted only then. */
function filteringAfterwards(count: number, isDeleted: (number: number) => boolean) {
  const list = service(0);
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const told = new Set<string>();
  return {
    told,
    asked: list.asked,
    live: all.filter((number) => !isDeleted(number)).length,
    read: () =>
      list.read((page, order) => {
        const ordered = order === 'asc' ? all : all.toReversed();
        const shown = ordered.slice((page - 1) * 100, page * 100).filter((number) => !isDeleted(number));
        for (const number of shown) told.add(idOf(number));
        return answered(shown.map((number) => record(number)));
      }),
  };
}

test.each([1, 2, 3, 5])('%i empty pages in the middle are not its end', async (empty) => {
  const list = filteringAfterwards(1_500, (number) => number > 100 && number <= 100 + empty * 100);
  expect(await list.read()).toBe('whole');
  expect(list.told.size).toBe(list.live);
});

test('an empty page at one end is not its end either', async () => {
  const list = filteringAfterwards(330, (number) => number <= 100);
  expect(await list.read()).toBe('whole');
  expect(list.told.size).toBe(230);
});

test('what one end cannot see beyond, the other begins with: a list with a longer gap is not believed', async () => {
  const list = filteringAfterwards(2_500, (number) => number > 200 && number <= 2_300);
  expect(await list.read()).toBe('moving');
  expect(list.told.size).toBe(list.live);
});

test('a page that fails is asked for again, and nothing is read anew', async () => {
  const list = service(250);
  let failures = 0;
  const failing = (number: number) =>
    number === 2 && failures++ < 2 ? failed('SERVICE_FAILED', 'retry') : undefined;
  expect(await list.read(failing)).toBe('whole');
  expect([list.missed(), list.asked()]).toEqual([0, 2 * (3 + end) + 2]);
});

test('an empty one too', async () => {
  expect(await service(0).read()).toBe('whole');
});

test('documents deleted while it is read move others over the edge of a page: they are found all the same', async () => {
  const list = service(250);
  list.before(2, () => list.remove(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  expect(await list.read()).toBe('whole');
  expect(list.missed()).toBe(0);
});

test('also when it happens in the second reading', async () => {
  const list = service(250);
  list.before(2, () => list.remove(1));
  list.before(6, () => list.remove(2));
  list.before(10, () => list.remove(3));
  expect(await list.read()).toBe('whole');
  expect(list.missed()).toBe(0);
});

test('documents that come meanwhile stand at the end, and it is not read for ever for their sake', async () => {
  const list = service(150);
  for (let request = 1; request < 40; request++) list.before(request, () => list.add(1000 + request));
  expect(await list.read()).toBe('whole');
  expect(list.asked()).toBeLessThanOrEqual(2 * (3 + end));
});

test('a list that never comes to rest is said to move', async () => {
  const list = service(300);
  for (let request = 1; request < 100; request++) list.before(request, () => list.remove(request));
  expect(await list.read()).toBe('moving');
  expect(new Set(list.told().map(([reading]) => reading))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
});

test('a service that gives smaller pages than it is asked for is read to the end', async () => {
  const list = service(130, 20);
  expect(await list.read()).toBe('whole');
  expect(list.missed()).toBe(0);
});

test('a service that gives the same page whatever is asked for is not read for ever', async () => {
  const list = service(0);
  expect(await list.read(() => answered([record(1), record(2)]))).toBe('whole');
  expect(list.asked()).toBe(2 * (1 + end));
});

test('one that gives the first page for ever, and full, hides what comes behind it', async () => {
  const list = service(150);
  const first = Array.from({ length: 100 }, (_, index) => record(index + 1));
  expect(await list.read(() => answered(first))).toBe('moving');
});

test('a list without an end is not read for ever', async () => {
  const list = service(0);
  expect(await list.read((number) => answered([record(number)]))).toBe('moving');
  expect(list.asked()).toBe(mostListPages);
});

test('a page that cannot be read fails the whole', async () => {
  const list = service(250);
  expect(
    await list.read((number) => (number === 2 ? failed('SERVICE_FAILED', 'retry') : answered([record(1)]))),
  ).toBe('failed');
  expect(list.told()).toEqual([[1, [idOf(1)]]]);
});

test('of each page what is new in this reading is told, and in which reading that was', async () => {
  const list = service(0);
  const pages = [answered([record(1), record(2)]), answered([record(2), record(3)])];
  expect(await list.read((number) => pages[number - 1] ?? answered([]))).toBe('whole');
  const reading = [[idOf(1), idOf(2)], [idOf(3)]];
  expect(list.told()).toEqual([1, 2].flatMap((number) => reading.map((ids) => [number, ids])));
});

test('a page of nothing but rows that were refused is not the end', async () => {
  const list = service(0);
  const pages = [answered([record(1)]), { ...answered([]), refused: 3 }, answered([record(2)])];
  expect(await list.read((number) => pages[number - 1] ?? answered([]))).toBe('whole');
  expect(list.told().flatMap(([, ids]) => ids)).toEqual([1, 2, 1, 2].map(idOf));
});

/** How often a list is read that shows these, and from the second reading on those. */
async function readings(first: readonly DocumentRecord[], later: readonly DocumentRecord[]): Promise<number> {
  const list = service(0);
  let reading = 0;
  const result = await list.read((number) => {
    if (number === 1) reading++;
    return answered(number > 1 ? [] : [...(reading === 1 ? first : later)]);
  });
  expect(result).toBe('whole');
  return reading;
}

test.each<[string, DocumentRecord[], DocumentRecord[], number]>([
  ['nothing differs', [record(1), record(2)], [record(1), record(2)], 2],
  ['one was added that is newer than all', [record(1), record(2)], [record(1), record(2), record(3)], 2],
  ['the first ones came', [], [record(1), record(2)], 2],
  ['one is gone', [record(1), record(2), record(3)], [record(1), record(3)], 3],
  ['all are gone', [record(1), record(2)], [], 3],
  ['one was overlooked', [record(1), record(3)], [record(1), record(2), record(3)], 3],
  [
    'one was overlooked, and one added',
    [record(1), record(3)],
    [1, 2, 3, 4].map((number) => record(number)),
    3,
  ],
  [
    'one appeared that is as old as the newest',
    [record(1), record(2)],
    [record(1), record(2), record(3, { created_at: record(2).created_at })],
    3,
  ],
  ['one appeared that says no time', [record(1)], [record(1), record(2, untimed)], 3],
  ['one appeared where none said a time', [record(1, untimed)], [record(1, untimed), record(2, untimed)], 3],
])('a list is read until a reading adds nothing: %s', async (_, first, later, expected) => {
  expect(await readings(first, later)).toBe(expected);
});

test.each([1, 2, 3])(
  'what says no time says nothing of which is the newest (document %i of 3)',
  async (silent) => {
    const three = [1, 2, 3].map((number) => record(10 * number, number === silent ? untimed : {}));
    expect(await readings(three, [...three, record(31)])).toBe(2);
    expect(await readings(three, [...three, record(19)])).toBe(3);
  },
);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** As they come over the network: no two share a string. */
function pageOf(number: number): DocumentRecord[] {
  const ids = Array.from({ length: 100 }, (_, index) => idOf(number * 100 + index));
  return JSON.parse(
    JSON.stringify(ids.map((id) => ({ id, created_at: '2026-01-01T00:00:00Z' }))),
  ) as DocumentRecord[];
}

test('of a long list no more is kept in memory than the ids of one reading', async () => {
  const pages = 500;
  // What other tests left may take a second round.
  collectGarbage();
  const before = heldBytes();
  const ids = new Set<string>();
  for (let page = 0; page < pages; page++) for (const { id } of pageOf(page)) ids.add(id);
  const oneReading = heldBytes() - before;
  expect(ids.size).toBe(100 * pages);
  ids.clear();

  let [readings, kept] = [0, 0];
  const result = await readList({
    clock: hurried,
    signal: new AbortController().signal,
    pageSize: 100,
    async page(number, order) {
      if (number <= pages) return answered(pageOf(order === 'asc' ? number - 1 : pages - number));
      // Where the second reading has come to the end of the list, it keeps the most.
      if (number === pages + 1 && ++readings === 2) kept = heldBytes() - before;
      return answered([]);
    },
    onPage: () => undefined,
  });
  expect(result).toBe('whole');
  expect(kept / oneReading).toBeGreaterThan(0.7);
  expect(kept / oneReading).toBeLessThan(1.4);
});
