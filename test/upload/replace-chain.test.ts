import { expect, test } from 'vitest';
import { openDatabase } from '#core/ledger/database.ts';
import { createSqliteLedger } from '#core/ledger/sqlite-ledger.ts';
import type { UploadPatch, UploadRow } from '#core/ledger/upload-row.ts';
import { type FinishContext, finishUpload } from '#core/finish/finish-upload.ts';
import { cleanUp } from '#core/upload/discard.ts';
import type { UploadContext } from '#core/upload/job.ts';
import { defaultUploadOptions } from '../support/core-fixture.ts';

test('W7: three versions in a row: the second is deleted only after it has seen to the first', async () => {
  const { context, add, deleted, get, end } = await fixture();
  const first = await add(null, { state: 'completed', content_id: 'A' });
  const second = await add(first, { state: 'completed', content_id: 'B', after_state: 'pending' });
  const third = await add(second, { state: 'completed', content_id: 'C', after_state: 'pending' });
  expect(await finishUpload(context, await get(third))).toBe(false);
  expect(deleted).toEqual([]);
  expect(await finishUpload(context, await get(second))).toBe(true);
  await context.ledger.uploads.advance(second, ['completed'], { after_state: null });
  expect(await finishUpload(context, await get(third))).toBe(true);
  expect(deleted).toEqual(['A', 'B']);
  end();
});

test('W7: a new version that another document holds deletes the old one only when that is completed', async () => {
  const { context, add, deleted, get, end } = await fixture();
  const old = await add(null, { state: 'completed', content_id: 'A' });
  const other = await add(null, { state: 'processing', content_id: 'B' });
  const young = await add(old, { state: 'duplicate', duplicate_of: other, after_state: 'replace' });
  expect(await finishUpload(context, await get(young))).toBe(false);
  expect(deleted).toEqual([]);
  await context.ledger.uploads.advance(other, ['processing'], { state: 'completed' });
  expect(await finishUpload(context, await get(young))).toBe(true);
  expect(deleted).toEqual(['A']);
  expect(await get(old)).toMatchObject({ state: 'cancelled' });
  end();
});

test('W7: what the old document still stands for is kept', async () => {
  const { context, add, deleted, get, end } = await fixture();
  const old = await add(null, { state: 'completed', content_id: 'A' });
  await add(null, { state: 'duplicate', duplicate_of: old });
  const other = await add(null, { state: 'completed', content_id: 'B' });
  const young = await add(old, { state: 'duplicate', duplicate_of: other, after_state: 'replace' });
  const itself = await add(old, { state: 'duplicate', duplicate_of: old, after_state: 'replace' });
  expect(await finishUpload(context, await get(young))).toBe(true);
  expect(await finishUpload(context, await get(itself))).toBe(true);
  expect(deleted).toEqual([]);
  end();
});

test('W9: a document that is deleted while something was left to do for it leaves nothing to wait for', async () => {
  const { context, add, deleted, get, end } = await fixture();
  const id = await add(null, { state: 'completed', content_id: 'A', after_state: 'pending' });
  await context.ledger.history.deleteDocuments([id]);
  await cleanUp(context, await get(id));
  expect(deleted).toEqual(['A']);
  expect(await get(id)).toMatchObject({ state: 'cancelled', afterState: null });
  expect(await context.ledger.uploads.isUnfinished('p', [])).toBe(false);
  end();
});

async function fixture() {
  const database = openDatabase(':memory:');
  const ledger = createSqliteLedger(database, () => 1);
  const deleted: string[] = [];
  const context = {
    ledger,
    clock: { now: () => 1 },
    client: {
      documents: {
        async delete(contentId: string) {
          deleted.push(contentId);
          return { ok: true, value: 'deleted' };
        },
      },
    },
    folder: () => undefined,
  } as unknown as FinishContext & UploadContext;
  return {
    context,
    deleted,
    end: () => database.close(),
    get: async (id: number) => (await ledger.uploads.get(id)) as UploadRow,
    async add(replaces: number | null, patch: UploadPatch): Promise<number> {
      const [id = 0] = await ledger.uploads.addMany([
        {
          ...{
            profileId: 'p',
            folderId: 'f',
            path: '/f/a.txt',
            fileName: 'a.txt',
            size: 5,
            mtimeNs: 1n,
            lane: 1,
          },
          ...{ replaces, options: { ...defaultUploadOptions, changed: 'replace' as const } },
        },
      ]);
      await ledger.uploads.advance(id, ['queued'], patch);
      return id;
    },
  };
}
