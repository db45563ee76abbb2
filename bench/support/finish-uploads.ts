import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { noteKey } from '#core/ledger/accepted-key.ts';
import type { Database } from '#core/ledger/database.ts';
import { createFacts } from '#core/ledger/facts.ts';
import type { Profile } from '#shared/settings/profile.ts';

/**
 * Makes every queued upload of a ledger look as it does after it was completed: the row, its claim, its hash
 * at the local file and its timeline, and the key they went with, column for column what the engine writes.
 * It saves the hours that 100,000 real uploads would take; the hash and the content id are random, because a
 * restart over unchanged files asks for neither. When the file was last changed is left out, as in a ledger of an older version:
 * setting the time of its last read changes that, and the next start learns it without reading.
 */
export function finishUploads(
  dataDirectory: string,
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
): number {
  const database = new DatabaseSync(join(dataDirectory, 'ledger.sqlite'), { timeout: 10_000 });
  try {
    database.exec(`
      BEGIN;
      UPDATE uploads SET state = 'completed', sha256 = lower(hex(randomblob(32))),
      content_id = hex(randomblob(16)),
        remote_status = 'completed', polls = 1,
        landed_at = created_at + 100,
        poll_at = created_at + 2000, finished_at = created_at + 2000, updated_at = created_at + 2000
        WHERE state = 'queued';
      INSERT INTO claims (profile_id, sha256, upload_id) SELECT profile_id, sha256, id FROM uploads;
      UPDATE local_files SET sha256 = (SELECT sha256 FROM uploads
      WHERE uploads.id = upload_id), ctime_ns = NULL WHERE upload_id IS NOT NULL;
      INSERT INTO upload_events (upload_id, at, kind, detail)
        SELECT id, created_at + 10, 'fingerprinted', json_object('sha256', sha256, 'attempt', 1) FROM uploads;
      INSERT INTO upload_events (upload_id, at, kind, detail)
        SELECT id, created_at + 20, 'reserved', json_object('contentId', content_id) FROM uploads;
      INSERT INTO upload_events (upload_id, at, kind, detail)
        SELECT id, landed_at, 'landed', json_object('bytes', size) FROM uploads;
      INSERT INTO upload_events (upload_id, at, kind, detail) SELECT id, finished_at, 'completed', NULL
      FROM uploads;
      COMMIT;
      PRAGMA wal_checkpoint(TRUNCATE);
    `);
    const facts = createFacts({ statement: (sql: string) => database.prepare(sql) } as Database);
    for (const { id } of database.prepare('SELECT DISTINCT profile_id AS id FROM uploads').all() as {
      id: Profile['id'];
    }[])
      noteKey({ facts }, { id, baseUrl }, { key: apiKey, accepted: true, at: Date.now() });
    const row = database.prepare(`SELECT count(*) AS n FROM uploads WHERE state = 'completed'`).get() as {
      n: number;
    };
    return row.n;
  } finally {
    database.close();
  }
}
