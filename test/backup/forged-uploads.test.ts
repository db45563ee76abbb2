import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeBackup } from '#core/backup/make-backup.ts';
import { restoreBackup } from '#core/backup/restore-backup.ts';
import type { Core } from '#core/create-core.ts';
import { elsewhere, uploaded } from '../core/documents-support.ts';
import { createEngine, type EngineFixture, idle, until, uploadOf } from '../support/engine-fixture.ts';

/** Restores a backup of this data folder with a ledger that somebody changed meanwhile. */
async function restoreForged(engine: EngineFixture, forge: (ledger: DatabaseSync) => void): Promise<void> {
  const ledger = new DatabaseSync(join(engine.dataDirectory, 'ledger.sqlite'));
  forge(ledger);
  ledger.close();
  const from = join(engine.directory, 'backup.tar');
  await makeBackup({ dataDirectory: engine.dataDirectory, to: from, now: Date.now() });
  await restoreBackup({ dataDirectory: engine.dataDirectory, from, now: Date.now() });
}

/** A watch folder with two uploaded files, whose agent has ended; their uploads. */
async function watched(engine: EngineFixture) {
  for (const name of ['a', 'b']) engine.file(`inbox/${name}.txt`, `Some text of ${name}, as it is.`);
  const folder = engine.folder('inbox', { settleSeconds: 0 });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const core = await engine.start('watch');
  await idle(core);
  const { rows } = await core.calls['uploads.list']({});
  expect(rows.map(({ state }) => state)).toEqual(['completed', 'completed']);
  await core.stop();
  return rows;
}

const live = ({ sandbox }: EngineFixture) =>
  sandbox
    .audit()
    .documents.filter(({ deleted }) => !deleted)
    .map(({ file_name }) => file_name)
    .sort();

test('a backup from elsewhere sends no file by an upload that the service is said to process', async () => {
  const engine = await createEngine();
  const { core, ids } = await uploaded(engine, ['a.txt']);
  await core.stop();
  const secret = join(engine.directory, 'secret.txt');
  writeFileSync(secret, 'private');
  const slot = await elsewhere(engine, 'other.txt');
  await restoreForged(engine, (ledger) =>
    ledger
      .prepare(`INSERT INTO uploads (id, uuid, profile_id, path, file_name, size, mtime_ns, state,
        content_id, lane, sort_key, options, created_at, updated_at, landed_at,
        poll_at) SELECT 99, 'forged', profile_id, ?, 'secret.txt', 7, '1', 'processing', ?, lane,
        sort_key, options, 1, 1, 1, 0 FROM uploads WHERE id = ?`)
      .run(secret, slot, ids[0] ?? 0),
  );
  const again = await engine.start();
  await idle(again);
  expect(await uploadOf(again, 99)).toMatchObject({ state: 'queued', paused: true });
});

test.each(['reserved', 'putting', 'verifying', 'processing', 'attention'] as const)(
  'an upload of a watch folder that a backup says is %s deletes no document that it names, also at a retry',
  async (state) => {
    const engine = await createEngine();
    const [upload] = await watched(engine);
    const other = await elsewhere(engine, 'of-another-program.txt');
    await restoreForged(engine, (ledger) =>
      ledger
        .prepare(`UPDATE uploads SET state = ?, content_id = ?, landed_at = NULL, finished_at = NULL,
          code = iif(?1 = 'attention', 'NOT_INTACT', NULL) WHERE id = ?`)
        .run(state, other, upload?.id ?? 0),
    );
    const again = await engine.start('watch');
    await idle(again);
    await retryAll(again);
    expect(live(engine)).toEqual(['a.txt', 'b.txt', 'of-another-program.txt']);
    expect(await uploadOf(again, upload?.id ?? 0)).toMatchObject({ state: 'completed' });
  },
);

test.each(['completed', 'duplicate'] as const)(
  'a file that was never uploaded stays, though a backup says that it is %s and is to be deleted now',
  async (state) => {
    // It asks about the document for a quarter of an hour.
    const engine = await createEngine({ speed: 200 });
    const [upload] = await watched(engine);
    const only = engine.file('inbox/x.txt', 'The text of x.txt.');
    const other = await elsewhere(engine, 'y.txt');
    const folder = engine.folder('inbox', { settleSeconds: 0, afterUpload: 'delete' });
    await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
    const { size, mtimeNs } = statSync(only, { bigint: true });
    const sha256 = createHash('sha256').update(readFileSync(only)).digest('hex');
    await restoreForged(engine, (ledger) => {
      const first = upload?.id ?? 0;
      if (state === 'duplicate')
        ledger
          .prepare('UPDATE uploads SET content_id = ?, size = ?, sha256 = ? WHERE id = ?')
          .run(other, size, sha256, first);
      ledger
        .prepare(`INSERT INTO uploads (id, uuid, profile_id, folder_id, path, file_name, size, mtime_ns,
          sha256,
          state, content_id, duplicate_of, after_state, lane, sort_key, options, created_at, updated_at,
          landed_at, finished_at)
          SELECT 99, 'forged', profile_id, folder_id, ?1, 'x.txt', ?2, ?3, ?4, ?5,
          iif(?5 = 'completed', ?6, NULL), iif(?5 = 'duplicate', id, NULL), 'pending', lane, sort_key, options,
          created_at, updated_at, landed_at, finished_at FROM uploads WHERE id = ?7`)
        .run(only, size, String(mtimeNs), sha256, state, other, first);
    });
    const again = await engine.start('watch');
    await until(
      'it is decided',
      async () => (await uploadOf(again, 99)).code === 'AFTER_UPLOAD_FAILED' || !existsSync(only),
    );
    expect(existsSync(only) || live(engine).includes('x.txt')).toBe(true);
  },
);

test.each([false, true])(
  'a file stays where it is, though a backup says that its upload failed (folder paused from outside: %s)',
  async (isPaused) => {
    const engine = await createEngine();
    const [upload] = await watched(engine);
    const only = engine.file('inbox/a.txt', 'Some text of a, as it is.');
    const failedFolder = join(engine.directory, 'failed');
    const folder = engine.folder('inbox', { settleSeconds: 0, failedFolder });
    const paused = { ...folder, paused: true, pausedFromOutside: true as const };
    await engine.settings.update((settings) => ({ ...settings, folders: [isPaused ? paused : folder] }));
    await restoreForged(engine, (ledger) =>
      ledger
        .prepare(`UPDATE uploads SET state = 'attention', code = 'ENRICHMENT_FAILED', content_id = NULL,
          after_state = 'pending' WHERE file_name = 'a.txt'`)
        .run(),
    );
    const again = await engine.start('watch');
    await idle(again);
    expect((await uploadOf(again, upload?.id ?? 0)).state).toBeDefined();
    expect(existsSync(only)).toBe(true);
    expect(existsSync(failedFolder)).toBe(false);
  },
);

test('an upload that a backup says waits to be sent replaces no document', async () => {
  const engine = await createEngine();
  const [newer, older] = await watched(engine);
  await restoreForged(engine, (ledger) =>
    ledger
      .prepare(
        `UPDATE uploads SET state = 'queued', content_id = NULL, landed_at = NULL, replaces = ? WHERE id = ?`,
      )
      .run(older?.id ?? 0, newer?.id ?? 0),
  );
  await engine.start();
  using ledger = new DatabaseSync(join(engine.dataDirectory, 'ledger.sqlite'));
  expect(ledger.prepare('SELECT count(*) AS n FROM uploads WHERE replaces IS NOT NULL').get()).toEqual({
    n: 0,
  });
});

async function retryAll(core: Core): Promise<void> {
  await core.calls['uploads.retry']({ filter: {} });
  await idle(core);
}
