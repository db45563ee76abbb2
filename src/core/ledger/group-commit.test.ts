import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { type Database, openDatabase } from './database.ts';
import { createFacts, type Facts } from './facts.ts';
import { createGroupCommit } from './group-commit.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';
import type { NewUpload } from './upload-moves.ts';
import { uploadAt } from './testing/upload-at.ts';
import type { UploadRow } from './upload-row.ts';

let directory: string;
let database: Database;
let facts: Facts;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-group-'));
  database = openDatabase(join(directory, 'ledger.sqlite'));
  facts = createFacts(database);
});

afterEach(() => {
  if (database.sqlite.isOpen) database.close();
  rmSync(directory, { recursive: true, force: true });
});

test('what comes in two turns is committed together, each with its own result', async () => {
  const transaction = vi.spyOn(database, 'transaction');
  const group = createGroupCommit(database);
  const write = (value: number) =>
    group.run(() => {
      facts.set(`fact ${value}`, value);
      return value * 10;
    });
  const first = [write(1), write(2)];
  await new Promise((resolve) => setImmediate(resolve));
  const results = await Promise.all([...first, write(3)]);
  expect(results).toEqual([10, 20, 30]);
  expect(transaction).toHaveBeenCalledTimes(1);
  expect(facts.get('fact 3')).toBe(3);
});

test('nothing is told before it is committed', async () => {
  const group = createGroupCommit(database);
  const other = openDatabase(database.path, { readOnly: true });
  try {
    await group.run(() => facts.set('told', true));
    expect(createFacts(other).get('told')).toBe(true);
  } finally {
    other.close();
  }
});

test('a write that fails changes nothing and takes no other along', async () => {
  const group = createGroupCommit(database);
  const results = await Promise.allSettled([
    group.run(() => facts.set('before', 1)),
    group.run(() => {
      facts.set('half', 1);
      throw new Error('broken');
    }),
    group.run(() => facts.set('after', 1)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(['before', 'half', 'after'].map(facts.get)).toEqual([1, undefined, 1]);
});

test('what waits is committed at once when asked, as before closing', async () => {
  const group = createGroupCommit(database);
  const written = group.run(() => facts.set('last', 1));
  group.flush();
  expect(facts.get('last')).toBe(1);
  await written;
});

const upload: NewUpload = {
  profileId: 'p',
  folderId: null,
  path: '/a.txt',
  fileName: 'a.txt',
  size: 1,
  mtimeNs: 1n,
  lane: 0,
  replaces: null,
  options: uploadOptionsSchema.parse({}),
};

test('every method of the ledger sees the writes that were asked for before', async () => {
  const ledger = createSqliteLedger(database, Date.now);
  const [id = 0] = ledger.uploads.addMany([upload]);
  // Not awaited: a look that comes right after a landing must find it.
  const landed = ledger.uploads.advance(uploadAt(ledger.uploads, id), ['queued'], {
    state: 'processing',
    pollAt: 5,
  });
  expect(ledger.uploads.countPolling('p')).toMatchObject({ pending: 1, nextAt: 5 });
  expect(await landed).toBe(true);
});

test('what each upload asks on its way parts no group', async () => {
  const ledger = createSqliteLedger(database, Date.now);
  const [one = 0, other = 0] = ledger.uploads.addMany([upload, upload]);
  const rows = [one, other].map((id) => uploadAt(ledger.uploads, id));
  const exec = vi.spyOn(database.sqlite, 'exec');
  const first = ledger.uploads.advance(rows[0] as UploadRow, ['queued'], { state: 'enriching' });
  expect(ledger.uploads.listPlaces(one)).toEqual([]);
  expect(ledger.facts.get('rebuild')).toBeUndefined();
  const second = ledger.uploads.advance(rows[1] as UploadRow, ['queued'], { state: 'enriching' });
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(exec.mock.calls.filter(([sql]) => sql === 'COMMIT')).toHaveLength(1);
});
