import { expect, onTestFinished, test } from 'vitest';
import { contentIdOf } from '../service/testing/content-id.ts';
import { openDatabase } from './database.ts';
import { nameKeyOf, tagsOfRow, timeOf, toDocumentRow } from './document-row.ts';
import { noStoreLifeMs } from './document-writes.ts';

test('a date becomes milliseconds since the epoch; one that is none, or was not said, is unknown', () => {
  expect(timeOf('1970-01-01T00:00:01Z')).toBe(1_000);
  expect(timeOf('1970-01-01T00:00:00Z')).toBe(0);
  expect([timeOf('last Tuesday'), timeOf(''), timeOf(null), timeOf(undefined)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('a day after any time there is still one that can be written down', () => {
  expect(timeOf('9999-12-31T23:59:59.999Z')).toBe(Date.UTC(9999, 11, 31, 23, 59, 59, 999));
  for (const text of ['+275760-09-12T00:00:01Z', '+275760-09-13T00:00:00Z', '+010000-01-01T00:00:00Z']) {
    const expiresAt = (timeOf(text) ?? 0) + noStoreLifeMs;
    expect([timeOf(text), new Date(expiresAt).toISOString()]).toEqual([null, '1970-01-02T00:00:00.000Z']);
  }
});

test('names are found whatever their case and however their letters are composed', () => {
  expect(nameKeyOf('O\u0308L.pdf')).toBe(nameKeyOf('öl.PDF'));
  expect(nameKeyOf('Report.PDF')).toBe('report.pdf');
});

/**
 * A ledger with the documents `full`, of which all is known, and `bare`, of which nothing is that need not
 * be.
 */
function ledger() {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  database.exec(`
    INSERT INTO uploads (id, profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, options,
    created_at, updated_at)
      VALUES (7, 'p', '/a', 'a', 1, '0', 'completed', 0, 0, '{}', 1, 1);
    INSERT INTO documents (id, profile_id, content_id, upload_id, file_name, name_key, folder_id,
    connector_id, origin, source,
        status, remote_status, remote_error, code, size, shared, no_index, no_store, uploaded_at,
        published_at, completed_at,
        expires_at, checked_at, changed_at)
      VALUES (1, 'p', '${contentIdOf('A')}', 7, 'Full.pdf', 'full.pdf', 'f1', 'c1', 'email', 'folder:f1',
        'failed', 'error', 'E_PARSE', 'ENRICHMENT_FAILED', 5, 1, 0, 1, 10, 11, 12, 13, 14, 15);
    INSERT INTO documents (id, profile_id, content_id, file_name, name_key, source, status, uploaded_at,
    changed_at)
      VALUES (2, 'p', '${contentIdOf('B')}', 'bare', 'bare', 'elsewhere', 'waiting', 20, 21);
    INSERT INTO document_tags VALUES (1, 't1'), (1, 't2');
    INSERT INTO tag_names VALUES ('p', 't1', 'Energy'), ('other', 't2', 'Steel');`);
  return (id: number, columns = `*, ${tagsOfRow} AS tags`) =>
    toDocumentRow(database.statement(`SELECT ${columns} FROM documents WHERE id = ?`).get(id));
}

test('a document of which all is known shows it, its tags by the names they have in its profile', () => {
  expect(ledger()(1)).toEqual({
    contentId: contentIdOf('A'),
    uploadId: 7,
    fileName: 'Full.pdf',
    folderId: 'f1',
    connectorId: 'c1',
    origin: 'email',
    status: 'failed',
    remoteStatus: 'error',
    remoteError: 'E_PARSE',
    code: 'ENRICHMENT_FAILED',
    tags: [
      { id: 't1', name: 'Energy' },
      { id: 't2', name: 't2' },
    ],
    shared: true,
    noIndex: false,
    noStore: true,
    size: 5,
    uploadedAt: 10,
    publishedAt: 11,
    completedAt: 12,
    expiresAt: 13,
    checkedAt: 14,
  });
});

test('what nobody said of a document is null, and not "no"', () => {
  const unsaid = { uploadId: null, folderId: null, connectorId: null, origin: null, remoteStatus: null };
  const alsoUnsaid = {
    remoteError: null,
    code: null,
    shared: null,
    noIndex: null,
    noStore: null,
    size: null,
  };
  const times = { publishedAt: null, completedAt: null, expiresAt: null, checkedAt: null };
  expect(ledger()(2)).toEqual({
    contentId: contentIdOf('B'),
    fileName: 'bare',
    status: 'waiting',
    uploadedAt: 20,
    tags: [],
    ...unsaid,
    ...alsoUnsaid,
    ...times,
  });
});

test('a row that was read without its tags has none', () => {
  expect(ledger()(1, '*').tags).toEqual([]);
});
