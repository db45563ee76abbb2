import { expect, onTestFinished, test } from 'vitest';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { type Database, openDatabase } from './database.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';

const uuidOfVersion4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const newUpload = {
  profileId: 'p',
  folderId: null,
  path: '/a.pdf',
  fileName: 'a.pdf',
  size: 1,
  mtimeNs: 1n,
  lane: 0,
  replaces: null,
  options: uploadOptionsSchema.parse({}),
};

const uuidsIn = ({ statement }: Database) =>
  statement('SELECT uuid FROM uploads ORDER BY id')
    .all()
    .map(({ uuid }) => String(uuid));

function expectUuids(uuids: readonly string[], count: number): void {
  expect(new Set(uuids).size).toBe(count);
  for (const uuid of uuids) expect(uuid).toMatch(uuidOfVersion4);
}

test('an upload has a name of its own from its first moment, also where a deleted row gave its id away', () => {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const { uploads } = createSqliteLedger(database, () => 1);
  const [first = 0, last = 0] = uploads.addMany([newUpload, newUpload]);
  const before = uuidsIn(database);
  database.statement('DELETE FROM uploads WHERE id = ?').run(last);
  const [again] = uploads.addMany([newUpload]);
  expect(again).toBe(last);
  expectUuids([...before, ...uuidsIn(database)], 3);
  expect(uploads.get(first)?.uuid).toBe(before[0]);
});
