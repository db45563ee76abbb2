import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type UploadState, uploadStates } from '#shared/uploads/upload.ts';
import { type Database, openDatabase } from './database.ts';
import { createAttentionCounts } from './attention-counts.ts';
import { createUploadCounts } from './upload-counts.ts';
import { type ScopedFilter, toSql } from './upload-filter.ts';

/** What statements of the ledger do to rows. The ids are small, so that they meet. */
const steps = {
  add: `INSERT OR IGNORE INTO uploads (id, profile_id, folder_id, path, file_name, size, mtime_ns, state,
          lane, sort_key, code, duplicate_of, options, created_at, updated_at)
        VALUES (:id, iif(:size % 2, 'p', 'q'), :folder, '/x', 'x', :size, '0', :state, 2, 0, :code,
          (SELECT id FROM uploads WHERE id = :other), '{}', 0, 0)`,
  move: 'UPDATE uploads SET state = :state, code = :code WHERE id = :id',
  moveMany: 'UPDATE uploads SET state = :state, code = :code WHERE id % 2 = :id % 2',
  stand: `UPDATE uploads SET remote_content_id = iif(:size % 2, 'R', NULL), state = :state, code = :code,
            remote_status = iif(:other % 2, 'failed', NULL) WHERE id = :id`,
  pause: 'UPDATE uploads SET paused = :size % 2 WHERE id <= :id',
  resize: 'UPDATE uploads SET size = :size, folder_id = :folder WHERE id = :id',
  pointAt: `UPDATE uploads SET state = 'duplicate', duplicate_of = (SELECT id FROM uploads WHERE id = :other)
             WHERE id = :id AND id <> :other`,
  forget: `DELETE FROM uploads WHERE id = :id AND id NOT IN
             (SELECT duplicate_of FROM uploads WHERE duplicate_of IS NOT NULL)`,
  find: `INSERT OR IGNORE INTO local_files (id, folder_id, directory, name, name_key, device, inode, size,
           mtime_ns, disposition, reason, upload_id, first_seen_at, changed_at)
         VALUES (:id, coalesce(:folder, 'f'), '', :id, :id, '1', :id, 1, '0', :disposition, :code,
           (SELECT id FROM uploads WHERE id = :other), 0, 0)`,
  take: `UPDATE local_files SET disposition = 'taken', reason = NULL,
           upload_id = (SELECT id FROM uploads WHERE id = :other) WHERE id = :id`,
  judge: 'UPDATE local_files SET disposition = :disposition, reason = :code WHERE id = :id',
  rehome: `UPDATE OR IGNORE local_files SET folder_id = coalesce(:folder, 'f'), name_key = :other
            WHERE id = :id`,
  lose: 'DELETE FROM local_files WHERE id = :id',
};

const ids = fc.nat({ max: 4 });
/** Most can go wrong with those that need a person: they alone count by their code. */
const states = fc.oneof(fc.constantFrom(...uploadStates), fc.constant<UploadState>('attention'));
const values = fc.record({
  id: ids,
  other: ids,
  size: fc.nat({ max: 9 }),
  state: states,
  code: fc.constantFrom(null, 'FILE_GONE', 'DOCUMENT_GONE'),
  folder: fc.constantFrom(null, 'f', 'g'),
  disposition: fc.constantFrom('settling', 'taken', 'ignored', 'held', 'unreadable', 'gone'),
});
const doing = (...names: (keyof typeof steps)[]) =>
  fc.record({ sql: fc.constantFrom(...names.map((name) => steps[name])), values });
/** First there is something, then everything happens to it. */
const history = fc
  .tuple(
    fc.array(doing('add'), { minLength: 5, maxLength: 8 }),
    fc.array(doing('find', 'take', 'pointAt'), { minLength: 8, maxLength: 20 }),
    fc.array(doing(...(Object.keys(steps) as (keyof typeof steps)[])), { minLength: 5, maxLength: 30 }),
  )
  .map((parts) => parts.flat());

const filters: readonly ScopedFilter[] = [
  { profileId: null },
  { profileId: 'p' },
  { profileId: null, folderId: null },
  { profileId: 'q', folderId: 'f' as NonNullable<ScopedFilter['folderId']> },
  { profileId: null, states: ['queued', 'putting', 'attention'] },
];

function openInMemory(): Database {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  // Here rows come and go as no statement of the ledger may let them.
  database.exec('DROP TRIGGER local_files_end; DROP TRIGGER local_files_hand_on');
  return database;
}

/** All counts, and what they ought to be by a look at every row. */
function compare({ statement }: Database, counts: ReturnType<typeof createUploadCounts>): void {
  const all = (sql: string, values: (string | number)[] = []) => statement(sql).all(...values);
  expect(all('SELECT * FROM upload_counts WHERE files <> 0')).toEqual(
    all(`SELECT profile_id, coalesce(folder_id, '') AS folder_id, standing, problem, count(*) AS files,
                sum(size) AS bytes FROM uploads GROUP BY 1, 2, 3, 4`),
  );
  expect(all('SELECT * FROM file_counts WHERE files <> 0')).toEqual(
    all(`SELECT files.folder_id, disposition, coalesce(reason, '') AS reason,
                coalesce(uploads.outcome, '') AS outcome, coalesce(uploads.problem, '') AS problem,
                coalesce(originals.outcome, '') AS original_outcome,
                coalesce(originals.problem, '') AS original_problem, count(*) AS files
           FROM local_files AS files LEFT JOIN uploads ON uploads.id = files.upload_id
             LEFT JOIN uploads AS originals ON originals.id = uploads.duplicate_of
           GROUP BY 1, 2, 3, 4, 5, 6, 7`),
  );
  expect(counts.backlog()).toEqual(
    all(`SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM uploads WHERE paused = 0
           AND state IN ('queued', 'claiming', 'enriching', 'reserved', 'putting', 'verifying')`)[0],
  );
  for (const filter of filters) {
    const where = toSql(filter);
    const rows = all(
      `SELECT state, count(*) AS n FROM uploads WHERE ${where.sql} GROUP BY state`,
      where.values,
    );
    expect(counts.counts(filter)).toEqual(Object.fromEntries(rows.map(({ state, n }) => [state, n])));
  }
}

test('whatever becomes of uploads and local files, the counts are what counting every row would say', () => {
  const database = openInMemory();
  const counts = createUploadCounts(database);
  const run = fc.property(history, (taken) => {
    database.exec('UPDATE uploads SET duplicate_of = NULL; DELETE FROM uploads; DELETE FROM local_files;');
    for (const { sql, values } of taken) {
      const statement = database.statement(sql);
      statement.setAllowUnknownNamedParameters(true);
      statement.run(values);
      compare(database, counts);
    }
  });
  fc.assert(run, { numRuns: 40 });
});

test('counts and coverage are kept, not counted: no statement looks at every row', () => {
  const database = openInMemory();
  const planOf = (sql: string) =>
    database.sqlite
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail));
  const asked: string[] = [];
  const statement: Database['statement'] = (sql) => {
    asked.push(sql);
    return database.statement(sql);
  };
  const spy = { ...database, statement };
  createUploadCounts(spy).counts({ profileId: null });
  createUploadCounts(spy).backlog();
  createAttentionCounts(spy).countFailedSteps('p');
  expect(planOf(asked.at(-1) ?? '')).toEqual([expect.stringContaining('uploads_steps_failed')]);
  const scans = asked.flatMap(planOf).filter((step) => /^SCAN (uploads|local_files)/.test(step));
  expect({ asked: asked.length, scans }).toEqual({ asked: 3, scans: [] });
});
