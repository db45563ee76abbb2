import { contentIdSchema } from '#shared/ids/ids.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { profileSchema } from '#shared/settings/profile.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { type Database, openDatabase } from '../ledger/database.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { type Answer, answered, failed } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import type { DocumentRecord, ListQuery } from '../service/schemas/document.ts';
import { createTurnedClock, type TurnedClock } from '../service/testing/turned-clock.ts';
import { createPollSchedule } from './schedule.ts';
import { Tracker } from './tracker.ts';

const profile = profileSchema.parse({ id: 'p', name: 'P', baseUrl: 'http://127.0.0.1:1' });
/** How long the service takes for a document, ms. */
const duration = 90_000;

let directory: string;
let database: Database;
let ledger: Ledger & { close(): Promise<void> };
let clock: TurnedClock;
let tracker: Tracker;
let landings: { id: string; at: number }[];
let lists: number;
let looks: number;
let listAvailable: 'unknown' | 'yes' | 'no';
/** Whether the service has the list at all. */
let hasList: boolean;
/** What is answered about single documents instead of the truth. */
let answers: Map<string, () => Answer<DocumentRecord> | undefined>;
let errors: unknown[];
/** So long ago another machine of a team was told what the list says, ms; undefined alone. */
let heardMs: number | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-track-'));
  clock = createTurnedClock();
  database = openDatabase(join(directory, 'ledger.sqlite'));
  ledger = createSqliteLedger(database, clock.now);
  landings = [];
  lists = 0;
  looks = 0;
  listAvailable = 'yes';
  hasList = true;
  answers = new Map();
  errors = [];
  heardMs = undefined;
  tracker = new Tracker({
    profile,
    client: {
      documents: {
        list,
        listHeard,
        get,
        listAvailable: () => listAvailable,
        isHeard: () => heardMs !== undefined,
        clockAhead: () => 0,
      },
    } as unknown as ServiceClient,
    ledger,
    clock,
    onError: (error) => errors.push(error),
    schedule: createPollSchedule(),
    hasMoreToDo: () => false,
    onChange: () => undefined,
    onRecords: () => undefined,
    onFinished: () => undefined,
  });
  tracker.start();
});

afterEach(async () => {
  await tracker.stop();
  await ledger.close();
  rmSync(directory, { recursive: true, force: true });
});

const record = ({ id, at }: { id: string; at: number }): DocumentRecord =>
  ({ id, status: clock.now() - at >= duration ? 'completed' : 'processing', raw_size: 1 }) as DocumentRecord;

async function list({ page = 1, page_size: size = 100 }: ListQuery) {
  lists += 1;
  await nextTurn();
  listAvailable = hasList ? 'yes' : 'no';
  if (!hasList) return failed('NO_SUCH_OPERATION', 'never');
  return answered(
    [...landings]
      .reverse()
      .slice((page - 1) * size, page * size)
      .map(record),
  );
}

/** As of when the other machine was told; the list is 5 s behind. */
async function listHeard(query: ListQuery) {
  if (heardMs === undefined) return list(query);
  const askedAt = clock.monotonic() - heardMs;
  const answer = await list(query);
  if (!answer.ok) return answer;
  const shown = new Set(
    landings.filter(({ at }) => at <= clock.now() - (heardMs ?? 0) - 5_000).map(({ id }) => id),
  );
  return { ...answered(answer.value.filter(({ id }) => shown.has(id))), askedAt };
}

async function get(id: string) {
  looks += 1;
  const instead = answers.get(id)?.();
  if (instead) return instead;
  return answered(record(landings.find((one) => one.id === id) as { id: string; at: number }));
}

async function land(): Promise<void> {
  const id = contentIdSchema.parse(String(landings.length).padStart(32, '0'));
  const options = uploadOptionsSchema.parse({});
  const [upload = 0] = ledger.uploads.addMany([
    {
      profileId: 'p',
      folderId: null,
      path: `/${id}`,
      fileName: id,
      size: 1,
      mtimeNs: 1n,
      lane: 0,
      replaces: null,
      options,
    },
  ]);
  landings.push({ id, at: clock.now() });
  const wait = tracker.planFirstLook();
  await ledger.uploads.advance(upload, ['queued'], {
    state: 'processing',
    contentId: id,
    landedAt: clock.now(),
    pollAt: clock.now() + wait,
  });
}

async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 250) {
    await clock.turn(250);
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  }
}

test('documents that keep landing do not make it page through the list without a pause (U3)', async () => {
  for (let second = 0; second < 20; second += 1) {
    for (let count = 0; count < 25; count += 1) await land();
    await pass(1_000);
  }
  // A look every 5 s for each page of 100.
  expect(lists).toBeLessThanOrEqual(9);
});

test('every document is seen to complete, in few requests (U3)', async () => {
  for (let second = 0; second < 20; second += 1) {
    for (let count = 0; count < 25; count += 1) await land();
    await pass(1_000);
  }
  await pass(duration + 60_000);
  expect(ledger.uploads.countPolling('p')).toMatchObject({ pending: 0 });
  expect(lists + looks).toBeLessThanOrEqual(30);
});

test('a document that lands while a look is under way is looked at too', async () => {
  await land();
  await land();
  await land();
  await clock.turn(1_500);
  // The list has been asked and has not answered yet.
  expect(lists).toBe(1);
  await land();
  await pass(duration + 30_000);
  expect(ledger.uploads.countPolling('p')).toMatchObject({ pending: 0 });
});

test.each([true, false])(
  'nobody knows yet whether there is a list (there is: %s): a burst costs few looks either way (U3)',
  async (has) => {
    listAvailable = 'unknown';
    hasList = has;
    for (let count = 0; count < 300; count += 1) await land();
    await pass(duration + 180_000);
    expect(ledger.uploads.countPolling('p')).toMatchObject({ pending: 0 });
    if (has) expect(lists + looks).toBeLessThanOrEqual(30);
    else {
      expect(lists).toBe(1);
      expect(looks).toBeLessThanOrEqual(600);
      expect(looks).toBeGreaterThanOrEqual(300);
    }
  },
);

test('where there is a list, a burst is seen to complete soon although nobody knew of the list', async () => {
  listAvailable = 'unknown';
  for (let count = 0; count < 300; count += 1) await land();
  await pass(duration + 30_000);
  expect(ledger.uploads.countPolling('p')).toMatchObject({ pending: 0 });
});

const uploadOf = async (id: number) => ledger.uploads.get(id);
const idOf = (index: number) => String(index).padStart(32, '0');
const refused = () => failed('NOT_PERMITTED', 'fix-first', { status: 403, detail: 'Not shared with you' });

test('55 documents that answer 403 starve nobody, are asked for less and less, say so, and go on by themselves', async () => {
  listAvailable = 'no';
  for (let index = 0; index < 55; index += 1) answers.set(idOf(index), refused);
  for (let count = 0; count < 60; count += 1) await land();
  await pass(300_000);
  expect(ledger.history.counts({ profileId: 'p' })).toEqual({ processing: 55, completed: 5 });
  // Five looks at each in five minutes at most, and two at each of the good ones.
  expect(looks).toBeLessThanOrEqual(55 * 5 + 10);
  const stuck = await uploadOf(1);
  expect(stuck).toMatchObject({
    code: 'DOCUMENT_NOT_ANSWERED',
    detail: expect.stringContaining('Not shared'),
  });
  expect(stuck?.stuckSince).toBeLessThan(clock.now() - 60_000);
  expect(ledger.history.events(1).filter(({ kind }) => kind === 'not-answered')).toHaveLength(1);
  const before = looks;
  await pass(3 * 3_600_000);
  expect(looks - before).toBeLessThanOrEqual(55 * 9);
  answers.clear();
  await pass(3_600_000);
  expect(ledger.history.counts({ profileId: 'p' })).toEqual({ completed: 60 });
  expect(await uploadOf(1)).toMatchObject({ code: null, stuckSince: null, failedLooks: 0 });
});

test.each([
  ['a 404 without a word', () => failed('NOT_FOUND', 'never', { status: 404 })],
  ['an answer that cannot be read', () => failed('BAD_ANSWER', 'retry', { status: 200 })],
])('%s is no end, and not asked for every 5 s', async (_name, answer) => {
  listAvailable = 'no';
  await land();
  answers.set(idOf(0), answer);
  await pass(600_000);
  expect(looks).toBeLessThanOrEqual(8);
  expect(await uploadOf(1)).toMatchObject({ state: 'processing', code: 'DOCUMENT_NOT_ANSWERED' });
});

const gone = () => failed('DOCUMENT_NOT_FOUND', 'never', { status: 404 });

test('a 404 from a replica that is behind is not believed', async () => {
  listAvailable = 'no';
  await land();
  let lies = 3;
  answers.set(idOf(0), () => (lies-- > 0 ? gone() : undefined));
  await pass(duration + 120_000);
  expect(await uploadOf(1)).toMatchObject({ state: 'completed', absence: undefined });
});

test.each([
  ['no list', 'no', true, 'attention'],
  ['a list without it', 'yes', false, 'attention'],
  ['a list that shows it, at last as done', 'yes', true, 'completed'],
] as const)('a 404 that lasts, and %s', async (_name, available, isListed, state) => {
  listAvailable = available;
  hasList = available === 'yes';
  await land();
  answers.set(idOf(0), gone);
  if (!isListed) landings = [];
  await pass(50_000);
  expect(await uploadOf(1)).toMatchObject({ state: 'processing' });
  await pass(60_000);
  expect(await uploadOf(1)).toMatchObject({ state });
});

test('a status nobody knows that stands still is said after a quarter of an hour, and asked for less and less', async () => {
  listAvailable = 'no';
  await land();
  answers.set(idOf(0), () => answered({ id: idOf(0), status: 'rejected', raw_size: 1 } as DocumentRecord));
  await pass(14 * 60_000);
  expect(await uploadOf(1)).toMatchObject({ code: null, stuckSince: null });
  await pass(6 * 60_000);
  expect(await uploadOf(1)).toMatchObject({
    state: 'processing',
    code: 'STATUS_STANDS_STILL',
    detail: expect.stringMatching(/^"rejected" since 2026-01-01T00:00:/),
  });
  const before = looks;
  await pass(6 * 3_600_000);
  expect(looks - before).toBeLessThanOrEqual(16);
  answers.clear();
  await pass(3_600_000);
  expect(await uploadOf(1)).toMatchObject({ state: 'completed', code: null, stuckSince: null });
});

test('what is missing in a list that was asked for before it landed is not asked for by itself', async () => {
  heardMs = 12_000;
  for (let count = 0; count < 10; count += 1) await land();
  await pass(30_000);
  expect(lists).toBeGreaterThan(3);
  expect(looks).toBe(0);
  await pass(duration);
  expect(ledger.history.counts({ profileId: 'p' })).toEqual({ completed: 10 });
  for (const id of [1, 10]) {
    const { landedAt, finishedAt } = (await uploadOf(id)) ?? {};
    // When it was asked for, and not when it was heard.
    expect((finishedAt ?? 0) - (landedAt ?? 0)).toBeLessThan(duration + 10_000);
  }
});

test('in a team the list is asked for a single document, and heard by whoever has another', async () => {
  heardMs = 500;
  await land();
  await pass(duration + 60_000);
  expect(ledger.history.counts({ profileId: 'p' })).toEqual({ completed: 1 });
  expect(looks).toBe(0);
  // As often as it would have been asked for by itself, and not each 2 s.
  expect(lists).toBeLessThanOrEqual(20);
});

test.each([
  ['alone it looks as often as its own are few', undefined, 25],
  ['in a team as rarely as one machine with all that are under way', 500, 10],
] as const)('%s', async (_name, heard, least) => {
  for (let count = 0; count < 250; count += 1)
    landings.push({ id: `${count}`.padStart(32, 'F'), at: clock.now() });
  for (let count = 0; count < 10; count += 1) await land();
  // Long enough there for any list to show them.
  for (const landing of landings) landing.at -= 10_000;
  heardMs = heard;
  await pass(60_000);
  expect(lists).toBeGreaterThanOrEqual(least);
  expect(lists).toBeLessThanOrEqual(least * 1.4);
});

test('a ledger that cannot be read for a while: told once a turn, and it goes on', async () => {
  await land();
  database.sqlite.exec('ALTER TABLE uploads RENAME TO uploads_gone');
  await pass(60_000);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.length).toBeLessThanOrEqual(5);
  database.sqlite.exec('ALTER TABLE uploads_gone RENAME TO uploads');
  await pass(duration + 120_000);
  expect(await uploadOf(1)).toMatchObject({ state: 'completed' });
});
