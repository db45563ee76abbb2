import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { type Database, openDatabase } from './database.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';
import { openOldLedger } from './testing/old-ledger.ts';

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

test('the uploads of an older ledger each get a name', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-ledger-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'ledger.sqlite');
  const old = openOldLedger(path, '0025');
  const insert = old.statement(
    `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, options,
       created_at, updated_at) VALUES ('p', '', '', 1, '1', 'completed', 2, 0, '{}', 0, 0)`,
  );
  for (let row = 0; row < 200; row++) insert.run();
  old.close();
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  expectUuids(uuidsIn(database), 200);
});
