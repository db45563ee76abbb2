import { expect, onTestFinished, test } from 'vitest';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { answered } from '../service/answer.ts';
import { contentIdOf } from '../service/testing/content-id.ts';
import { isSlot, reserveSlot } from './enrich.ts';
import type { UploadContext } from './job.ts';
import { createStrikes } from './strikes.ts';

const options = uploadOptionsSchema.parse({});
const file = (path: string) => ({
  ...{ profileId: 'p', folderId: null, path, fileName: path, size: 1, mtimeNs: 1n, lane: 0, replaces: null },
  options,
});

/** An upload whose document is in, and another one that asks for a slot and is given this id. */
async function asks(id: string) {
  const ledger = createSqliteLedger(openDatabase(':memory:'), () => 1_000);
  onTestFinished(() => ledger.close());
  const [first = 0, second = 0] = await ledger.uploads.addMany([file('a'), file('b')]);
  await ledger.uploads.advance(first, ['queued'], { state: 'completed', contentId: contentIdOf('A') });
  await ledger.uploads.advance(second, ['queued'], { state: 'enriching' });
  const context = {
    ledger,
    ...{ clock: { now: () => 1_000 }, random: () => 0, strikes: createStrikes() },
    governor: { isOpen: () => false },
    client: {
      documents: { enrich: async () => answered({ id: contentIdOf(id), url: 'https://storage.example/1' }) },
    },
  } as unknown as UploadContext;
  const row = (await ledger.uploads.get(second)) as UploadRow;
  const decided = { path: 'b', fileName: 'b', folderId: null, options, place: null };
  const reserved = await reserveSlot(context, { row, signal: new AbortController().signal }, decided, {
    ...{ wire: [], tags: [], findsOut: false, leave: () => undefined },
  });
  return { reserved: isSlot(reserved) && reserved.contentId, row: await ledger.uploads.get(second) };
}

test('U7: a new id is a slot', async () => {
  expect(await asks('B')).toMatchObject({ reserved: contentIdOf('B'), row: { state: 'enriching' } });
});

test('U7: the id of a document that another upload stands for is no slot: it is asked for again', async () => {
  const row = { state: 'queued', contentId: null, attempts: 1, code: 'BAD_ANSWER' };
  expect(await asks('A')).toMatchObject({ reserved: false, row });
});
