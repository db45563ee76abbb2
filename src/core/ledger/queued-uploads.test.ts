import { expect, onTestFinished, test } from 'vitest';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from './database.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';
import { uploadAt } from './testing/upload-at.ts';

test('W10: of two profiles that adopt the same document at once, one has it', async () => {
  const database = openDatabase(':memory:');
  const { uploads } = createSqliteLedger(database, () => 1);
  onTestFinished(() => database.close());
  const add = (profileId: string) => {
    const file = { path: '/a.pdf', fileName: 'a.pdf', size: 1, mtimeNs: 1n, lane: 0, replaces: null };
    const options = uploadOptionsSchema.parse({});
    return uploads.addMany([{ profileId, folderId: null, ...file, options }])[0] ?? 0;
  };
  const ids = ['p', 'q'].map(add);
  database.exec(`UPDATE uploads SET state = 'enriching'`);
  const contentId = contentIdSchema.parse('A'.repeat(32));
  const adopt = (id: number, others: string[]) =>
    uploads.adopt(uploadAt(uploads, id), { state: 'processing', contentId }, { kind: 'adopted' }, others);
  const [one = 0, other = 0] = ids;
  expect([adopt(one, ['q']), adopt(other, ['p'])]).toEqual(['adopted', 'taken']);
  expect(uploads.get(other)).toMatchObject({ state: 'enriching', contentId: null });
  // Another service may use the same id.
  expect(adopt(other, [])).toBe('adopted');
});

test.each([
  [`state = 'attention', code = 'ENRICHMENT_FAILED', remote_status = 'failed'`, true],
  [`state = 'attention', code = 'NOT_INTACT'`, false],
  [`state = 'queued', paused = 1`, false],
  [`state = 'processing'`, true],
])('what is left to do for a duplicate is work while its first is %s: %s', (first, isWork) => {
  const database = openDatabase(':memory:');
  const { uploads } = createSqliteLedger(database, () => 1);
  onTestFinished(() => database.close());
  const common = { profileId: 'p', folderId: 'f', fileName: 'a.pdf', size: 1, mtimeNs: 1n, lane: 0 };
  const options = uploadOptionsSchema.parse({});
  uploads.addMany(['/a.pdf', '/b.pdf'].map((path) => ({ ...common, path, replaces: null, options })));
  database.exec(`UPDATE uploads SET content_id = 'A', ${first} WHERE id = 1;
    UPDATE uploads SET state = 'duplicate', duplicate_of = 1, after_state = 'pending' WHERE id = 2`);
  expect(uploads.hasMoreToDo('p', [])).toBe(isWork);
});
