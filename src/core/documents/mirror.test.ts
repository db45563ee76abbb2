import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { answered } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import type { HearOptions } from '../service/hear.ts';
import type { HeardList } from '../service/hear-documents.ts';
import { type DocumentRecord, documentRecordSchema } from '../service/schemas/document.ts';
import { createTurnedClock, type TurnedClock } from '../service/testing/turned-clock.ts';
import { DocumentMirror } from './mirror.ts';

const record = (number: number): DocumentRecord =>
  documentRecordSchema.parse({
    id: number.toString(16).toUpperCase().padStart(32, '0'),
    status: 'completed',
  });

/** A mirror over what `list` says. */
function createMirror(
  clock: TurnedClock,
  listHeard: (query: { page: number }, options: HearOptions) => Promise<HeardList>,
) {
  const database = openDatabase(':memory:');
  const ledger = createSqliteLedger(database, clock.now);
  onTestFinished(() => ledger.close());
  const looked: string[] = [];
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const mirror = new DocumentMirror({
    profileId: 'p',
    ledger,
    clock,
    logger,
    client: () => ({ documents: { listHeard, clockAhead: () => 0 } }) as unknown as ServiceClient,
    actions: { look: async (id: string) => void looked.push(id) } as never,
    onChange: () => undefined,
    isElsewhere: () => false,
  });
  return { mirror, ledger, looked };
}

/** The mirror after a full pass over what `page` answers, and how many pages it asked for. */
async function passOver(page: (number: number) => DocumentRecord[]) {
  let asked = 0;
  const { mirror } = createMirror(createTurnedClock(), async (query) => {
    asked++;
    return answered(page(query.page));
  });
  await mirror.refresh(true);
  await mirror.stop();
  return { ...(await mirror.state()), asked };
}

const documents = Array.from({ length: 250 }, (_, index) => record(index + 1));

test('a list is read to its end, also where pages are smaller than was asked for', async () => {
  for (const size of [100, 50, 30]) {
    const read = await passOver((number) => documents.slice((number - 1) * size, number * size));
    expect(read).toMatchObject({ state: 'idle', read: 250, code: null });
  }
});

test('a service that gives the same page whatever is asked for is not asked for ever', async () => {
  const read = await passOver(() => documents.slice(0, 100));
  expect(read).toMatchObject({ state: 'idle', read: 100, asked: 2 });
});

test('of what another machine was told before, nothing that came meanwhile counts as missing', async () => {
  const clock = createTurnedClock();
  await clock.turn(600_000);
  const { mirror, ledger, looked } = createMirror(clock, async () => ({
    ...answered([]),
    askedAt: clock.monotonic() - 25_000,
  }));
  // 80 s ago a list may not show it 25 s ago; 90 s ago it must have been there.
  for (const [number, age] of [
    [1, 80_000],
    [2, 90_000],
  ] as const)
    ledger.documents.upsert('p', [
      { ...record(number), created_at: new Date(clock.now() - age).toISOString() },
    ]);
  mirror.refresh(true);
  await clock.turn(0);
  await mirror.stop();
  expect(looked).toEqual([record(2).id]);
});

test('pages of news are never from before the page above them, and are as old as they are', async () => {
  const clock = createTurnedClock();
  await clock.turn(600_000);
  const bounds: number[] = [];
  const ages = [10_000, 4_000, 0];
  const { mirror } = createMirror(clock, async ({ page }, { notBefore }) => {
    bounds.push(clock.monotonic() - notBefore);
    const rows = documents.slice((page - 1) * 100, page * 100);
    return { ...answered(rows), askedAt: clock.monotonic() - (ages[page - 1] ?? 0) };
  });
  mirror.refresh(true);
  await mirror.stop();
  expect(bounds.slice(0, 3)).toEqual([30_000, 10_000, 4_000]);
  const next = createMirror(clock, async (_query, { notBefore }) => {
    bounds.push(clock.monotonic() - notBefore);
    return { ...answered([record(1)]), askedAt: clock.monotonic() - 10_000 };
  });
  const fact = { pass: 1, completeAt: clock.now(), checkedAt: null, read: 1, until: clock.now() };
  next.ledger.facts.set('documents:p', fact);
  next.mirror.refresh(false);
  await clock.turn(0);
  expect(next.mirror.state()).toMatchObject({ state: 'idle', checkedAt: clock.now() - 10_000 });
  expect(bounds.at(-1)).toBe(10_000);
  await next.mirror.stop();
});

test('a clock that was ahead at the last full pass does not put off the next one for years', async () => {
  const clock = createTurnedClock();
  const asked = new Set<string>();
  const { mirror, ledger } = createMirror(clock, async (query) => {
    asked.add((query as { sort_by?: string }).sort_by ?? '');
    return answered([]);
  });
  const ahead = clock.now() + 3 * 365 * 86_400_000;
  ledger.facts.set('documents:p', { pass: 1, completeAt: ahead, checkedAt: ahead, read: 1, until: ahead });
  await clock.turn(86_400_000);
  mirror.refresh(false);
  await mirror.stop();
  expect([...asked]).toEqual(['created_at']);
});
