import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type DocumentFilter, documentSortKeys } from '#shared/bridge/documents.ts';
import { type ContentId, contentIdSchema, tagIdSchema } from '#shared/ids/ids.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import type { Evidence } from '../service/presence.ts';
import { documentRecordSchema } from '../service/schemas/document.ts';
import { auditLedger } from './audit.ts';
import { type Database, openDatabase } from './database.ts';
import { createDocuments } from './documents.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';

function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-documents-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const idOf = (number: number) => contentIdSchema.parse(number.toString(16).toUpperCase().padStart(32, 'A'));

function addUpload(database: Database, number: number, fileName: string): void {
  database
    .statement(
      `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, content_id,
        options, created_at,
         updated_at, landed_at, finished_at) VALUES ('p', ?, ?, ?, '0', 'completed', 0, 0, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      `/x/${fileName}`,
      fileName,
      number,
      idOf(number),
      JSON.stringify(uploadOptionsSchema.parse({})),
      1,
      1,
      number,
      number,
    );
}

const sort = { by: 'uploaded', descending: true } as const;

test('what is told of a document again writes down only what is new', () => {
  const written: string[] = [];
  const onStatement = (sql: string) => {
    if (/^(INSERT|UPDATE)\b.* documents\b/s.test(sql)) written.push(sql.replace(/ WHERE.*/s, ''));
  };
  const database = openDatabase(join(place(), 'ledger.sqlite'), { onStatement });
  onTestFinished(() => database.close());
  const documents = createDocuments(database, () => 10);
  addUpload(database, 1, 'report.pdf');
  const move = (state: string, remote: string) =>
    database.statement('UPDATE uploads SET state = ?, remote_status = ?').run(state, remote);
  move('processing', 'pending');
  documents.catchUp(1);
  const record = { id: idOf(1), file_name: 'report.pdf', status: 'completed', updated_at: '2026-01-01' };
  documents.upsert('p', [documentRecordSchema.parse(record)]);
  documents.upsert('p', [documentRecordSchema.parse({ ...record, updated_at: '2026-01-02' })]);
  move('completed', 'completed');
  documents.catchUp(1);
  const set = 'UPDATE documents SET';
  expect(written.slice(1)).toEqual([
    `${set} status = ?,checked_at = ?,remote_updated_at = ?,remote_status = ?,completed_at = ?`,
    `${set} remote_updated_at = ?`,
    `${set} completed_at = ?`,
  ]);
});

test.each(documentSortKeys)('a ledger without documents can be asked for them by %s too', (by) => {
  const database = openDatabase(':memory:');
  const documents = createDocuments(database, () => 10);
  for (const descending of [false, true]) {
    const query = { filter: {}, sort: { by, descending }, offset: 0, limit: 10, sources: [] };
    expect(documents.list('p', query)).toEqual({ total: 0, rows: [] });
  }
  database.close();
});

test('what is searched for is text, whatever signs it has; a record in between changes nothing it does not say', () => {
  const database = openDatabase(join(place(), 'ledger.sqlite'));
  const documents = createDocuments(database, () => 10);
  const names = ['100% [final].pdf', 'a*b?.txt', 'Ärger über Öl.docx', 'plain.txt'];
  documents.upsert(
    'p',
    names.map((file_name, index) => ({ id: idOf(index), file_name, status: 'completed', raw_size: 5 })),
  );
  const found = (filter: DocumentFilter) =>
    documents.list('p', { filter, sort, offset: 0, limit: 10 }).rows.map(({ fileName }) => fileName);
  expect(found({ search: '% [FINAL]' })).toEqual(['100% [final].pdf']);
  expect(found({ search: '*b?' })).toEqual(['a*b?.txt']);
  expect(found({ search: 'ärger ÜBER' })).toEqual(['Ärger über Öl.docx']);
  expect(found({ search: 'O\u0308l' })).toEqual(['Ärger über Öl.docx']);
  expect(found({ search: '?' })).toEqual(['a*b?.txt']);
  expect(found({ search: idOf(3).slice(0, 32) })).toEqual(['plain.txt']);
  documents.upsert('p', [{ id: idOf(3), status: 'processing' }]);
  expect(documents.get('p', idOf(3))).toMatchObject({
    fileName: 'plain.txt',
    status: 'processing',
    size: 5,
  });
  documents.upsert('p', [{ id: idOf(3), raw_size: 6 }]);
  expect(documents.get('p', idOf(3))).toMatchObject({ status: 'processing', size: 6 });
  expect(documents.get('other', idOf(3))).toBeUndefined();
  documents.markDeleted('p', idOf(3));
  expect(documents.upsert('p', [{ id: idOf(3), file_name: 'plain.txt', status: 'completed' }])).toBe(0);
  expect(documents.get('p', idOf(3))).toBeUndefined();
  database.close();
});

test('a service that says no time of change brings news only when something changed', () => {
  const database = openDatabase(join(place(), 'ledger.sqlite'));
  const documents = createDocuments(database, () => 10);
  const record = {
    id: idOf(1),
    file_name: 'a.pdf',
    status: 'completed',
    tags: [{ id: tagIdSchema.parse('t1') }],
  };
  expect(documents.upsert('p', [record])).toBe(1);
  expect(documents.upsert('p', [record])).toBe(0);
  expect(documents.upsert('p', [{ ...record, tags: [] }])).toBe(1);
  expect(documents.get('p', idOf(1))?.tags).toEqual([]);
  expect(documents.upsert('p', [{ ...record, tags: [] }])).toBe(0);
  database.close();
});

test.each(['processing', 'pending'])(
  'a list that is behind does not take back that a document is completed; one that says %s later does',
  (status) => {
    const database = openDatabase(join(place(), 'ledger.sqlite'));
    onTestFinished(() => database.close());
    let at = 10_000;
    const documents = createDocuments(database, () => at);
    addUpload(database, 1, 'report.pdf');
    database.statement(`UPDATE uploads SET remote_status = 'completed'`).run();
    documents.catchUp(1);
    const shown = () => documents.list('p', { filter: {}, sort, offset: 0, limit: 5 }).rows[0]?.status;
    expect(shown()).toBe('completed');
    const record = documentRecordSchema.parse({ id: idOf(1), status, updated_at: '2026-01-01' });
    at += 4_000;
    expect(documents.upsert('p', [record], { pass: 1 })).toBe(0);
    expect(shown()).toBe('completed');
    expect(documents.listUnseen('p', 1, at, 5)).toEqual([]);
    // Asked for by its id it says how it is.
    documents.upsert('p', [record], { pass: 1, isFresh: true });
    expect(shown()).not.toBe('completed');
    documents.upsert('p', [documentRecordSchema.parse({ ...record, status: 'completed' })], {
      pass: 1,
      isFresh: true,
    });
    at += 61_000;
    documents.upsert('p', [{ ...record, updated_at: '2026-01-02' }], { pass: 2 });
    expect(shown()).not.toBe('completed');
  },
);

test('documents that a pass did not see are looked at in turn, those not looked at for longest first', () => {
  const database = openDatabase(join(place(), 'ledger.sqlite'));
  const documents = createDocuments(database, () => 10);
  const ids = [1, 2, 3].map(idOf);
  const record = (id: ContentId) => ({ id, status: 'completed', updated_at: '2026-01-01T00:00:00Z' });
  documents.upsert('p', ids.map(record));
  const [first = idOf(0)] = documents.listUnseen('p', 1, 100, 1);
  // The list does not show it, the service has it.
  documents.upsert('p', [record(first)], { pass: 1 });
  const [second = idOf(0)] = documents.listUnseen('p', 2, 100, 1);
  documents.upsert('p', [record(second)], { pass: 2 });
  const [third = idOf(0)] = documents.listUnseen('p', 3, 100, 1);
  expect([first, second, third].toSorted()).toEqual(ids);
  database.close();
});

test('what a service says of a size never stands in the way of the others', () => {
  const database = openDatabase(':memory:');
  const documents = createDocuments(database, () => 10);
  for (const [number, raw_size] of [1.5, -1, 1e18, 1e300].entries())
    documents.upsert('p', [documentRecordSchema.parse({ id: idOf(number), raw_size })]);
  const { rows } = documents.list('p', { filter: {}, sort, offset: 0, limit: 10 });
  expect(rows.map(({ size }) => size)).toEqual([null, null, null, null]);
  database.close();
});

test('what was asked for before something changed here takes none of it back, whoever asked', () => {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  let at = 1_000_000;
  const documents = createDocuments(database, () => at);
  const record = (status: string, updated_at: string) =>
    documentRecordSchema.parse({ id: idOf(1), status, updated_at });
  const shown = () => documents.get('p', idOf(1))?.status;
  documents.upsert('p', [record('completed', '2026-01-02')]);
  at += 5_000;
  expect(documents.upsert('p', [record('processing', '2026-01-01')], { ageMs: 5_000, pass: 1 })).toBe(0);
  expect(shown()).toBe('completed');
  expect(documents.listUnseen('p', 1, at, 5)).toEqual([]);
  expect(documents.upsert('p', [record('failed', '2026-01-03')], { ageMs: 4_000 })).toBe(1);
  expect(shown()).toBe('failed');
  // A clock that was set back since: what is heard counts.
  at -= 3_600_000;
  expect(documents.upsert('p', [record('completed', '2026-01-04')], { ageMs: 4_000 })).toBe(1);
});

test('a list that was asked for within a minute of the end of a document does not bring it back later', () => {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  let at = 10_000;
  const documents = createDocuments(database, () => at);
  addUpload(database, 1, 'report.pdf');
  documents.catchUp(1);
  documents.markGone('p', idOf(1));
  documents.catchUp(1);
  at += 70_000;
  const record = documentRecordSchema.parse({ id: idOf(1), status: 'completed', updated_at: '2026-01-01' });
  documents.upsert('p', [record], { ageMs: 20_000 });
  expect(documents.get('p', idOf(1))?.status).toBe('gone');
  documents.upsert('p', [record], { ageMs: 5_000 });
  expect(documents.get('p', idOf(1))?.status).toBe('completed');
});

test('an upload that stands for another machine’s document needs a person once that is gone, and nothing is sent', () => {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  let at = 10_000;
  const ledger = createSqliteLedger(database, () => at);
  const record = { id: idOf(9), status: 'completed', updated_at: '2026-01-01' } as const;
  ledger.documents.upsert('p', [record]);
  const options = uploadOptionsSchema.parse({});
  const file = { profileId: 'p', folderId: null, fileName: 'a.txt', size: 5, mtimeNs: 1n };
  const [first = 0, same = 0] = ledger.uploads.addMany(
    ['/1/a.txt', '/2/a.txt'].map((path) => ({ ...file, path, lane: 0, replaces: null, options })),
  );
  const stands = (id: number, changes: string) =>
    database
      .statement(`UPDATE uploads SET state = 'duplicate', sha256 = 'aa', ${changes} WHERE id = ?`)
      .run(id);
  stands(first, `remote_machine = 'ANNA', remote_content_id = '${idOf(9)}'`);
  stands(same, `duplicate_of = ${first}`);
  database.statement(`INSERT INTO claims VALUES ('p', 'aa', ?)`).run(first);
  const shown = () => [first, same].map((id) => ledger.uploads.get(id)?.state);
  const broken = () => [...auditLedger(database)].flatMap(({ ids }) => ids);

  ledger.documents.markGone('p', idOf(9));
  expect(shown()).toEqual(['attention', 'duplicate']);
  expect(ledger.uploads.get(first)).toMatchObject({ code: 'DOCUMENT_GONE', remoteContentId: idOf(9) });
  expect([ledger.documents.get('p', idOf(9))?.status, broken()]).toEqual(['gone', []]);
  at += 120_000;
  ledger.documents.upsert('p', [{ ...record, updated_at: '2026-01-02' }], { isFresh: true });
  expect(shown()).toEqual(['duplicate', 'duplicate']);
  ledger.documents.markGone('p', idOf(9));
  expect(ledger.history.retry({ profileId: 'p', ids: [first] }).count).toBe(1);
  expect([shown(), broken()]).toEqual([['queued', 'duplicate'], []]);
  // What waits for its document would look for the one that is gone.
  expect(ledger.uploads.get(first)).toMatchObject({ remoteContentId: null, remoteMachine: null });
});

test('an upload that stands for another machine’s document that failed needs a person, until that is processed after all', () => {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const ledger = createSqliteLedger(database, () => 10_000);
  const tell = (status: string, day: number, more = {}) =>
    ledger.documents.upsert('p', [
      documentRecordSchema.parse({ id: idOf(9), status, updated_at: `2026-01-0${day}`, ...more }),
    ]);
  tell('completed', 1);
  const options = uploadOptionsSchema.parse({});
  const file = { profileId: 'p', folderId: null, fileName: 'a.txt', size: 5, mtimeNs: 1n };
  const [first = 0, same = 0] = ledger.uploads.addMany(
    ['/1/a.txt', '/2/a.txt'].map((path) => ({ ...file, path, lane: 0, replaces: null, options })),
  );
  const stands = (id: number, changes: string) =>
    database
      .statement(`UPDATE uploads SET state = 'duplicate', sha256 = 'aa', ${changes} WHERE id = ?`)
      .run(id);
  stands(first, `remote_machine = 'ANNA', remote_content_id = '${idOf(9)}'`);
  stands(same, `duplicate_of = ${first}`);
  database.statement(`INSERT INTO claims VALUES ('p', 'aa', ?)`).run(first);
  const shown = () => [first, same].map((id) => ledger.uploads.get(id)?.state);
  const broken = () => [...auditLedger(database)].flatMap(({ ids }) => ids);

  tell('failed', 2, { error_code: 'EXTRACTION_FAILED' });
  expect([shown(), broken()]).toEqual([['attention', 'duplicate'], []]);
  expect(ledger.uploads.get(first)).toMatchObject({ code: 'FILE_DAMAGED', remoteContentId: idOf(9) });
  tell('completed', 3);
  expect([shown(), broken()]).toEqual([['duplicate', 'duplicate'], []]);
  expect(ledger.uploads.get(first)).toMatchObject({ code: null, remoteStatus: null });
  // One that comes to stand for it later.
  tell('failed', 4);
  stands(first, `code = NULL, remote_status = NULL`);
  ledger.documents.tellFailed('p', idOf(9));
  expect([shown(), broken()]).toEqual([['attention', 'duplicate'], []]);
  expect(ledger.history.retry({ profileId: 'p', ids: [first] }).count).toBe(1);
  expect([shown(), broken()]).toEqual([['queued', 'duplicate'], []]);
});

test('a file that waits to be deleted asks at once for another machine’s document that is gone', () => {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const ledger = createSqliteLedger(database, () => 10_000);
  ledger.documents.upsert('p', [{ id: idOf(9), status: 'completed', updated_at: '2026-01-01' }]);
  const options = uploadOptionsSchema.parse({});
  const file = { profileId: 'p', folderId: null, fileName: 'a.txt', size: 5, mtimeNs: 1n, path: '/1/a.txt' };
  const [id = 0] = ledger.uploads.addMany([{ ...file, lane: 0, replaces: null, options }]);
  const waits = `state = 'duplicate', sha256 = 'aa', after_state = 'pending', not_before = 86400000`;
  database.statement(`UPDATE uploads SET ${waits}, remote_content_id = '${idOf(9)}' WHERE id = ?`).run(id);
  expect(ledger.uploads.listWithMoreToDo('p', 10_000, 9)).toEqual([]);
  ledger.documents.markGone('p', idOf(9));
  expect(ledger.uploads.listWithMoreToDo('p', 10_000, 9)).toMatchObject([{ id, state: 'duplicate' }]);
});

/** An upload that was completed with 7 bytes, and what its state is after each word about its document. */
function completedAt7() {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  let at = 1_000;
  const ledger = createSqliteLedger(database, () => at);
  addUpload(database, 7, 'report.pdf');
  const tell = (raw_size: number, day: number, status = 'completed') => {
    // The finisher is done with what came before.
    database.statement('UPDATE uploads SET after_state = NULL').run();
    const told = { id: idOf(7), status, raw_size, updated_at: `2026-01-0${day}` };
    ledger.documents.upsert('p', [documentRecordSchema.parse(told)]);
    return database.statement('SELECT state, code FROM uploads').get();
  };
  const complete = (by: Evidence['by']) => {
    database.statement(`UPDATE uploads SET state = 'completed', code = NULL`).run();
    ledger.uploads.record(1, { kind: 'completed', detail: { evidence: { seen: 'whole', by, at: 1 } } });
  };
  const pass = () => {
    at += 70_000;
    ledger.documents.catchUp(1);
  };
  return { tell, complete, pass };
}
const isDone = { state: 'completed', code: null };
const isFollowed = { state: 'processing', code: null };
const isNotIntact = { state: 'attention', code: 'NOT_INTACT' };
const hasFailed = { state: 'attention', code: 'ENRICHMENT_FAILED' };

test('a document that has other bytes than were sent, or none, after it was completed, makes its upload say so', () => {
  const { tell, complete, pass } = completedAt7();
  // What comes within a minute of the end may be of before.
  expect(tell(0, 1, 'pending')).toEqual(isDone);
  pass();
  expect(tell(7, 1)).toEqual(isDone);
  expect(tell(3, 1)).toEqual(isNotIntact);
  complete('documents.get');
  expect(tell(0, 2, 'pending')).toEqual(isNotIntact);
  complete('documents.get');
  expect(tell(7, 3, 'processing')).toEqual(isDone);
});

test('a document that states 0 bytes after it was completed is followed again, unless its original was read', () => {
  const { tell, complete, pass } = completedAt7();
  expect(tell(0, 1)).toEqual(isDone);
  pass();
  expect(tell(0, 1)).toEqual(isFollowed);
  complete('documents.original');
  expect(tell(0, 1)).toEqual(isDone);
  expect(tell(0, 2)).toEqual(isFollowed);
});

test('a document that failed or stated another size after it was completed, and is whole in a newer record: so is its upload', () => {
  const { tell, pass } = completedAt7();
  expect(tell(7, 1)).toEqual(isDone);
  pass();
  expect(tell(3, 2)).toEqual(isNotIntact);
  expect(tell(7, 3, 'processing')).toEqual(isNotIntact);
  expect(tell(7, 2)).toEqual(isNotIntact);
  pass();
  expect(tell(7, 4)).toEqual(isDone);
  expect(tell(7, 5, 'failed')).toEqual(hasFailed);
  // A list that stands still.
  expect(tell(7, 4)).toEqual(hasFailed);
  expect(tell(3, 6)).toEqual(hasFailed);
  expect(tell(7, 7)).toEqual(isDone);
});

test('a list that stands still never takes back how an upload ended', () => {
  const database = openDatabase(join(place(), 'ledger.sqlite'));
  onTestFinished(() => database.close());
  let at = 1_000;
  const documents = createDocuments(database, () => at);
  const record = (status: string, updated: string) =>
    documentRecordSchema.parse({ id: idOf(1), file_name: 'a.pdf', status, updated_at: updated });
  const shown = () => documents.list('p', { filter: {}, sort, offset: 0, limit: 5 }).rows[0]?.status;
  const [before, end, later] = ['2026-01-01T00:00:00Z', '2026-01-01T00:05:00Z', '2026-01-02T00:00:00Z'];
  addUpload(database, 1, 'a.pdf');
  database.statement(`UPDATE uploads SET remote_status = 'completed'`).run();
  documents.catchUp(1);
  documents.upsert('p', [record('completed', end)], { isFresh: true });
  at += 3_600_000;
  documents.upsert('p', [record('processing', before)]);
  documents.upsert('p', [record('processing', end)]);
  expect(shown()).toBe('completed');
  documents.upsert('p', [record('processing', later)]);
  expect(shown()).toBe('processing');
});

test.each([[{ isFresh: true }], [{}]])(
  'a document that failed after it was completed: its upload says so, however that was told (%j)',
  (how) => {
    const database = openDatabase(join(place(), 'ledger.sqlite'));
    onTestFinished(() => database.close());
    const documents = createDocuments(database, () => 1_000);
    addUpload(database, 1, 'a.pdf');
    addUpload(database, 2, 'replaced.pdf');
    database.statement('UPDATE uploads SET replaced_by = 1 WHERE size = 2').run();
    documents.catchUp(2);
    const records = [1, 2].map((number) =>
      documentRecordSchema.parse({ id: idOf(number), status: 'failed', error_code: 'FILE_ENCRYPTED' }),
    );
    documents.upsert('p', records, how);
    expect(database.statement('SELECT state, code, remote_status FROM uploads ORDER BY size').all()).toEqual([
      { state: 'attention', code: 'FILE_PROTECTED', remote_status: 'failed' },
      { state: 'completed', code: null, remote_status: null },
    ]);
    documents.catchUp(2);
    const { rows } = documents.list('p', { filter: {}, sort, offset: 0, limit: 5 });
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed']);
  },
);

test.each(['pending', null])(
  'what was still to be done (%s) when a document failed after all is to be done once it is completed',
  (left) => {
    const database = openDatabase(join(place(), 'ledger.sqlite'));
    onTestFinished(() => database.close());
    const documents = createDocuments(database, () => 1_000);
    addUpload(database, 1, 'a.pdf');
    database.statement('UPDATE uploads SET after_state = ?').run(left);
    database.exec(`INSERT INTO upload_events (upload_id, at, kind) SELECT id, 1, 'completed' FROM uploads`);
    documents.catchUp(2);
    const tell = (status: string, updated_at: string) =>
      documents.upsert('p', [documentRecordSchema.parse({ id: idOf(1), status, updated_at })]);
    tell('failed', '2026-01-01T00:00:00Z');
    // Nothing is done with a file whose document failed, unless it has a folder to go to.
    database.exec('UPDATE uploads SET after_state = NULL');
    tell('completed', '2026-01-01T00:00:02Z');
    const row = database.statement('SELECT state, after_state FROM uploads').get();
    expect(row).toEqual({ state: 'completed', after_state: left });
  },
);

test('a list shows a document again that was gone, after the clock was set back', async () => {
  let now = Date.UTC(2029, 0, 1);
  const database = openDatabase(':memory:');
  const ledger = createSqliteLedger(database, () => now);
  onTestFinished(() => ledger.close());
  addUpload(database, 1, 'report.pdf');
  database.statement(`UPDATE uploads SET state = 'processing'`).run();
  database.statement(`UPDATE uploads SET state = 'completed', remote_status = 'completed'`).run();
  ledger.documents.catchUp(10);
  ledger.documents.markGone('p', idOf(1));
  now = Date.UTC(2026, 0, 1);
  for (let day = 0; day < 30; day++) {
    now += 86_400_000;
    ledger.documents.upsert('p', [
      documentRecordSchema.parse({
        id: idOf(1),
        status: 'completed',
        raw_size: 1,
        updated_at: new Date(now).toISOString(),
      }),
    ]);
  }
  const row = database.statement('SELECT state, code FROM uploads').get();
  expect(row).toEqual({ state: 'completed', code: null });
});

test('a document that has expired stays so while the service deletes it', () => {
  const database = openDatabase(join(place(), 'ledger.sqlite'));
  onTestFinished(() => database.close());
  const documents = createDocuments(database, () => 10);
  const record = { id: idOf(1), file_name: 'a.pdf', status: 'completed', raw_size: 5 };
  documents.upsert('p', [record]);
  documents.setStatus('p', idOf(1), 'expired');
  documents.upsert('p', [{ ...record, delete_started_ts: '2026-01-02T00:00:00Z' }]);
  expect(documents.get('p', idOf(1))?.status).toBe('expired');
});
