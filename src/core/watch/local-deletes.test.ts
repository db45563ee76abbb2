import { expect, onTestFinished, test } from 'vitest';
import { type WatchFolder, watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { openDatabase } from '../ledger/database.ts';
import { deletesDue } from './local-deletes.ts';

const now = 10_000_000;
const grace = 60_000;
const old = now - 2 * grace;

interface Row {
  readonly disposition?: 'taken' | 'settling' | 'gone';
  readonly reason?: string | null;
  readonly device?: string;
  /** Bytes. */
  readonly size?: number;
  readonly at?: number;
  readonly confirmed?: number;
  readonly confirmedAt?: number | null;
  /** Changed and then set back: a later upload stands for the document of the first one. */
  readonly isSetBack?: boolean;
  readonly state?: string;
  /** A duplicate of it in the folder, and what the watch knows of that file. */
  readonly copy?: string;
}

const gone: Row = { disposition: 'gone', confirmed: 2, confirmedAt: old };
const times = (count: number, row: Row = {}) => Array<Row>(count).fill(row);

function due(rows: readonly Row[], changes: Partial<WatchFolder> = {}, passedAt = now - 1000) {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  for (const [index, row] of rows.entries()) {
    const { disposition = 'taken', reason = null, device = '1', at = old } = row;
    const size = row.size ?? index + 1;
    database
      .statement(
        `INSERT INTO uploads (id, profile_id, folder_id, path, file_name, size, mtime_ns, state, lane,
          sort_key, options, created_at,
           updated_at) VALUES (?1, 'p', 'f', ?2, '', ?4, ?1, ?3, 1, 0, '{}', 0, 0)`,
      )
      .run(index + 1, `/f/${index}`, row.state ?? 'completed', size);
    database
      .statement(
        `INSERT INTO local_files (folder_id, directory, name, name_key, device, inode, size, mtime_ns,
          disposition, reason, upload_id,
           first_seen_at, changed_at, confirmed, confirmed_at)
           VALUES ('f', '', ?1, ?1, ?2, 'file-' || ?1, ?9, ?1, ?3, ?4, ?5, 0, ?6, ?7, ?8)`,
      )
      .run(
        ...([String(index), device, disposition, reason, index + 1, at] as const),
        ...([row.confirmed ?? 0, row.confirmedAt ?? null, size] as const),
      );
  }
  for (const [index, { isSetBack }] of rows.entries()) {
    if (!isSetBack) continue;
    const [first, again] = [index + 1, rows.length + index + 1];
    database
      .statement(
        `INSERT INTO uploads (id, profile_id, folder_id, path, file_name, size, mtime_ns, state, duplicate_of,
          replaces, lane, sort_key, options, created_at, updated_at)
          SELECT ?2, 'p', 'f', path, '', 1, '1', 'duplicate', id, id, 1, 0, '{}', 0, 0 FROM uploads WHERE id = ?1`,
      )
      .run(first, again);
    database.statement('UPDATE local_files SET upload_id = ? WHERE upload_id = ?').run(again, first);
  }
  for (const [index, { copy }] of rows.entries()) {
    if (copy === undefined) continue;
    const id = 1_000 + index;
    database
      .statement(
        `INSERT INTO uploads (id, profile_id, folder_id, path, file_name, size, mtime_ns, state, duplicate_of,
          lane, sort_key, options, created_at, updated_at)
          VALUES (?, 'p', 'f', '/f/copy', '', 1, '1', 'duplicate', ?, 1, 0, '{}', 0, 0)`,
      )
      .run(id, index + 1);
    database
      .statement(
        `INSERT INTO local_files (folder_id, directory, name, name_key, device, inode, size, mtime_ns,
          disposition, upload_id, first_seen_at, changed_at)
          VALUES ('f', '', 'copy', 'copy', '1', 'copy', 1, '1', ?, ?, 0, 0)`,
      )
      .run(copy, id);
  }
  const given = { id: 'f', path: '/f', profileId: 'p', localDelete: 'delete', ...changes };
  const { deletions, held, wantsPass } = deletesDue(database, watchFolderSchema.parse(given), {
    grace,
    now,
    passedAt,
  });
  return { due: deletions.length, held, wantsPass };
}

test.each([
  ['none', 0, null, { due: 0, wantsPass: false }],
  ['one pass, a moment ago', 1, now - 1, { due: 0, wantsPass: false }],
  ['one pass, a grace time ago', 1, now - grace, { due: 0, wantsPass: true }],
  ['two passes', 2, old, { due: 1, wantsPass: false }],
])('a delete proved by %s', (_, confirmed, confirmedAt, expected) => {
  expect(due([...times(3), { ...gone, confirmed, confirmedAt }])).toMatchObject(expected);
});

test('a delete that no pass has looked for yet asks for one, and one that a pass could not prove does not', () => {
  const row = { ...gone, confirmed: 0, confirmedAt: null };
  expect(due([...times(3), row], {}, old - 1)).toMatchObject({ due: 0, wantsPass: true });
  expect(due([...times(3), row], {}, old + 1)).toMatchObject({ due: 0, wantsPass: false });
});

test('a file that has the bytes of its first version again takes that document with it', () => {
  expect(due([...times(3), { ...gone, isSetBack: true }])).toMatchObject({ due: 1 });
  expect(due([...times(3), { isSetBack: true }])).toMatchObject({ due: 0 });
});

test('while files go on vanishing, nothing is passed on', () => {
  expect(due([...times(9), gone, { ...gone, at: now - grace + 1 }])).toMatchObject({ due: 0, held: 0 });
});

test('nothing is passed on where the folder does not ask for it', () => {
  expect(due([...times(3), gone], { localDelete: 'keep' })).toMatchObject({ due: 0, held: 0 });
  expect(due([...times(3), gone], { afterUpload: 'move' })).toMatchObject({ due: 0, held: 0 });
});

const recently: Row = { disposition: 'gone', reason: 'deleted', at: now - grace };

test.each([
  ['more than the cap', [...times(9), ...times(3, gone)], { deleteCap: 2 }, 3],
  [
    'the cap together with those of the last minutes',
    [...times(9), ...times(2, gone), recently],
    { deleteCap: 2 },
    2,
  ],
  ['all of a folder, be it one file', [gone], {}, 1],
  ['the last of a folder, after the others', [gone, ...times(4, recently)], {}, 1],
  ['all of a volume', [...times(9), { ...gone, device: '50' }], {}, 1],
  ['ten, and more than half', [...times(9), ...times(10, gone)], {}, 10],
] satisfies [string, Row[], Partial<WatchFolder>, number][])('held: %s', (_, rows, changes, held) => {
  expect(due(rows, changes)).toEqual({ due: 0, held, wantsPass: false });
});

test.each([
  ['nine, though more than half', [...times(2), ...times(9, gone)], 9],
  ['one, while the others are saved again', [...times(9, { disposition: 'settling' }), gone], 1],
  ['ten of twenty', [...times(10), ...times(10, gone)], 10],
  ['what a person approved, be it all', times(30, { ...gone, reason: 'DELETE_APPROVED', device: '' }), 30],
] satisfies [string, Row[], number][])('passed on: %s', (_, rows, count) => {
  expect(due(rows)).toMatchObject({ due: count, held: 0 });
});

test.each([
  ['is settling on another drive', { disposition: 'settling', device: '2' }],
  ['is settling, as a copy', { disposition: 'settling' }],
  ['waits to be read on another drive', { state: 'queued', device: '2' }],
  ['could not be read', { state: 'attention' }],
] satisfies [string, Row][])('a document stays while its file has another name and %s', (_, other) => {
  expect(due([...times(9), gone, gone, { ...other, size: 10 }])).toMatchObject({ due: 1 });
});

test('a document goes although a file that was read has its size', () => {
  expect(due([...times(9), gone, { state: 'completed', size: 10 }])).toMatchObject({ due: 1 });
});

test('what vanished with a volume is held alone; other deletes are looked at again the next time', () => {
  expect(due([...times(9), gone, { ...gone, device: '50' }])).toMatchObject({ due: 0, held: 1 });
});

test.each(['taken', 'settling', 'unreadable', 'held'])(
  'a document stays while another file has its bytes, also one that is %s at the moment',
  (copy) => {
    expect(due([...times(3), { ...gone, copy }])).toMatchObject({ due: 0 });
  },
);

test('files whose documents are still being processed count among those that vanished together', () => {
  const cap = { deleteCap: 25 };
  const open = times(30, { ...gone, state: 'processing' });
  expect(due([...times(500), ...times(10, gone), ...open], cap)).toMatchObject({
    due: 0,
    held: 40,
  });
  // Below the cap the complete ones go, and the others once they are.
  expect(due([...times(500), ...times(10, gone), ...open.slice(0, 5)], cap)).toMatchObject({ due: 10 });
});
