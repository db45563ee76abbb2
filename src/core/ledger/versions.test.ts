import { expect, onTestFinished, test } from 'vitest';
import type { ContentId } from '#shared/ids/ids.ts';
import { sendingStates } from '#shared/uploads/open-states.ts';
import { type UploadState, uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from './database.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';
import { uploadAt } from './testing/upload-at.ts';

const version = {
  profileId: 'p',
  folderId: null,
  path: '/a.pdf',
  fileName: 'a.pdf',
  size: 1,
  mtimeNs: 1n,
  lane: 0,
  replaces: null,
  options: uploadOptionsSchema.parse({ changed: 'replace' }),
};

test.each(sendingStates)(
  'a version that may still become a document (%s) is not taken for replaced',
  async (state) => {
    const database = openDatabase(':memory:');
    onTestFinished(() => database.close());
    const { uploads } = createSqliteLedger(database, () => 1);
    const [older = 0] = uploads.addMany([version]);
    const [newer = 0] = uploads.addMany([{ ...version, replaces: older }]);
    await uploads.advance(uploadAt(uploads, older), ['queued'], { state });
    await uploads.advance(uploadAt(uploads, newer), ['queued'], { state: 'completed' });
    expect(uploads.settleVersion(uploadAt(uploads, newer))).toBe(false);
    expect(uploads.get(older)).toMatchObject({ state, replacedBy: null });
    await uploads.advance(uploadAt(uploads, older), [state], { state: 'attention' });
    expect(uploads.settleVersion(uploadAt(uploads, newer))).toBe(true);
    expect(uploads.get(older)).toMatchObject({ state: 'cancelled', replacedBy: newer });
  },
);

/** Uploads one after another, each as the next of the one before it, and the last of them settled. */
async function lineOf(
  ...each: { answer?: string; changed?: string; of?: number; ends: UploadState | 'superseded' }[]
) {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const { uploads } = createSqliteLedger(database, () => 1);
  let newest: number | null = null;
  const ids: number[] = [];
  for (const { ends, of, ...options } of each) {
    const given = {
      ...version,
      folderId: 'f',
      replaces: newest,
      options: uploadOptionsSchema.parse({ changed: 'replace', ...options }),
    };
    [newest = 0] = uploads.addMany([given]);
    ids.push(newest);
    if (ends === 'superseded') continue;
    const content = ends === 'completed' ? { contentId: `content ${newest}` as ContentId } : {};
    const duplicateOf = of === undefined ? null : (ids[of] ?? null);
    await uploads.advance(uploadAt(uploads, newest), ['queued'], { state: ends, duplicateOf, ...content });
  }
  each.forEach(({ ends }, index) => {
    if (ends === 'superseded') uploads.supersede(uploadAt(uploads, Number(ids[index])));
  });
  expect(uploads.settleVersion(uploadAt(uploads, Number(newest)))).toBe(true);
  return ids.map((id) => uploads.get(id)?.replacedBy === newest);
}

test('a file beneath a drive replaces nothing of it, whatever became of its uploads', async () => {
  const drive = { ends: 'completed' } as const;
  const last = { ends: 'completed' } as const;
  for (const ends of ['superseded', 'cancelled', 'attention'] as const) {
    const [isReplaced] = await lineOf(drive, { answer: 'other-file', ends }, last);
    expect(isReplaced, ends).toBe(false);
  }
});

test('a question that was cancelled stands in no way of the answer to the next', async () => {
  const asked = { changed: 'ask', ends: 'cancelled' } as const;
  const answered = { changed: 'ask', answer: 'replace', ends: 'completed' } as const;
  expect(await lineOf({ ends: 'completed' }, asked, answered)).toEqual([true, true, false]);
  const kept = { changed: 'ask', answer: 'new-document', ends: 'completed' } as const;
  expect(await lineOf({ ends: 'completed' }, kept, answered)).toEqual([false, true, false]);
});

test('a file that got back the bytes of an older version has its document: it goes with the next version', async () => {
  const first = { ends: 'completed' } as const;
  const asked = { changed: 'ask', ends: 'cancelled' } as const;
  const back = { changed: 'ask', ends: 'duplicate', of: 0 } as const;
  const answered = { changed: 'ask', answer: 'replace', ends: 'completed' } as const;
  expect(await lineOf(first, asked, back, answered)).toEqual([true, false, true, false]);
  const second = { changed: 'new-document', ends: 'completed' } as const;
  expect(await lineOf(first, second, back, answered)).toEqual([true, false, true, false]);
  // The first is on a drive that is away, and the copy of it was beneath.
  const copy = { answer: 'other-file', ends: 'duplicate', of: 0 } as const;
  expect(await lineOf(first, copy, { ends: 'completed' })).toEqual([false, true, false]);
});

test.each([
  ['gone', 'deleted', 'replaced:3'],
  ['gone', 'kept', null],
  ['gone', null, null],
  ['taken', null, null],
] as const)(
  'a copy of a replaced file that is %s (%s) keeps the document, unless its delete was passed on',
  async (disposition, reason, afterState) => {
    const database = openDatabase(':memory:');
    onTestFinished(() => database.close());
    const { uploads } = createSqliteLedger(database, () => 1);
    const file = { ...version, folderId: 'f' };
    const [first = 0, copy = 0] = uploads.addMany([file, { ...file, path: '/copy.pdf' }]);
    const [newer = 0] = uploads.addMany([{ ...file, replaces: first }]);
    const contentId = 'A'.repeat(32) as ContentId;
    await uploads.advance(uploadAt(uploads, first), ['queued'], { state: 'completed', contentId });
    await uploads.advance(uploadAt(uploads, copy), ['queued'], { state: 'duplicate', duplicateOf: first });
    await uploads.advance(uploadAt(uploads, newer), ['queued'], { state: 'completed' });
    database
      .statement(
        `INSERT INTO local_files (folder_id, directory, name, name_key, device, inode, size, mtime_ns,
          disposition, reason, upload_id, first_seen_at, changed_at)
          VALUES ('f', '', 'copy.pdf', 'copy.pdf', '1', '1', 1, '1', ?, ?, ?, 0, 0)`,
      )
      .run(disposition, reason, copy);
    expect(uploads.settleVersion(uploadAt(uploads, newer))).toBe(true);
    expect(uploads.get(first)).toMatchObject({ replacedBy: newer, afterState });
  },
);
