import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { openDatabase } from '../ledger/database.ts';
import { createFacts } from '../ledger/facts.ts';
import { createLocalFiles } from '../ledger/local-files.ts';
import { type RowPlace, type SeenFile, unclearDevice } from '../ledger/local-file-row.ts';
import { createFolderFacts } from './folder-facts.ts';
import type { Finding } from './thread/protocol.ts';
import { writeFindings } from './write-findings.ts';

function setUp() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-findings-'));
  const database = openDatabase(join(directory, 'ledger.db'));
  onTestFinished(() => {
    database.close();
    rmSync(directory, { recursive: true });
  });
  const localFiles = createLocalFiles(database, Date.now);
  const folders = new Map([['f', watchFolderSchema.parse({ id: 'f', path: '/root', profileId: 'p' })]]);
  const folderFacts = createFolderFacts(createFacts(database), Date.now);
  const write = (...findings: Finding[]) =>
    writeFindings({ database, localFiles, folderFacts }, folders, findings);
  /** A file that was handed over, as the intake leaves it. */
  const taken = (name: string): RowPlace & { uploadId: number } => {
    const row = localFiles.upsert(seen(name));
    const { lastInsertRowid } = database
      .statement(
        `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, options,
          created_at,
           updated_at) VALUES ('p', ?, '', 1, '1', 'completed', 2, 0, '{}', 0, 0)`,
      )
      .run(`/root/${name}`);
    localFiles.markTaken(row.id, Number(lastInsertRowid), 1, 1n);
    return { id: row.id, folderId: 'f', directory: '', name, uploadId: Number(lastInsertRowid) };
  };
  const rows = () => localFiles.list('f').map(({ name, disposition }) => `${name} ${disposition}`);
  return { database, folders, localFiles, write, taken, rows };
}

function seen(name: string, inode = '7', size = 1): SeenFile {
  const place = { folderId: 'f', directory: '', name, nameKey: name, device: '1', mtimeNs: '1' };
  return { ...place, inode, size, disposition: 'settling', reason: null };
}

const settled = (file: SeenFile, movedFrom: RowPlace | null = null): Finding => ({
  kind: 'settled',
  file,
  fresh: true,
  movedFrom,
});

test('a file that is found quiet twice in one batch is handed over once', () => {
  const { write } = setUp();
  const { handOver } = write(settled(seen('a')), settled(seen('a')));
  expect(handOver.get('p')).toHaveLength(1);
});

test('W8: a name that was missed before its move was known is not gone at its new place', () => {
  const { write, taken, rows } = setUp();
  const from = taken('old');
  write(
    { kind: 'moved', file: { ...seen('new'), from, path: '/root/new' } },
    { kind: 'missing', place: from },
  );
  expect(rows()).toEqual(['new taken']);
  const other = taken('second');
  write(
    { kind: 'missing', place: other },
    { kind: 'moved', file: { ...seen('second-new'), from: other, path: '/root/second-new' } },
  );
  expect(rows()).toEqual(['new taken', 'second-new taken']);
});

test.each([
  ['OTHER_PROFILE', 'queued'],
  ['LEFT_OUT', 'queued'],
  ['FOLDER_REMOVED', 'queued'],
  ['FILE_GONE', 'queued'],
  ['CANCELLED', 'cancelled'],
])('W1: a file that is moved to where it is wanted, after %s: %s', (code, state) => {
  const { database, write, taken } = setUp();
  const from = taken('old');
  database.statement(`UPDATE uploads SET state = 'cancelled', code = ?`).run(code);
  database.statement(`UPDATE local_files SET disposition = 'gone', reason = 'kept'`).run();
  write({ kind: 'moved', file: { ...seen('new'), from, path: '/root/new' } });
  expect(database.statement('SELECT state, path FROM uploads').get()).toEqual({ state, path: '/root/new' });
});

test('W8: a move that was overtaken by new bytes at the old place is looked at again', () => {
  const { localFiles, write, taken, rows } = setUp();
  const from = taken('old');
  localFiles.upsert(seen('old', '8', 99));
  const { again } = write({ kind: 'moved', file: { ...seen('new'), from, path: '/root/new' } });
  expect(again).toMatchObject([{ folderId: 'f', directory: '', name: 'new' }]);
  expect(rows()).toEqual(['old settling']);
});

test('W7: a file that is back, and not with the bytes that were uploaded, is looked at again', () => {
  const { localFiles, write, taken, rows } = setUp();
  const back = (file: SeenFile): Finding => ({ kind: 'seen', file, isBack: true });
  const place = taken('a');
  localFiles.markGone(place, null);
  expect(write(back(seen('a'))).again).toEqual([]);
  expect(rows()).toEqual(['a taken']);
  // Saved again, and away before that was uploaded.
  const edited = seen('a', '8', 99);
  write({ kind: 'seen', file: edited });
  localFiles.markGone(place, null);
  expect(write(back(edited)).again).toMatchObject([{ name: 'a' }]);
  expect(rows()).toEqual(['a settling']);
});

test('W7: a row tells the drive of its uploaded file until another one is handed over', () => {
  const { localFiles, write, taken } = setUp();
  const place = taken('a');
  const device = () => localFiles.get(place.id)?.device;
  const onOther = { ...seen('a', '8', 99), device: '2' };
  write({ kind: 'seen', file: onOther });
  expect(device()).toBe('1');
  write({ kind: 'missing', place, isDoubtful: true });
  expect(device()).toBe(unclearDevice);
  write({ kind: 'seen', file: onOther });
  expect(device()).toBe(unclearDevice);
  write(settled(onOther));
  expect(device()).toBe('2');
});

test('W8: a quiet file whose former row has gone elsewhere is handed over', () => {
  const { write, taken } = setUp();
  const from = taken('old');
  const { handOver } = write(settled(seen('new'), { ...from, name: 'not there' }));
  expect(handOver.get('p')).toHaveLength(1);
  expect(write(settled(seen('newer'), from)).handOver.get('p')).toEqual([]);
});

test('W9: a delete may be passed on only where the folder asks for it, and nothing was moved away by Sluice', () => {
  const { folders, localFiles, write, taken } = setUp();
  const place = taken('a');
  write({ kind: 'missing', place });
  expect(localFiles.get(place.id)).toMatchObject({ disposition: 'gone', reason: 'kept' });
  const asks = { id: 'f', path: '/root', profileId: 'p', localDelete: 'delete' };
  for (const [afterUpload, reason] of [
    ['leave', null],
    ['move', 'kept'],
    ['trash', 'kept'],
    ['delete', 'kept'],
  ] as const) {
    folders.set('f', watchFolderSchema.parse({ ...asks, afterUpload }));
    const other = taken(`to ${afterUpload}`);
    write({ kind: 'missing', place: other });
    expect(localFiles.get(other.id)).toMatchObject({ disposition: 'gone', reason });
  }
});

test('W9: what another drive may have taken out of sight waits for a person', () => {
  const { folders, localFiles, write, taken } = setUp();
  const asks = { id: 'f', path: '/root', profileId: 'p', localDelete: 'delete' };
  folders.set('f', watchFolderSchema.parse(asks));
  const place = taken('a');
  write({ kind: 'missing', place, isDoubtful: true });
  expect(localFiles.get(place.id)).toMatchObject({ disposition: 'gone', reason: 'DELETE_CAP' });
});

test('what is left out now is forgotten, unless something was uploaded', () => {
  const { localFiles, write, taken, rows } = setUp();
  const kept = taken('kept');
  const { id } = localFiles.upsert(seen('forgotten', '9'));
  write({ kind: 'left-out', id }, { kind: 'left-out', id: kept.id });
  expect(rows()).toEqual(['kept taken']);
});
