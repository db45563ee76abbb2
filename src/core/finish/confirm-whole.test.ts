import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { uploadAt } from '../ledger/testing/upload-at.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { type Answer, answered, failed } from '../service/answer.ts';
import type { Evidence } from '../service/presence.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import type { Hashed } from '../service/storage.ts';
import { contentIdOf } from '../service/testing/content-id.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { type ConfirmContext, confirmWhole } from './confirm-whole.ts';

const contentId = contentIdOf('A');
const { signal } = new AbortController();
const size = 10;

/** A completed upload over a real ledger, and a service that says what the test sets. */
async function completed(evidence?: Partial<Evidence>) {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-confirm-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const clock = createTurnedClock();
  const ledger = createSqliteLedger(openDatabase(join(directory, 'ledger.sqlite')), clock.now);
  onTestFinished(() => ledger.close());
  const options = uploadOptionsSchema.parse({});
  const sha256 = 'a'.repeat(64);
  const upload = { profileId: 'p', folderId: 'f', path: '/a.txt', fileName: 'a.txt', size, mtimeNs: 1n };
  const [id = 0] = ledger.uploads.addMany([{ ...upload, lane: 0, replaces: null, options }]);
  const now = clock.now();
  await ledger.uploads.advance(
    uploadAt(ledger.uploads, id),
    ['queued'],
    { state: 'completed', contentId, sha256, landedAt: now, finishedAt: now, afterState: 'pending' },
    { kind: 'completed', detail: { evidence: evidence && { at: now, by: 'documents.list', ...evidence } } },
  );
  const told = {
    says: { status: 'completed', raw_size: size } as Partial<DocumentRecord> | 'absent' | 'broken',
    asked: 0,
    /** What its original hashes to, or how reading it fails. */
    original: answered({ sha256, bytes: size }) as Answer<Hashed>,
    read: 0,
  };
  const documents = {
    original: async () => answered({ url: 'https://storage.example.com/original' }),
    async get() {
      told.asked += 1;
      if (told.says === 'broken') return failed('SERVICE_FAILED', 'retry');
      if (told.says === 'absent') return failed('DOCUMENT_NOT_FOUND', 'never');
      return answered({ id: contentId, ...told.says } as DocumentRecord);
    },
    list: async () => failed('NO_SUCH_OPERATION', 'never'),
    listAvailable: () => 'no' as const,
  };
  const storage = {
    async hashOf() {
      told.read += 1;
      return told.original;
    },
  };
  const context = { client: { documents, storage }, ledger, clock } as unknown as ConfirmContext;
  const row = () => ledger.uploads.get(id) as UploadRow;
  return {
    told,
    clock,
    row,
    events: () => ledger.history.events(id),
    confirm: () => confirmWhole(context, row(), contentId, signal),
  };
}

const whole = { seen: 'whole', size } as const;

test('what was just seen whole, and with its size, is not requested again', async () => {
  const { confirm, told } = await completed(whole);
  expect(await confirm()).toBe('whole');
  expect(told.asked).toBe(0);
});

test.each<[string, Partial<Evidence> | undefined, number]>([
  ['nothing was written down', undefined, 0],
  ['no size was stated', { seen: 'whole' }, 0],
  ['another size was stated', { seen: 'whole', size: 0 }, 0],
  ['it was seen a minute ago', whole, 60_000],
  ['it is to be seen, by a clock that was set back', { ...whole, at: Number.MAX_SAFE_INTEGER }, 0],
])('where %s, the service is asked, and what it says is written down', async (_what, evidence, later) => {
  const { clock, confirm, events, told } = await completed(evidence);
  await clock.turn(later);
  expect(await confirm()).toBe('whole');
  expect(told.asked).toBe(1);
  expect(events().at(-1)).toMatchObject({
    kind: 'confirmed',
    detail: { contentId, evidence: { seen: 'whole', by: 'documents.get', size } },
  });
  // And counts for what is left to do right after.
  expect(await confirm()).toBe('whole');
  expect(told.asked).toBe(1);
});

test.each<[string, Partial<DocumentRecord>]>([
  ['it has 0 bytes', { status: 'completed', raw_size: 0 }],
  ['it has other bytes', { status: 'completed', raw_size: 9 }],
  ['it is still at it', { status: 'processing', raw_size: size }],
  ['it waits for the bytes', { status: 'pending', raw_size: 0 }],
  ['nothing', {}],
])('a service that says %s: waited for a quarter of an hour, then said', async (_what, says) => {
  const { clock, confirm, told } = await completed();
  told.says = says;
  expect(await confirm()).toEqual({ notBefore: clock.now() + 30_000 });
  await clock.turn(15 * 60_000);
  await expect(confirm()).rejects.toMatchObject({ code: 'NOT_INTACT' });
});

test.each<[string, Answer<Hashed>]>([
  ['other bytes', answered({ sha256: 'b'.repeat(64), bytes: size })],
  ['no bytes', answered({ sha256: 'c'.repeat(64), bytes: 0 })],
  ['more bytes', failed('FILE_TOO_LARGE', 'never')],
])('a complete document without a size whose original has %s is not whole', async (_what, original) => {
  const { clock, confirm, told } = await completed();
  told.says = { status: 'completed' };
  told.original = original;
  // Read twice, and not at every look.
  expect(await confirm()).toEqual({ notBefore: clock.now() + 15 * 60_000 });
  await clock.turn(15 * 60_000);
  await expect(confirm()).rejects.toMatchObject({ code: 'NOT_INTACT' });
  expect(told.read).toBe(2);
});

test('a complete document without a size is whole if its original is, or if there is no original', async () => {
  for (const original of [undefined, failed('NO_SUCH_OPERATION', 'never')]) {
    const { confirm, events, told } = await completed();
    told.says = { status: 'completed' };
    if (original) told.original = original;
    expect([await confirm(), told.read]).toEqual(['whole', 1]);
    const by = original ? 'documents.get' : 'documents.original';
    expect(events().at(-1)).toMatchObject({ kind: 'confirmed', detail: { evidence: { by } } });
    // What was read counts for what is left to do right after.
    if (!original) expect([await confirm(), told.read]).toEqual(['whole', 1]);
  }
});

test('a complete document without a size waits while its original cannot be read', async () => {
  const { confirm, told } = await completed();
  told.says = { status: 'completed' };
  told.original = failed('SERVICE_FAILED', 'retry');
  await expect(confirm()).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
});

test('a document that failed meanwhile makes its upload say so', async () => {
  const { confirm, row, told } = await completed();
  told.says = { status: 'failed', error_code: 'FILE_ENCRYPTED' };
  expect(await confirm()).not.toBe('whole');
  expect(row()).toMatchObject({ state: 'attention', code: 'FILE_PROTECTED', remoteStatus: 'failed' });
});

test('a service that does not answer confirms nothing', async () => {
  const { confirm, told } = await completed();
  told.says = 'broken';
  await expect(confirm()).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
});

test('a 404 confirms nothing, and is believed only when it lasts', async () => {
  const { clock, confirm, row, told } = await completed();
  told.says = 'absent';
  for (const wait of [5_000, 15_000, 40_000]) {
    expect(await confirm()).toEqual({ notBefore: clock.now() + wait });
    await clock.turn(wait);
  }
  expect(row()).toMatchObject({ state: 'completed', absence: { looks: 3 } });
  await expect(confirm()).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
});
