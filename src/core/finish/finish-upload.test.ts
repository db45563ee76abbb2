import { expect, onTestFinished, test } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { uploadAt } from '../ledger/testing/upload-at.ts';
import type { UploadPatch } from '../ledger/upload-row.ts';
import { answered, failed } from '../service/answer.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { contentIdOf } from '../service/testing/content-id.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { type FinishContext, finishUpload } from './finish-upload.ts';
import { createSetUp, hashOf } from './testing/after-upload-fixture.ts';

const setUp = createSetUp(onTestFinished);
const contentId = contentIdOf('A');
const { signal } = new AbortController();
const completed = { status: 'completed', raw_size: 5 } as const;
const hours = 60 * 60_000;

/** A file whose bytes another machine of the team sent, in a folder that deletes what is uploaded. */
async function duplicateOfOther(says: Partial<DocumentRecord>, missed?: number) {
  return fileToDelete(says, { state: 'duplicate', remoteContentId: contentId }, missed);
}

async function fileToDelete(says: Partial<DocumentRecord>, end: Partial<UploadPatch>, missed = 0) {
  const made = setUp({ afterUpload: 'delete' });
  const { at, contextWith, folder, ledger, put } = made;
  put('a.txt', 'bytes');
  const upload = {
    profileId: 'p',
    folderId: 'f',
    path: at('a.txt'),
    fileName: 'a.txt',
    size: 5,
    mtimeNs: 1n,
  };
  const options = uploadOptionsSchema.parse({});
  const [id = 0] = ledger.uploads.addMany([{ ...upload, lane: 0, replaces: null, options }]);
  const ended = { ...end, sha256: hashOf('bytes'), afterState: 'pending' } as const;
  await ledger.uploads.advance(uploadAt(ledger.uploads, id), ['queued'], ended);
  const clock = createTurnedClock();
  const asked: string[] = [];
  const documents = {
    async get(wanted: string) {
      asked.push(wanted);
      if (asked.length <= missed) return failed('DOCUMENT_NOT_FOUND', 'never');
      return answered({ id: contentId, ...says } as DocumentRecord);
    },
  };
  const context = {
    profile: { id: 'p' },
    client: { documents },
    clock,
    ledger,
    logger: silentLogger,
    asides: contextWith(),
    folder: () => folder,
  } as unknown as FinishContext;
  const finish = () => finishUpload(context, uploadAt(ledger.uploads, id), signal);
  return { ...made, asked, clock, finish, id };
}

test('W18: one request shows that the document of another machine is whole, and the file goes', async () => {
  const { asked, clock, files, finish, id, ledger } = await duplicateOfOther(completed);
  ledger.uploads.record(id, { kind: 'duplicate', detail: { sentAt: clock.now() - 25 * hours } });
  expect(await finish()).toBe(true);
  expect(files()).toEqual({});
  expect(asked).toEqual([contentId]);
});

test('W18: a replica that does not find the document of another machine yet only delays the action', async () => {
  const { clock, files, finish, id, ledger } = await duplicateOfOther(completed, 1);
  ledger.uploads.record(id, { kind: 'duplicate', detail: { sentAt: clock.now() - 25 * hours } });
  expect(await finish()).toEqual({ notBefore: expect.any(Number) });
  expect(files()).toEqual({ 'a.txt': 'bytes' });
  expect(await finish()).toBe(true);
  expect(files()).toEqual({});
});

test('the file stays while the document of another machine may be one of a day', async () => {
  const { clock, files, finish, id, ledger } = await duplicateOfOther(completed);
  const sentAt = clock.now() - hours;
  ledger.uploads.record(id, { kind: 'duplicate', detail: { sentAt } });
  expect(await finish()).toEqual({ notBefore: sentAt + 25 * hours });
  expect(files()).toEqual({ 'a.txt': 'bytes' });
  await clock.turn(24 * hours);
  expect(await finish()).toBe(true);
  expect(files()).toEqual({});
});

test('W18: the file stays while the document of another machine is processed, or has other bytes', async () => {
  for (const says of [{ status: 'processing' }, { status: 'completed', raw_size: 4 }] as const) {
    const { files, finish } = await duplicateOfOther(says);
    expect(await finish()).not.toBe(true);
    expect(files()).toEqual({ 'a.txt': 'bytes' });
  }
});

test('a file with an action whose document of another machine failed needs a person, and says why', async () => {
  const { files, finish, id, ledger } = await duplicateOfOther({
    status: 'failed',
    error_code: 'EXTRACTION_FAILED',
  });
  const failed = { state: 'attention', code: 'FILE_DAMAGED', detail: 'EXTRACTION_FAILED' };
  expect(await finish()).toBe(false);
  expect(ledger.uploads.get(id)).toMatchObject({ ...failed, afterState: 'pending' });
  expect(await finish()).toBe(true);
  expect(files()).toEqual({ 'a.txt': 'bytes' });
  expect(ledger.uploads.get(id)).toMatchObject(failed);
});

test('a file whose document was recognised after a loss is deleted only once that is none of a day', async () => {
  const finishedAt = createTurnedClock().now();
  const end = { state: 'completed', contentId, finishedAt } as const;
  const { clock, files, finish, id, ledger } = await fileToDelete(completed, end);
  ledger.uploads.record(id, { kind: 'adopted', detail: { contentId, isFromBefore: true } });
  expect(await finish()).toEqual({ notBefore: finishedAt + 25 * hours });
  expect(files()).toEqual({ 'a.txt': 'bytes' });
  await clock.turn(25 * hours);
  expect(await finish()).toBe(true);
  expect(files()).toEqual({});
});

test('tags for the document of a duplicate: one replica that does not know it only delays them', async () => {
  const { ledger } = setUp({});
  const clock = createTurnedClock();
  const options = uploadOptionsSchema.parse({ duplicates: 'add-tags', tags: ['two'] });
  const upload = { profileId: 'p', folderId: null, size: 5, mtimeNs: 1n, lane: 0, replaces: null, options };
  const [first = 0, second = 0] = ledger.uploads.addMany(
    ['a.txt', 'b.txt'].map((fileName) => ({ ...upload, fileName, path: `/${fileName}` })),
  );
  const end = { sha256: hashOf('bytes'), finishedAt: clock.now() };
  ledger.uploads.advance(uploadAt(ledger.uploads, first), ['queued'], {
    ...end,
    ...{ state: 'completed', contentId },
  });
  ledger.uploads.advance(uploadAt(ledger.uploads, second), ['queued'], {
    ...end,
    ...{ state: 'duplicate', duplicateOf: first, afterState: 'pending' },
  });
  let misses = 1;
  const record = { id: contentId, ...completed } as DocumentRecord;
  const context = {
    ...{ profile: { id: 'p' }, clock, ledger, logger: silentLogger },
    client: { documents: { get: async () => answered(record) } },
    folder: () => undefined,
    tags: {
      async withIds() {
        if (misses > 0) throw new AppError('DOCUMENT_NOT_FOUND');
      },
    },
  } as unknown as FinishContext;
  const finish = () => finishUpload(context, uploadAt(ledger.uploads, second), signal);
  expect(await finish()).toEqual({ notBefore: clock.now() + 30_000 });
  misses = 0;
  expect(await finish()).toBe(true);
  // Nobody waits for ever.
  misses = 1;
  await clock.turn(hours);
  await expect(finish()).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
});
