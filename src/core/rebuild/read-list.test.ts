import { expect, test } from 'vitest';
import { answered, failed } from '../service/answer.ts';
import type { ListAnswer } from '../service/ask-list.ts';
import { type DocumentRecord, documentRecordSchema } from '../service/schemas/document.ts';
import { readList } from './read-list.ts';

const idOf = (number: number) => number.toString(16).toUpperCase().padStart(32, '0');
const record = (number: number, more: object = {}): DocumentRecord =>
  documentRecordSchema.parse({
    id: idOf(number),
    created_at: new Date(number * 1000).toISOString(),
    ...more,
  });

/** A service's list, oldest first, which something happens to between two pages. */
function service(count: number, pageSize = 100) {
  let documents = Array.from({ length: count }, (_, index) => record(index + 1));
  let asked = 0;
  const seen = new Set<string>();
  const happens = new Map<number, () => void>();
  return {
    /** Before the request of this number, from 1. */
    before: (request: number, event: () => void) => happens.set(request, event),
    remove: (...numbers: number[]) => {
      documents = documents.filter(({ id }) => !numbers.map(idOf).includes(id));
    },
    add: (number: number, more?: object) => documents.push(record(number, more)),
    asked: () => asked,
    missed: () => documents.filter(({ id }) => !seen.has(id)).length,
    read: (page?: (number: number) => ListAnswer<DocumentRecord>) =>
      readList({
        page: async (number) => {
          asked++;
          happens.get(asked)?.();
          return page?.(number) ?? answered(documents.slice((number - 1) * pageSize, number * pageSize));
        },
        onPage: async (records) => {
          for (const { id } of records) seen.add(id);
        },
      }),
  };
}

test('a list that stands still is read twice', async () => {
  const list = service(250);
  expect(await list.read()).toBe('whole');
  expect([list.missed(), list.asked()]).toEqual([0, 8]);
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
  expect(list.asked()).toBeLessThan(9);
});

test('a list that never comes to rest is said to move', async () => {
  const list = service(300);
  for (let request = 1; request < 100; request++) list.before(request, () => list.remove(request));
  expect(await list.read()).toBe('moving');
});

test('a service that gives smaller pages than it is asked for is read to the end', async () => {
  const list = service(130, 20);
  expect(await list.read()).toBe('whole');
  expect(list.missed()).toBe(0);
});

test('a service that gives the same page whatever is asked for is not read for ever', async () => {
  const list = service(0);
  expect(await list.read(() => answered([record(1), record(2)]))).toBe('whole');
  expect(list.asked()).toBe(4);
});

test('a list without an end is not read for ever', async () => {
  const list = service(0);
  expect(await list.read((number) => answered([record(number)]))).toBe('moving');
});

test('a page that cannot be read fails the whole', async () => {
  const list = service(250);
  expect(
    await list.read((number) => (number === 2 ? failed('SERVICE_FAILED', 'retry') : answered([record(1)]))),
  ).toBe('failed');
});
