import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { createUploadQueue, type NextQuery } from './upload-queue.ts';

const now = 1_000_000;
const query: NextQuery = { profileId: 'p', now, limit: 64, exclude: new Set(), pausedFolders: ['asleep'] };

function emptyLedger(): Database {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-queue-'));
  const database = openDatabase(join(directory, 'ledger.sqlite'));
  onTestFinished(() => {
    database.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return database;
}

/** Rows whose columns are SQL over `i`, from 1. */
function fill(database: Database, rows: number, columns: Record<string, string>): void {
  const all: Record<string, string> = {
    profile_id: "'p'",
    folder_id: "'inbox'",
    path: "'/x/' || i",
    file_name: "'x'",
    size: '5',
    mtime_ns: "'0'",
    state: "'queued'",
    lane: '2',
    sort_key: 'i',
    options: "'{}'",
    created_at: '0',
    updated_at: '0',
    ...columns,
  };
  database.sqlite.exec(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
       INSERT INTO uploads (${Object.keys(all).join()}) SELECT ${Object.values(all).join()} FROM n`,
  );
}

/** The queue, every statement it ran, and how many rows SQLite looked at for them. */
function watchedQueue(database: Database) {
  const ran: string[] = [];
  let visits = 0;
  database.sqlite.function('visited', { varargs: true }, () => {
    visits++;
    return 1;
  });
  const queue = createUploadQueue({
    statement(sql) {
      // First of the conditions, so that a row that another one throws away is counted too.
      const statement = database.statement(sql.replace('WHERE', 'WHERE visited(id) AND'));
      const watched =
        (name: 'get' | 'all') =>
        (...values: never[]) => {
          ran.push(sql);
          return statement[name](...values);
        };
      return { get: watched('get'), all: watched('all') } as unknown as typeof statement;
    },
  });
  return { queue, ran, visits: () => visits };
}

/** What waits, in every way there is. */
function fillWithWaiting(database: Database, rows: number): void {
  fill(database, rows, { paused: '1' });
  fill(database, rows, { folder_id: "'asleep'" });
  fill(database, rows, { folder_id: "'asleep'", not_before: `${now} - i` });
  fill(database, rows, { lane: 'i % 3', not_before: `${now} + i` });
  fill(database, rows, { folder_id: 'NULL', size: '20000000', not_before: `${now} + i` });
  fill(database, rows, { state: "'completed'" });
  fill(database, rows, { profile_id: "'another'" });
}

test.each([{ onlyCancelling: false }, { onlyCancelling: true }])(
  'looking for what is next, and when, is as much work with 3,000 waiting rows of each kind as with 10 (%o)',
  (paused) => {
    const work = [10, 3_000].map((rows) => {
      const database = emptyLedger();
      fillWithWaiting(database, rows);
      const { queue, ran, visits } = watchedQueue(database);
      expect(queue.next({ ...query, ...paused })).toEqual([]);
      expect(queue.nextWake({ ...query, ...paused })).toBe(paused.onlyCancelling ? undefined : now + 1);
      expect(queue.hasMore('p', ['asleep'])).toBe(true);
      return { ran, visits: visits() };
    });
    expect(work[1]).toEqual(work[0]);
  },
);

test('no question reads rows to throw them away or to sort them', () => {
  const database = emptyLedger();
  fillWithWaiting(database, 10);
  fill(database, 3, {});
  const { queue, ran } = watchedQueue(database);
  expect(queue.next(query)).toHaveLength(3);
  queue.next({ ...query, onlySmall: true });
  queue.nextWake(query);
  queue.hasMore('p', []);
  const plans = [...new Set(ran)].map((sql) =>
    database.sqlite
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => (row as { detail: string }).detail),
  );
  const index = (name: string, columns: string) => [`SEARCH uploads USING INDEX ${name} (${columns})`];
  expect(plans.sort()).toEqual(
    [
      index('uploads_ready', 'profile_id=? AND line>?'),
      index('uploads_ready', 'profile_id=? AND line=? AND large=?'),
      index('uploads_waiting', 'profile_id=? AND line>?'),
      index('uploads_waiting', 'profile_id=? AND line=? AND large=? AND lane>?'),
      index('uploads_waiting', 'profile_id=? AND line=? AND large=? AND lane=? AND not_before<?'),
      index('uploads_waiting', 'profile_id=? AND line=? AND large=? AND lane=? AND not_before>?'),
      ['SEARCH uploads USING INTEGER PRIMARY KEY (rowid=?)'],
    ].sort(),
  );
});

test('it finds what one plain look at every row would find, in the same order', () => {
  const database = emptyLedger();
  fill(database, 900, {
    profile_id: "CASE i % 7 WHEN 0 THEN 'another' ELSE 'p' END",
    folder_id: "CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN 'asleep' ELSE 'f' || (i % 3) END",
    state: `CASE i % 11 WHEN 0 THEN 'completed' WHEN 1 THEN 'cancelling' WHEN 2 THEN 'verifying'
      WHEN 3 THEN 'processing'
      WHEN 4 THEN 'enriching' ELSE 'queued' END`,
    paused: 'i % 13 = 0',
    lane: '(i * 31) % 3',
    sort_key: '(i * 7919) % 1000 - 100',
    size: 'CASE i % 4 WHEN 0 THEN 16777217 ELSE 16777216 END',
    not_before: `CASE i % 6 WHEN 0 THEN ${now} - i WHEN 1 THEN ${now} + i WHEN 2 THEN ${now} ELSE 0 END`,
  });
  const queue = createUploadQueue(database);
  for (const pausedFolders of [[], ['asleep', 'f1']]) {
    for (const onlySmall of [true, false]) {
      for (const onlyCancelling of [true, false]) {
        const moves = `profile_id = 'p' AND paused = 0 AND (state = 'cancelling' OR NOT ${onlyCancelling}
          AND state IN ('queued', 'enriching', 'reserved', 'putting', 'verifying')
          AND (folder_id IS NULL OR folder_id NOT IN (SELECT value
          FROM json_each('${JSON.stringify(pausedFolders)}'))))`;
        const plain = database.sqlite
          .prepare(
            `SELECT id FROM uploads WHERE ${moves} AND not_before <= ${now} AND NOT (${onlySmall}
              AND size > 16777216)
               ORDER BY lane, sort_key, id`,
          )
          .all()
          .map((row) => (row as { id: number }).id);
        const given = { ...query, pausedFolders, onlySmall, onlyCancelling, limit: 1_000 };
        expect(queue.next(given).map((row) => row.id)).toEqual(plain);
        const exclude = new Set(plain.slice(0, 3));
        expect(queue.next({ ...given, exclude, limit: 5 }).map((row) => row.id)).toHaveLength(
          Math.min(5, plain.length - 3),
        );
        const wake = database.sqlite
          .prepare(`SELECT min(not_before) AS at FROM uploads WHERE ${moves} AND not_before > ${now}`)
          .get() as { at: number | null };
        expect(queue.nextWake(given)).toBe(wake.at ?? undefined);
      }
    }
  }
});
