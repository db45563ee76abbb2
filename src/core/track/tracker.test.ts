import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { profileSchema } from '#shared/settings/profile.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { type Database, openDatabase } from '../ledger/database.ts';
import type { Ledger } from '../ledger/port.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { silentLogger } from '../ports/logger.ts';
import { answered, failed } from '../service/answer.ts';
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
  tracker = new Tracker({
    profile,
    client: { documents: { list, get, listAvailable: () => listAvailable } } as unknown as ServiceClient,
    ledger,
    clock,
    logger: silentLogger,
    schedule: createPollSchedule(),
    hasMoreToDo: () => false,
    onChange: () => undefined,
    onRecords: async () => undefined,
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

async function get(id: string) {
  looks += 1;
  return answered(record(landings.find((one) => one.id === id) as { id: string; at: number }));
}

async function land(): Promise<void> {
  const id = String(landings.length).padStart(32, '0');
  const options = uploadOptionsSchema.parse({});
  const [upload = 0] = await ledger.uploads.addMany([
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
    content_id: id,
    landed_at: clock.now(),
    poll_at: clock.now() + wait,
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
  expect(await ledger.uploads.polling('p')).toMatchObject({ pending: 0 });
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
  expect(await ledger.uploads.polling('p')).toMatchObject({ pending: 0 });
});

test.each([true, false])(
  'nobody knows yet whether there is a list (there is: %s): a burst costs few looks either way (U3)',
  async (has) => {
    listAvailable = 'unknown';
    hasList = has;
    for (let count = 0; count < 300; count += 1) await land();
    await pass(duration + 180_000);
    expect(await ledger.uploads.polling('p')).toMatchObject({ pending: 0 });
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
  expect(await ledger.uploads.polling('p')).toMatchObject({ pending: 0 });
});
