import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { openOldLedger } from './testing/old-ledger.ts';

const good = 'A'.repeat(32);

test('a ledger from before ids were checked keeps what is an id, and nothing else that a service called one', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-ids-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'ledger.sqlite');
  const old = openOldLedger(path, '0006');
  const ids = [good, '../../../keys', 'a'.repeat(32), `${good}A`, ''];
  for (const [index, id] of ids.entries()) {
    old
      .statement(
        `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, content_id,
          options, created_at,
           updated_at) VALUES ('p', ?, 'x', 1, '0', 'completed', 0, 0, ?, '{}', 1, 1)`,
      )
      .run(`/x/${index}`, id);
    old
      .statement(
        `INSERT INTO documents (profile_id, content_id, file_name, name_key, source, status, uploaded_at,
          changed_at)
           VALUES ('p', ?, 'x', 'x', 'manual', 'completed', 1, 1)`,
      )
      .run(id);
    old.statement(`INSERT INTO known_documents VALUES ('p', ?, 'x', 1)`).run(id);
    old
      .statement(
        `INSERT INTO abandoned_slots (profile_id, content_id, file_name, since, until, state)
          VALUES ('p', ?, 'x', 1, 1, 'open')`,
      )
      .run(id);
  }
  old.close();
  const database = openDatabase(path);
  const all = (sql: string) =>
    database
      .statement(sql)
      .all()
      .map((row) => row.id);
  expect(all('SELECT content_id AS id FROM uploads ORDER BY uploads.id')).toEqual([
    good,
    null,
    null,
    null,
    null,
  ]);
  expect(all('SELECT content_id AS id FROM documents')).toEqual([good]);
  expect(all('SELECT content_id AS id FROM known_documents')).toEqual([good]);
  expect(all(`SELECT content_id AS id FROM abandoned_slots WHERE state = 'open'`)).toEqual([good]);
  database.close();
});
