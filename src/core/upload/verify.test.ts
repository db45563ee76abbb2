import { expect, onTestFinished, test } from 'vitest';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { answered } from '../service/answer.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { contentIdOf } from '../service/testing/content-id.ts';
import type { UploadContext } from './job.ts';
import { verify } from './verify.ts';

const now = 1_000_000;
const id = contentIdOf('A');

/** An upload of ten bytes whose PUT ended without an answer, and a service that shows this record of it. */
async function unclear(record: Partial<DocumentRecord>, lateUntil = now) {
  const database = openDatabase(':memory:');
  const ledger = { ...createSqliteLedger(database, () => now), durable: async () => undefined };
  onTestFinished(() => ledger.close());
  const deleted: string[] = [];
  const documents = {
    get: async () => answered({ id, ...record } as DocumentRecord),
    delete: async (given: string) => {
      deleted.push(given);
      return answered('deleted');
    },
  };
  const context = {
    ...{ ledger, client: { documents }, clock: { now: () => now }, firstLook: () => 500, strikes: new Map() },
    ...{ random: () => 0.5, governor: { openedByFailuresSince: () => undefined, isOpen: () => false } },
  } as unknown as UploadContext;
  const [uploadId = 0] = await ledger.uploads.addMany([
    {
      ...{ profileId: 'p', folderId: null, path: '/a.txt', fileName: 'a.txt', size: 10, mtimeNs: 1n },
      ...{ lane: 1, replaces: null, options: uploadOptionsSchema.parse({}) },
    },
  ]);
  await ledger.uploads.advance(uploadId, ['queued'], {
    state: 'putting',
    content_id: id,
    poll_at: lateUntil,
  });
  const row = (await ledger.uploads.get(uploadId)) as UploadRow;
  await verify(context, { row, signal: new AbortController().signal });
  return { deleted, row: (await ledger.uploads.get(uploadId)) as UploadRow };
}

test.each([
  ['has the size of the file', { raw_size: 10 }],
  ['has its size, and is done', { raw_size: 10, status: 'completed' }],
  ['is being processed, and says no size', { status: 'processing' }],
  ['is being processed, and says that it does not know its size', { status: 'processing', raw_size: 0 }],
])('U7: a document that %s is adopted', async (_what, record) => {
  const { deleted, row } = await unclear(record);
  expect(row).toMatchObject({
    state: 'processing',
    contentId: id,
    landedAt: now,
    pollAt: now + 500,
    code: null,
  });
  expect(deleted).toEqual([]);
});

test('U7, U15: a document of another size is deleted before its bytes are sent again', async () => {
  const { deleted, row } = await unclear({ raw_size: 9, status: 'completed' });
  expect(deleted).toEqual([id]);
  expect(row).toMatchObject({ state: 'queued', contentId: null, code: 'NOT_INTACT' });
});

test('U7: a slot without bytes is given up only when late bytes would have come', async () => {
  const late = await unclear({ status: 'pending', raw_size: 0 }, now + 10_000);
  expect(late.row).toMatchObject({ state: 'verifying', contentId: id, notBefore: now + 2_000 });
  expect(late.deleted).toEqual([]);
  const empty = await unclear({ status: 'pending', raw_size: 0 });
  expect(empty.row).toMatchObject({ state: 'queued', contentId: null });
  expect(empty.deleted).toEqual([id]);
});
