import { expect, onTestFinished, test } from 'vitest';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { openDatabase } from '../ledger/database.ts';
import { createUploadHistory } from '../ledger/upload-history.ts';
import { decideVanished } from './decide-vanished.ts';
import { deletesDue } from './local-deletes.ts';

const now = 10_000_000;
const grace = 60_000;

/**
 * Two documents whose files vanished together and wait for a person, and a duplicate of the first in another
 * folder.
 */
function held() {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  database.sqlite.exec(`
    INSERT INTO uploads (id, profile_id, folder_id, path, file_name, size, mtime_ns, state, content_id,
    duplicate_of, lane, sort_key,
        options, created_at, updated_at) VALUES
      (1, 'p', 'f', '/f/a', 'a', 1, '1', 'completed', 'A', NULL, 1, 0, '{}', 0, 0),
      (2, 'p', 'f', '/f/b', 'b', 1, '1', 'completed', 'B', NULL, 1, 0, '{}', 0, 0),
      (3, 'p', 'g', '/g/copy', 'copy', 1, '1', 'duplicate', NULL, 1, 1, 0, '{}', 0, 0);
    INSERT INTO local_files (id, folder_id, directory, name, name_key, device, inode, size, mtime_ns,
    disposition, reason, upload_id,
        first_seen_at, changed_at, confirmed, confirmed_at) VALUES
      (1, 'f', '', 'a', 'a', '1', '1', 1, '1', 'gone', 'DELETE_CAP', 1, 0, 0, 2, 0),
      (2, 'f', '', 'b', 'b', '1', '2', 1, '1', 'gone', 'DELETE_CAP', 2, 0, 0, 2, 0),
      (3, 'g', '', 'copy', 'copy', '1', '3', 1, '1', 'taken', NULL, 3, 0, 0, 0, NULL)`);
  const folder = watchFolderSchema.parse({ id: 'f', path: '/f', profileId: 'p', localDelete: 'delete' });
  const { deleteDocuments } = createUploadHistory(database, () => now);
  return {
    reasons: () => database.sqlite.prepare('SELECT reason FROM local_files ORDER BY id').all(),
    decide: (choice: 'delete' | 'keep') =>
      decideVanished(
        {
          database,
          ofProfile: ['f', 'g'],
          now: () => now,
          deleteDocuments: async (ids) => deleteDocuments(ids),
        },
        folder,
        { choice, place: null },
      ),
    uploads: () => database.sqlite.prepare('SELECT id, state FROM uploads ORDER BY id').all(),
    /** The second file was edited before it vanished, and what was made of it never became a document. */
    newestOfSecond: (state: string, changed: string) =>
      database.sqlite.exec(`
        INSERT INTO uploads (id, profile_id, folder_id, path, file_name, size, mtime_ns, state, replaces,
        lane, sort_key, options, created_at,
          updated_at) VALUES (4, 'p', 'f', '/f/b', 'b', 1, '2', 'cancelled', 2, 1, 0,
          '{"changed":"${changed}"}', 0, 0),
            (5, 'p', 'f', '/f/b', 'b', 1, '3', '${state}', 4, 1, 0, '{"changed":"${changed}"}', 0, 0);
        UPDATE local_files SET upload_id = 4 WHERE id = 2;
        UPDATE local_files SET upload_id = 5 WHERE id = 2`),
    /**
     * The first file has a newer version; the second turned out to be another copy of the older one, and so
     * the last.
     */
    lastCopy: () =>
      database.sqlite.exec(`
        UPDATE uploads SET replaced_by = 9 WHERE id = 1;
        UPDATE uploads SET state = 'duplicate', content_id = NULL, duplicate_of = 1 WHERE id = 2;
        UPDATE local_files SET disposition = 'gone', reason = iif(id = 2, NULL, 'deleted')`),
    /** An upload more, as SQL: profile, folder, state, document, what it follows, its bytes. */
    add: (values: string) =>
      database.sqlite.exec(`INSERT INTO uploads (id, path, file_name, size, mtime_ns, lane, sort_key, options,
        created_at, updated_at, profile_id, folder_id, state, content_id, replaces, sha256)
          VALUES (9, '/g/other', 'other', 1, '7', 1, 0, '{"changed":"replace"}', 0, 0, ${values})`),
    sql: (text: string) => database.sqlite.exec(text),
    undecided: () => database.sqlite.exec(`UPDATE local_files SET reason = NULL WHERE folder_id = 'f'`),
    copyGoes: (reason: string | null) =>
      database.statement(`UPDATE local_files SET disposition = 'gone', reason = ? WHERE id = 3`).run(reason),
    due: () =>
      deletesDue(database, folder, { grace, now, passedAt: now }).deletions.map((one) => one.uploadId),
  };
}

test('W9: a delete that a person approved is passed on once nothing else stands for the document, and not said before', async () => {
  const { copyGoes, decide, due, reasons } = held();
  expect(await decide('delete')).toBe(2);
  expect(reasons()).toEqual([{ reason: 'DELETE_APPROVED' }, { reason: 'deleted' }, { reason: null }]);
  expect(due()).toEqual([]);
  // The delete of the copy is not proven yet, or a person is asked about it.
  for (const reason of [null, 'DELETE_APPROVED', 'DELETE_CAP', 'kept', 'after-upload']) {
    copyGoes(reason);
    expect(due()).toEqual([]);
  }
  copyGoes('deleted');
  expect(due()).toEqual([1]);
});

test('W9: what a person keeps is kept, whatever else stands for it', async () => {
  const { copyGoes, decide, due, reasons } = held();
  expect(await decide('keep')).toBe(2);
  expect(reasons()).toEqual([{ reason: 'kept' }, { reason: 'kept' }, { reason: null }]);
  copyGoes('deleted');
  expect(due()).toEqual([]);
});

test.each(['cancelled', 'attention'])(
  'W7, W9: the document of a file goes with it though newer versions were never sent (the last one %s)',
  async (state) => {
    const { decide, newestOfSecond, reasons, undecided, uploads, due } = held();
    newestOfSecond(state, 'replace');
    undecided();
    expect(due()).toEqual([]);
    expect(reasons()[1]).toEqual({ reason: 'DELETE_CAP' });
    await decide('delete');
    expect(uploads()[1]).toEqual({ id: 2, state: 'cancelling' });
    expect(reasons()[1]).toEqual({ reason: 'deleted' });
  },
);

test('W7, W9: where versions stand beside each other, an older one stays', async () => {
  const { newestOfSecond, reasons, undecided, due } = held();
  newestOfSecond('cancelled', 'new-document');
  undecided();
  expect(due()).toEqual([]);
  expect(reasons()[1]).toEqual({ reason: null });
});

test('W7, W9: the document of a replaced version goes with the last file that stood for it', async () => {
  const { decide, due, lastCopy, reasons, uploads } = held();
  lastCopy();
  expect(due()).toEqual([]);
  expect(reasons()[1]).toEqual({ reason: 'DELETE_CAP' });
  await decide('delete');
  expect(uploads()[0]).toEqual({ id: 1, state: 'cancelling' });
  expect(reasons()[1]).toEqual({ reason: 'deleted' });
});

test('W9: what a person deletes stays while a file that was not read yet may be the one that is gone', async () => {
  const { add, decide, due, reasons, sql, uploads } = held();
  add("'p', 'g', 'queued', NULL, NULL, NULL");
  expect(await decide('delete')).toBe(2);
  expect(uploads().slice(0, 2)).toEqual([
    { id: 1, state: 'completed' },
    { id: 2, state: 'completed' },
  ]);
  expect(reasons().slice(0, 2)).toEqual([{ reason: 'DELETE_APPROVED' }, { reason: 'DELETE_APPROVED' }]);
  sql("UPDATE uploads SET state = 'duplicate', duplicate_of = 1 WHERE id = 9");
  expect(due()).toEqual([2]);
});

test.each([
  ['at a former service, by hand', "'p-left-1', NULL, 'completed', 'B', NULL, 'bb'", []],
  ['at a former service, for a file that is gone', "'p-left-1', 'g', 'completed', 'B', NULL, 'bb'", []],
  ['in another profile, by hand', "'q', NULL, 'completed', 'B', NULL, 'bb'", []],
  ['at a former service, another document', "'p-left-1', NULL, 'completed', 'C', NULL, 'cc'", [2]],
])('W9: a document stays that was uploaded before %s', (_, values, expected) => {
  const { add, due, sql } = held();
  sql(`UPDATE local_files SET reason = NULL, disposition = iif(id = 1, 'taken', disposition)`);
  add(values);
  expect(due()).toEqual(expected);
});

test('W9: a document goes with its file after the profile was led to another service and back', () => {
  const { add, due, sql } = held();
  sql(`UPDATE uploads SET profile_id = 'p-left-1', sha256 = 'bb' WHERE id = 2;
    UPDATE local_files SET reason = NULL, disposition = iif(id = 1, 'taken', disposition)`);
  add("'p', 'f', 'completed', 'B', 2, 'bb'");
  sql('UPDATE local_files SET upload_id = 9 WHERE id = 2');
  expect(due()).toEqual([9]);
});

test('W9: a document stays after its other file was deleted where documents stay, and another profile has a new one under that name', () => {
  const { add, copyGoes, due, sql } = held();
  sql(`UPDATE uploads SET sha256 = 'aa' WHERE id IN (1, 3);
    UPDATE local_files SET reason = NULL, disposition = iif(id = 2, 'taken', disposition)`);
  add("'q', 'g', 'completed', 'Q', 3, 'qq'");
  sql('UPDATE local_files SET upload_id = 9 WHERE id = 3');
  copyGoes('deleted');
  expect(due()).toEqual([]);
});
