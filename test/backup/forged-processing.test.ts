import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeBackup } from '#core/backup/make-backup.ts';
import { restoreBackup } from '#core/backup/restore-backup.ts';
import { uploaded } from '../core/documents-support.ts';
import { createEngine, type EngineFixture, idle, until, uploadOf } from '../support/engine-fixture.ts';

/** A slot that somebody else asked for and never filled. */
async function emptySlot({ sandbox: { apiKey, baseUrl } }: EngineFixture): Promise<string> {
  const answer = await fetch(`${baseUrl}/contents/v1/documents`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ file_name: 'secret.txt' }),
  });
  return ((await answer.json()) as { id: string }).id;
}

test('a backup from elsewhere sends no file by an upload that the service is said to process', async () => {
  const engine = await createEngine();
  const { core, ids } = await uploaded(engine, ['a.txt']);
  const profileId = (await uploadOf(core, ids[0] ?? 0)).profileId;
  await core.stop();
  const secret = join(engine.directory, 'secret.txt');
  writeFileSync(secret, 'private');
  using database = new DatabaseSync(join(engine.dataDirectory, 'ledger.sqlite'));
  database
    .prepare(`INSERT INTO uploads (id, uuid, profile_id, path, file_name, size, mtime_ns, state, content_id,
      lane, sort_key, options, created_at, updated_at, landed_at, poll_at) SELECT 99, 'forged', profile_id, ?,
      'secret.txt', 7, '1', 'processing', ?, lane, sort_key, options, 1, 1, 1, 0 FROM uploads WHERE id = ?`)
    .run(secret, await emptySlot(engine), ids[0] ?? 0);
  database.close();
  const from = join(engine.directory, 'backup.tar');
  await makeBackup({ dataDirectory: engine.dataDirectory, to: from, now: Date.now() });
  await restoreBackup({ dataDirectory: engine.dataDirectory, from, now: Date.now() });
  const again = await engine.start();
  await until('it is known to be empty', async () => (await uploadOf(again, 99)).state !== 'processing');
  await idle(again);
  expect(await uploadOf(again, 99)).toMatchObject({ state: 'verifying', paused: true, profileId });
});
