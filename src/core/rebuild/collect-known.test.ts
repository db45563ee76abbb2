import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { uploadAt } from '../ledger/testing/upload-at.ts';
import type { UploadPatch } from '../ledger/upload-row.ts';
import { answered, failed } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import { type DocumentRecord, documentRecordSchema, type ListQuery } from '../service/schemas/document.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { collectKnown, mayHoldBytes } from './collect-known.ts';

const idOf = (number: number) => number.toString(16).toUpperCase().padStart(32, '0');
const recordOf = (number: number, more: object = {}): DocumentRecord =>
  documentRecordSchema.parse({
    id: idOf(number),
    file_name: `${number}.txt`,
    status: 'completed',
    raw_size: number,
    created_at: new Date(number * 1000).toISOString(),
    ...more,
  });
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A ledger that was put back, and a service whose list may show less than it has. */
function lost({ has, shows = has, knows }: { has: number[]; shows?: number[]; knows: number[] }) {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-known-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const clock = createTurnedClock();
  const ledger = createSqliteLedger(openDatabase(join(directory, 'ledger.sqlite')), clock.now);
  onTestFinished(() => ledger.close());
  const looked: string[] = [];
  const client = {
    documents: {
      async list({ page = 1, page_size: size = 100, sort_order: order }: ListQuery) {
        const shown = order === 'asc' ? shows : shows.toReversed();
        return answered(shown.slice((page - 1) * size, page * size).map((number) => recordOf(number)));
      },
      async get(id: string) {
        looked.push(id);
        const number = has.find((one) => idOf(one) === id);
        return number === undefined ? failed('DOCUMENT_NOT_FOUND', 'never') : answered(recordOf(number));
      },
      listAvailable: () => 'yes',
    },
  } as unknown as ServiceClient;
  return {
    looked,
    known: () =>
      has.filter((number) =>
        ledger.known.listBySize('p', number).some(({ contentId }) => contentId === idOf(number)),
      ),
    /** An upload of the older ledger that stands for a document. */
    async remember(number: number, patch: UploadPatch = {}, options: object = {}) {
      const file = {
        profileId: 'p',
        folderId: null,
        path: `/${number}`,
        fileName: `${number}.txt`,
        size: number,
      };
      const [id = 0] = ledger.uploads.addMany([
        { ...file, mtimeNs: 1n, lane: 0, replaces: null, options: uploadOptionsSchema.parse(options) },
      ]);
      const contentId = recordOf(number).id;
      const upload = uploadAt(ledger.uploads, id);
      await ledger.uploads.advance(upload, ['queued'], {
        state: 'completed',
        contentId,
        landedAt: 1,
        ...patch,
      });
    },
    async collect(expected = 0) {
      for (const number of knows) await this.remember(number);
      const { signal } = new AbortController();
      const work = collectKnown({
        client,
        clock,
        ledger,
        profileId: 'p',
        signal,
        expected,
        onProgress: () => undefined,
      });
      let result: Awaited<typeof work> | undefined;
      void work.then((ended) => {
        result = ended;
      });
      for (let turns = 0; result === undefined && turns < 2_000; turns++) {
        await clock.turn(100);
        await nextTurn();
      }
      return result;
    },
  };
}

test('a list that shows all that the older ledger knows is believed, without a look at any of it', async () => {
  const world = lost({ has: upTo(130), knows: upTo(40) });
  expect(await world.collect()).toBe('known');
  expect(world.looked).toEqual([]);
  expect(world.known()).toHaveLength(130);
});

test.each([1, 15, 60])(
  'a list that lacks %i documents which are there is not believed, whatever else it shows',
  async (lacking) => {
    const world = lost({ has: upTo(200), shows: upTo(200 - lacking), knows: upTo(200) });
    expect(await world.collect()).toBe('uncertain');
    expect(world.looked).toHaveLength(1);
  },
);

test('what the older ledger knows and the service really has no more was deleted elsewhere', async () => {
  const world = lost({ has: upTo(60), knows: upTo(100) });
  expect(await world.collect()).toBe('known');
  // Twenty of the forty, and each until that is certain.
  expect(new Set(world.looked).size).toBe(20);
  expect(world.looked).toHaveLength(80);
});

test('among many that are gone one that is there is found, wherever it is among the witnesses', async () => {
  const world = lost({ has: [...upTo(30), 51], shows: upTo(30), knows: upTo(51) });
  expect(await world.collect()).toBe('uncertain');
});

test.each([
  [100, 49, 'uncertain'],
  [100, 50, 'known'],
  [1, 0, 'uncertain'],
  [0, 0, 'known'],
] as const)(
  '%i documents are known outside the ledger, the list shows %i: %s',
  async (expected, shown, is) => {
    expect(await lost({ has: upTo(shown), knows: [] }).collect(expected)).toBe(is);
  },
);

test('most of what the older ledger knows being gone is not believed either', async () => {
  expect(await lost({ has: upTo(4), knows: upTo(10) }).collect()).toBe('uncertain');
});

test('what was not to stay, was replaced or is not at its end says nothing about the list', async () => {
  const world = lost({ has: [1], knows: [1] });
  await world.remember(2, {}, { noStore: true });
  await world.remember(3, { replacedBy: 1 });
  await world.remember(4, { state: 'attention', code: 'ENRICHMENT_FAILED' });
  expect(await world.collect()).toBe('known');
  expect(world.looked).toEqual([]);
});

describe('which documents of a list may hold bytes', () => {
  const now = Date.parse('2026-01-03T00:00:00Z');
  const [young, old] = ['2026-01-02T12:00:00Z', '2026-01-01T00:00:00Z'];
  test.each<[string, Partial<DocumentRecord>, boolean]>([
    ['one that failed', { status: 'failed' }, true],
    ['one that failed, of 0 bytes', { status: 'failed', raw_size: 0, created_at: old }, true],
    ['one that is empty', { status: 'pending', raw_size: 0, created_at: young }, true],
    ['one that is empty for a day', { status: 'pending', raw_size: 0, created_at: old }, false],
    ['one that is empty since nobody knows when', { status: 'pending', raw_size: 0 }, true],
    ['one whose size is not told', { status: 'pending', created_at: old }, true],
    ['one that is being taken', { status: 'processing', raw_size: 0, created_at: old }, true],
    ['one that has bytes', { raw_size: 1, created_at: old }, true],
  ])('%s', (_what, fields, expected) => {
    expect(mayHoldBytes({ id: idOf(1), ...fields } as DocumentRecord, now)).toBe(expected);
  });
});
