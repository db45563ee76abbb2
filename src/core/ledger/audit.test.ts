import { expect, onTestFinished, test } from 'vitest';
import { auditLedger, invariants, repairBroken } from './audit.ts';
import { openDatabase } from './database.ts';

/**
 * A sound ledger: a file, its touched twin with another time, a duplicate, files that wait, and one not
 * stored.
 */
function createLedger() {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  database.exec(`
    INSERT INTO uploads (id, profile_id, folder_id, path, file_name, size, mtime_ns, sha256, state,
        content_id, duplicate_of, lane, sort_key, options, created_at, updated_at) VALUES
      (1, 'p', 'f', '/f/a', 'a', 5, '1', 'aa', 'completed', 'A', NULL, 1, 0, '{}', 0, 0),
      (2, 'p', 'f', '/f/copy', 'copy', 5, '2', 'aa', 'duplicate', NULL, 1, 1, 0, '{}', 0, 0),
      (3, 'p', 'f', '/f/b', 'b', 7, '3', NULL, 'queued', NULL, NULL, 1, 0, '{}', 0, 0),
      (4, 'p', 'f', '/f/c', 'c', 9, '4', 'cc', 'attention', NULL, NULL, 1, 0, '{}', 0, 0),
      (6, 'p', 'f', '/f/d', 'd', 9, '4', 'dd', 'completed', 'D', NULL, 1, 0, '{"noStore":true}', 0, 0),
      (5, 'p-left-1', 'f', '/f/old', 'old', 9, '4', 'cc', 'completed', 'O', NULL, 1, 0, '{}', 0, 0);
    INSERT INTO claims VALUES ('p', 'aa', 1);
    INSERT INTO local_files (id, folder_id, directory, name, name_key, device, inode, size, mtime_ns, sha256,
        disposition, upload_id, first_seen_at, changed_at) VALUES
      (1, 'f', '', 'a', 'a', '1', '1', 5, '99', 'aa', 'taken', 1, 0, 0),
      (2, 'f', '', 'copy', 'copy', '1', '2', 5, '2', 'aa', 'taken', 2, 0, 0),
      (3, 'f', '', 'b', 'b', '1', '3', 7, '3', NULL, 'taken', 3, 0, 0),
      (4, 'f', '', 'new', 'new', '1', '4', 8, '8', NULL, 'settling', 1, 0, 0)`);
  const audit = () =>
    [...auditLedger(database)]
      .filter(({ ids }) => ids.length > 0)
      .map(({ invariant, ids }) => [invariant.name, ids] as const);
  const repair = () => {
    for (const broken of auditLedger(database)) repairBroken(database, broken, 7);
  };
  return { database, audit, repair };
}

test('a sound ledger breaks no invariant', () => {
  const { audit } = createLedger();
  expect(audit()).toEqual([]);
});

const ways = {
  'a file that is taken has the bytes of its upload': [
    // As after the decision about old bytes was written about new ones.
    [`UPDATE local_files SET size = 99, sha256 = NULL WHERE id = 1`, 1],
    [
      `INSERT INTO local_files (id, folder_id, directory, name, name_key, device, inode, size, mtime_ns,
        disposition, first_seen_at, changed_at) VALUES
        (9, 'f', '', 'z', 'z', '1', '9', 1, '1', 'taken', 0, 0)`,
      9,
    ],
  ],
  'bytes that are sent, or were, to stay are claimed': [['DELETE FROM claims', 1]],
  'a claim is for the bytes of its upload, which has a document or is to make one': [
    [`INSERT INTO claims VALUES ('p', 'cc', 4)`, 4],
    [`INSERT INTO claims VALUES ('p', 'dd', 1)`, 1],
  ],
  'a duplicate stands for the document of another upload with the same bytes': [
    ['UPDATE uploads SET duplicate_of = 4 WHERE id = 2', 2],
    ['UPDATE uploads SET duplicate_of = NULL WHERE id = 2', 2],
    ['UPDATE uploads SET duplicate_of = 2 WHERE id = 2', 2],
  ],
  'a document is of one upload': [[`UPDATE uploads SET content_id = 'A' WHERE id = 4`, 4]],
} as const;

test.each(
  Object.entries(ways).flatMap(([name, broken]) => broken.map(([sql, id]) => [name, sql, id] as const)),
)('finds, and repairs where it can: not "%s"', (name, sql, id) => {
  const { database, audit, repair } = createLedger();
  database.exec(sql);
  expect(audit()).toContainEqual([name, [id]]);
  repair();
  const isRepairable = invariants.find((one) => one.name === name)?.repair !== undefined;
  expect(audit().some(([broken]) => broken === name)).toBe(!isRepairable);
});

test('of duplicates of each other, each is queued again', () => {
  const { database, audit, repair } = createLedger();
  database.exec(`DELETE FROM claims;
    UPDATE uploads SET state = 'duplicate', content_id = NULL, duplicate_of = 2 WHERE id = 1`);
  const name = 'a duplicate stands for the document of another upload with the same bytes';
  expect(audit()).toEqual([[name, [1, 2]]]);
  repair();
  expect(audit()).toEqual([]);
});

test('a duplicate of a duplicate with a document breaks no invariant', () => {
  const { database, audit } = createLedger();
  database.exec(`INSERT INTO uploads (id, profile_id, path, file_name, size, mtime_ns, sha256, state,
      duplicate_of, lane, sort_key, options, created_at, updated_at)
    VALUES (7, 'p', '/f/third', 'third', 5, '1', 'aa', 'duplicate', 2, 1, 0, '{}', 0, 0)`);
  expect(audit()).toEqual([]);
});

test('every invariant has a way in which it is broken', () => {
  expect(Object.keys(ways)).toEqual(invariants.map(({ name }) => name));
});
