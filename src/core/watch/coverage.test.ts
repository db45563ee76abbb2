import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { UploadState } from '#shared/uploads/upload.ts';
import { openDatabase } from '../ledger/database.ts';
import { createLocalFiles } from '../ledger/local-files.ts';
import type { Disposition } from '../ledger/local-file-row.ts';
import { coverageOf, placeOf } from './coverage.ts';
import { filesByReason } from './files-by-reason.ts';

function setUp() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-coverage-'));
  const database = openDatabase(join(directory, 'ledger.db'));
  onTestFinished(() => {
    database.close();
    rmSync(directory, { recursive: true });
  });
  const localFiles = createLocalFiles(database, Date.now);
  let count = 0;
  const add = (disposition: 'settling' | 'ignored' | 'held' | 'unreadable', reason: string | null = null) => {
    const name = `${++count}`;
    const place = { folderId: 'f', directory: '', name, nameKey: name };
    return localFiles.upsert({
      ...place,
      device: '1',
      inode: name,
      size: 1,
      mtimeNs: '1',
      disposition,
      reason,
    }).id;
  };
  const upload = (
    state: UploadState,
    { code = null as string | null, duplicateOf = null as number | null } = {},
  ) => {
    const { lastInsertRowid } = database
      .statement(
        `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, code,
          duplicate_of, options,
           created_at, updated_at) VALUES ('p', '', '', 1, '1', ?, 2, 0, ?, ?, '{}', 0, 0)`,
      )
      .run(state, code, duplicateOf);
    const id = Number(lastInsertRowid);
    localFiles.markTaken(add('settling'), id, 1, 1n);
    return id;
  };
  return { database, localFiles, add, upload };
}

test('coverage adds up, with every number in its place', () => {
  const { database, localFiles, add, upload } = setUp();
  add('settling');
  add('settling', 'pdf-end');
  add('settling', 'STILL_CHANGING');
  add('ignored', 'hidden');
  add('ignored', 'hidden');
  add('held', 'CHOICE_PENDING');
  add('unreadable', 'FILE_UNREADABLE');
  const completed = upload('completed');
  upload('duplicate', { duplicateOf: completed });
  const processing = upload('processing');
  upload('duplicate', { duplicateOf: processing });
  upload('attention', { code: 'UNKNOWN_TAG' });
  upload('cancelled');
  const left = localFiles.get(add('ignored', 'hidden'));
  if (left) localFiles.markGone(left, null);
  const coverage = coverageOf(database, 'f');
  expect(coverage).toEqual({
    seen: 13,
    searchable: 2,
    inProgress: 4,
    ignored: 3,
    attention: 4,
    waiting: 2,
    ignoredBy: { hidden: 2, cancelled: 1 },
    attentionBy: { STILL_CHANGING: 1, CHOICE_PENDING: 1, FILE_UNREADABLE: 1, UNKNOWN_TAG: 1 },
    waitingBy: { quiet: 1, 'pdf-end': 1 },
  });
  expect(coverageOf(database, 'other').seen).toBe(0);
});

test('X6: what waits is listed with its reason and when it goes, what is held back first; under way is listed beside it', () => {
  const { database, localFiles, add, upload } = setUp();
  add('settling');
  const place = { folderId: 'f', directory: 'sub', name: 'half.pdf', nameKey: 'half.pdf' };
  const seen = { ...place, device: '1', inode: '9', size: 7, mtimeNs: '1', disposition: 'settling' as const };
  const { id } = localFiles.upsert({ ...seen, reason: 'pdf-end', dueAt: 4000 });
  add('settling', 'STILL_CHANGING');
  upload('processing');
  upload('completed');
  const list = (place: 'waiting' | 'inProgress', reason: string | null = null) =>
    filesByReason(database, 'f', { place, reason, offset: 0, limit: 10 });
  const coverage = coverageOf(database, 'f');
  expect(list('waiting')).toMatchObject({
    total: coverage.waiting,
    rows: [
      { path: 'sub/half.pdf', reason: 'pdf-end', dueAt: 4000, size: 7, uploadId: null },
      { path: '1', reason: 'quiet', dueAt: null },
    ],
  });
  expect(list('waiting', 'pdf-end').rows.map(({ path }) => path)).toEqual(['sub/half.pdf']);
  expect(list('waiting', 'STILL_CHANGING')).toEqual({ total: 0, rows: [] });
  expect(list('inProgress').total).toBe(coverage.inProgress);
  expect(list('inProgress').rows.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
    '1 quiet',
    '3 uploading',
    'sub/half.pdf pdf-end',
  ]);
  expect(list('inProgress', 'uploading').rows).toHaveLength(1);
  localFiles.markTaken(id, upload('queued'), 7, 1n);
  expect(localFiles.get(id)).toMatchObject({ reason: null, dueAt: null });
});

test('the list behind a number is as long as the number, and goes by pages', () => {
  const { database, localFiles, add, upload } = setUp();
  for (let index = 0; index < 5; index += 1) add('ignored', 'hidden');
  add('ignored', 'type');
  add('settling', 'STILL_CHANGING');
  add('held', 'CHOICE_PENDING');
  const cancelled = upload('cancelled');
  upload('duplicate', { duplicateOf: cancelled });
  upload('attention', { code: 'UNKNOWN_TAG' });
  const completed = upload('completed');
  const gone = localFiles.list('f', { disposition: 'taken' }).find(({ uploadId }) => uploadId === completed);
  if (gone) localFiles.markGone(gone, 'DELETE_CAP');
  const coverage = coverageOf(database, 'f');
  for (const place of ['ignored', 'attention'] as const) {
    const all = filesByReason(database, 'f', { place, reason: null, offset: 0, limit: 100 });
    expect(all.total).toBe(coverage[place]);
    expect(all.rows).toHaveLength(coverage[place]);
    for (const [reason, count] of Object.entries(coverage[`${place}By`])) {
      const list = filesByReason(database, 'f', { place, reason, offset: 0, limit: 100 });
      expect(list.total).toBe(count);
      expect(list.rows.map((row) => row.reason)).toEqual(Array(count).fill(reason));
    }
  }
  const page = (offset: number) =>
    filesByReason(database, 'f', { place: 'ignored', reason: 'hidden', offset, limit: 2 }).rows;
  expect([...page(0), ...page(2), ...page(4)].map(({ path }) => path)).toEqual(['1', '2', '3', '4', '5']);
  const none = filesByReason(database, 'f', { place: 'ignored', reason: 'nothing', offset: 0, limit: 2 });
  expect(none).toEqual({ total: 0, rows: [] });
});

test('T2: a duplicate of a failed upload is where that one is, for the same reason', () => {
  const { database, upload } = setUp();
  const failed = upload('attention', { code: 'ENRICHMENT_FAILED' });
  upload('duplicate', { duplicateOf: failed });
  expect(coverageOf(database, 'f').attentionBy).toEqual({ ENRICHMENT_FAILED: 2 });
  const wanted = { place: 'attention', reason: 'ENRICHMENT_FAILED', offset: 0, limit: 10 } as const;
  const { total, rows } = filesByReason(database, 'f', wanted);
  expect(total).toBe(2);
  expect(rows.map(({ reason }) => reason)).toEqual(['ENRICHMENT_FAILED', 'ENRICHMENT_FAILED']);
});

test('every combination of outcomes has a place', () => {
  const outcomes = [null, 'open', 'completed', 'duplicate', 'attention', 'cancelled'] as const;
  const dispositions: Disposition[] = ['settling', 'taken', 'ignored', 'held', 'unreadable', 'gone'];
  for (const disposition of dispositions) {
    for (const outcome of outcomes) {
      for (const originalOutcome of outcomes) {
        const problems = { problem: null, originalProblem: null };
        const place = placeOf({ disposition, reason: null, outcome, originalOutcome, ...problems });
        expect(['searchable', 'inProgress', 'ignored', 'attention']).toContain(place.kind);
      }
    }
  }
});

test('what waits for another machine of a team is in progress, waits for that reason, and is listed by it', () => {
  const { database, add, upload } = setUp();
  add('settling', 'pdf-end');
  const held = upload('claiming');
  upload('claiming');
  database
    .statement(`UPDATE uploads SET state = 'claiming', remote_machine = 'FILESRV1' WHERE id = ?`)
    .run(held);
  const elsewhere = upload('duplicate');
  database.statement(`UPDATE uploads SET remote_content_id = 'X' WHERE id = ?`).run(elsewhere);
  const coverage = coverageOf(database, 'f');
  expect(coverage).toMatchObject({
    seen: 4,
    searchable: 1,
    inProgress: 3,
    waiting: 2,
    waitingBy: { 'pdf-end': 1, 'other-machine': 1 },
  });
  const list = (reason: string | null, offset = 0) =>
    filesByReason(database, 'f', { place: 'waiting', reason, offset, limit: 1 });
  expect(list('other-machine')).toMatchObject({
    total: 1,
    rows: [{ path: '2', reason: 'other-machine', state: 'claiming', uploadId: held, machine: 'FILESRV1' }],
  });
  expect(list(null)).toMatchObject({ total: 2, rows: [{ path: '1' }] });
  expect(list(null, 1)).toMatchObject({ total: 2, rows: [{ path: '2' }] });
  expect(list('pdf-end').total).toBe(1);
});
