import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { codeOfFailure, processingFailures } from '#shared/advice/processing-failures.ts';
import { openDatabase } from './database.ts';
import { openOldLedger } from './testing/old-ledger.ts';

const words = Object.keys(processingFailures).flatMap((word) => [
  word,
  word.toLowerCase().replaceAll('_', '-'),
  word.toLowerCase().replaceAll('_', ' '),
]);

test.each(['0017', '0019'])('what failed in a ledger from before %s says what helps', (before) => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-reasons-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'ledger.sqlite');
  const old = openOldLedger(path, before);
  for (const word of [...words, 'OUT_OF_COFFEE', null]) {
    const { lastInsertRowid } = old
      .statement(
        `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, options,
          created_at, updated_at, remote_error, code)
         VALUES ('p', '/x', 'x', 1, '0', 'attention', 0, 0, '{}', 1, 1, ?, 'ENRICHMENT_FAILED')`,
      )
      .run(word);
    old
      .statement(
        `INSERT INTO documents (profile_id, content_id, upload_id, file_name, name_key, source, status, code,
          uploaded_at, changed_at)
         VALUES ('p', printf('%032X', ?1), ?1, 'x', 'x', 'manual', 'failed', 'ENRICHMENT_FAILED', 1, 1)`,
      )
      .run(lastInsertRowid);
  }
  old.close();
  const database = openDatabase(path);
  const rows = database
    .statement(
      `SELECT uploads.remote_error AS word, uploads.code AS code, documents.code AS shown
         FROM uploads JOIN documents ON documents.upload_id = uploads.id`,
    )
    .all();
  database.close();
  expect(rows).toHaveLength(words.length + 2);
  for (const { word, code, shown } of rows)
    expect([word, code, shown]).toEqual([word, ...Array(2).fill(codeOfFailure(word as string | null))]);
});
