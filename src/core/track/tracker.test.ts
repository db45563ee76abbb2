import { contentIdSchema } from '#shared/ids/ids.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { profileSchema } from '#shared/settings/profile.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { type Database, openDatabase } from '../ledger/database.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { type Answer, answered, failed } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Hashed } from '../service/storage.ts';
import type { DocumentRecord, ListQuery } from '../service/schemas/document.ts';
import { createTurnedClock, type TurnedClock } from '../service/testing/turned-clock.ts';
import { createPollSchedule } from './schedule.ts';
import { Tracker } from './tracker.ts';
import { uploadAt } from '../ledger/testing/upload-at.ts';

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
/** What the list says of a document instead of the truth. */
let listed: (truth: DocumentRecord) => DocumentRecord;
/** The service never comes to an end with anything. */
let slow: boolean;
/** How far the clock here is ahead of the service's, and as far as a list told, ms. */
let ahead: number;
let knownAhead: number;
/** Of the documents' originals: what reading one says, and how often one was read. */
let original: Answer<Hashed>;
let originals: number;

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
  listed = (truth) => truth;
  slow = false;
  ahead = 0;
  knownAhead = 0;
  original = failed('NOT_FOUND', 'never', { status: 404 });
  originals = 0;
  tracker = new Tracker({
    profile,
    client: {
      documents: {
        list,
        listHeard,
        get,
        listAvailable: () => listAvailable,
        isHeard: () => heardMs !== undefined,
        clockAhead: () => knownAhead,
        original: async () => answered({ url: 'https://storage.example/original' }),
      },
      storage: {
        async hashOf() {
          originals += 1;
          return original;
        },
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
  ({
    id,
    status: !slow && clock.now() - at >= duration ? 'completed' : 'processing',
    raw_size: 1,
    created_at: new Date(at - ahead).toISOString(),
  }) as DocumentRecord;

async function list({ page = 1, page_size: size = 100, from_date: from = '' }: ListQuery) {
  lists += 1;
  await nextTurn();
  listAvailable = hasList ? 'yes' : 'no';
  if (!hasList) return failed('NO_SUCH_OPERATION', 'never');
  knownAhead = ahead;
  return answered(
    [...landings]
      .reverse()
      .filter(({ at }) => new Date(at - ahead).toISOString() >= from)
      .slice((page - 1) * size, page * size)
      .map((landing) => listed(record(landing))),
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

async function land(given: { readonly noStore?: boolean } = {}): Promise<void> {
  const id = contentIdSchema.parse(String(landings.length).padStart(32, '0'));
  const options = uploadOptionsSchema.parse(given);
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
  await ledger.uploads.advance(uploadAt(ledger.uploads, upload), ['queued'], {
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

const noStore = { noStore: true };

test('one 404 does not end a document that is not to be stored, young or old: it is confirmed', async () => {
  listAvailable = 'no';
  await land(noStore);
  let lies = 1;
  answers.set(idOf(0), () => (lies-- > 0 ? gone() : undefined));
  await pass(10_000);
  expect(await uploadOf(1)).toMatchObject({ state: 'processing' });
  await pass(duration);
  expect(await uploadOf(1)).toMatchObject({ state: 'completed', remoteStatus: 'completed' });
});

test.each([
  ['is gone within its day vanished', 0, { state: 'attention', code: 'DOCUMENT_VANISHED' }],
  ['is gone after its day expired', 25 * 3_600_000, { state: 'completed', remoteStatus: 'expired' }],
] as const)('a document that is not to be stored and %s', async (_what, away, expected) => {
  listAvailable = 'no';
  hasList = false;
  await land(noStore);
  answers.set(idOf(0), gone);
  // A machine that slept.
  await clock.turn(away);
  await pass(30_000);
  expect(await uploadOf(1)).toMatchObject({ state: 'processing' });
  await pass(60_000);
  expect(await uploadOf(1)).toMatchObject(expected);
});

test('a 429 to a look says nothing of the document: it is not stuck, and is looked at when the pause is over', async () => {
  listAvailable = 'no';
  await land();
  let refusals = 2;
  answers.set(idOf(0), () =>
    refusals-- > 0
      ? failed('RATE_LIMITED', 'rate-limited', { status: 429, retryAfterMs: 20_000 })
      : undefined,
  );
  await pass(30_000);
  expect(await uploadOf(1)).toMatchObject({
    state: 'processing',
    code: null,
    failedLooks: 0,
    stuckSince: null,
  });
  expect(ledger.history.events(1).map(({ kind }) => kind)).not.toContain('not-answered');
  await pass(duration);
  expect(await uploadOf(1)).toMatchObject({ state: 'completed' });
});

describe('a list that stands still is not believed for ever', () => {
  beforeEach(() => {
    listed = (truth) => ({ ...truth, status: 'processing' });
  });

  test('its documents are requested by their id, and come to their end', async () => {
    for (let count = 0; count < 30; count += 1) await land();
    await pass(240_000);
    expect(ledger.history.counts({ profileId: 'p' })).toEqual({ completed: 30 });
    expect(looks).toBe(30);
  });

  test('one alone among others that are told rightly, too', async () => {
    listed = (truth) => (truth.id === idOf(3) ? { ...truth, status: 'processing' } : truth);
    for (let count = 0; count < 30; count += 1) await land();
    await pass(duration + 240_000);
    expect(ledger.history.counts({ profileId: 'p' })).toEqual({ completed: 30 });
    expect(looks).toBe(1);
  });
});

test('documents that really take long are requested by their id a few times only', async () => {
  slow = true;
  for (let count = 0; count < 100; count += 1) await land();
  await pass(30 * 60_000);
  expect(ledger.history.counts({ profileId: 'p' })).toEqual({ processing: 100 });
  // Three after a look at the list, each again when it has taken twice as long.
  expect(looks).toBeLessThanOrEqual(4 * 100);
  expect(lists).toBeGreaterThan(looks);
});

test('our clock 30 h ahead: the list is asked from where the service has the documents', async () => {
  ahead = 30 * 3_600_000;
  for (let count = 0; count < 60; count += 1) await land();
  await pass(duration + 60_000);
  expect(ledger.history.counts({ profileId: 'p' })).toEqual({ completed: 60 });
  expect(looks).toBe(0);
});

describe('a document that claims to be complete with 0 bytes', () => {
  const hollow = (id: string) => answered({ id, status: 'completed', raw_size: 0 } as DocumentRecord);
  const sha256 = 'a'.repeat(64);
  beforeEach(async () => {
    listAvailable = 'no';
    await land();
    await ledger.uploads.advance(uploadAt(ledger.uploads, 1), ['processing'], { sha256 });
    answers.set(idOf(0), () => hollow(idOf(0)));
  });

  test('is not completed while it stands, and is once the service has its size', async () => {
    await pass(10 * 60_000);
    expect(await uploadOf(1)).toMatchObject({ state: 'processing', remoteStatus: 'completed' });
    expect(looks).toBeLessThanOrEqual(12);
    answers.clear();
    await pass(6 * 60_000);
    expect(await uploadOf(1)).toMatchObject({ state: 'completed' });
  });

  test('needs a person after a quarter of an hour', async () => {
    await pass(25 * 60_000);
    expect(await uploadOf(1)).toMatchObject({ state: 'attention', code: 'NOT_INTACT' });
    expect(originals).toBe(2);
  });

  test('is completed where its original has the bytes that were sent', async () => {
    original = answered({ bytes: 1, sha256 });
    await pass(60_000);
    expect(await uploadOf(1)).toMatchObject({ state: 'completed' });
    expect(ledger.history.events(1).at(-1)).toMatchObject({
      kind: 'completed',
      detail: { evidence: { seen: 'whole', by: 'documents.original', size: 0 } },
    });
  });
});
