import { contentIdOf } from '#core/service/testing/content-id.ts';
import { appendFileSync, closeSync, openSync, renameSync, rmSync, utimesSync, writeSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from '#core/ledger/database.ts';
import { lanes } from '#core/ledger/lanes.ts';
import { createLocalFiles } from '#core/ledger/local-files.ts';
import { createSqliteLedger } from '#core/ledger/sqlite-ledger.ts';
import { createTakeFiles } from '#core/ledger/take-files.ts';
import { createUploads } from '#core/ledger/uploads.ts';
import { handleDuplicate } from '#core/upload/duplicate.ts';
import type { UploadContext } from '#core/upload/job.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { defaultUploadOptions } from '../support/core-fixture.ts';
import { addUploads, allUploads, createEngine, idle, states, until } from '../support/engine-fixture.ts';
import { uploadAt } from '#core/ledger/testing/upload-at.ts';

const refusePost = { match: { method: 'POST', path: '/documents$' }, kind: 'status', status: 503 } as const;

async function watching(options: Parameters<typeof createEngine>[0] = {}) {
  const engine = await createEngine(options);
  const folder = engine.folder('inbox');
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  return engine;
}

test.concurrent('W1, W3: a file overwritten while its upload waits is not sent half-way, but when it is whole again', async () => {
  // Long enough a wait before the second attempt to begin to overwrite the file in.
  const engine = await watching({
    sandbox: { faults: [{ ...refusePost, times: 1 }] },
    random: () => 1,
    speed: 5,
  });
  const path = engine.file('inbox/note.txt', 'first version');
  const file = openSync(path, 'r+');
  closeSync(file);
  const core = await engine.start('watch');
  await until('a refused attempt', async () => (await allUploads(core))[0]?.attempts === 1);
  const writer = openSync(path, 'w');
  await until('the watch to see it empty', () => engine.ledger(sizeSeen) === 0);
  writeSync(writer, 'second vers');
  await until('a second look', async () => {
    const [upload] = await allUploads(core);
    return upload?.code === 'FILE_CHANGED' || upload?.state === 'completed';
  });
  expect(engine.live()).toEqual([]);
  writeSync(writer, 'ion, whole');
  closeSync(writer);
  await idle(core);
  engine.expectExactlyOnce(['second version, whole']);
  expect(await states(core)).toEqual(['completed']);
});

/** `inbox/note.txt` is saved by renaming over a draft whose upload waits, and uploaded. */
async function savedOverDraft(changes: Partial<WatchFolder>) {
  const engine = await createEngine({ speed: 1, sandbox: { speed: 20 } });
  const folder = engine.folder('inbox', { settleSeconds: 0, ...changes });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const core = await engine.start('watch');
  await core.calls['agent.pause']({});
  const path = engine.file('inbox/note.txt', 'the draft');
  await until('the draft waits', async () => (await allUploads(core)).length === 1);
  // By the clock of the disk, which says when the next file is made.
  engine.ledger((database) => database.statement('UPDATE uploads SET created_at = ?').run(Date.now()));
  renameSync(engine.file('desk/note.txt', 'the final text'), path);
  await until('the text waits', async () => (await allUploads(core))[0]?.size === 'the final text'.length);
  await core.calls['agent.resume']({});
  await idle(core);
  engine.expectExactlyOnce(['the final text']);
  return { engine, core, path };
}

test.concurrent('W8: a file that was saved over a draft while it waited is known under its next name', async () => {
  const { engine, core, path } = await savedOverDraft({ duplicates: 'upload' });
  renameSync(path, `${path}.md`);
  await until('the new name', async () => {
    await core.calls['folders.reconcile']({});
    const names = engine.ledger((database) =>
      database.statement(`SELECT name FROM local_files WHERE disposition = 'taken'`).all(),
    );
    return names.length === 1 && names[0]?.name === 'note.txt.md';
  });
  await idle(core);
  engine.expectExactlyOnce(['the final text']);
});

test.concurrent('X8: a file that was saved over a draft while it waited does not bring back its deleted document when it is touched', async () => {
  const { engine, core, path } = await savedOverDraft({});
  const [upload] = await allUploads(core);
  await core.calls['documents.delete']({ contentId: upload?.contentId ?? '' });
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  await core.calls['folders.reconcile']({});
  await idle(core);
  expect(engine.live()).toEqual([]);
});

test.concurrent('W18: what was last seen of a document before other bytes took the name of a file proves nothing for them', async () => {
  const { database, take, add, uploads } = ledger();
  take([add('a.txt', 10n)]);
  const { createdAt, takenAt } = uploads.get(1) ?? {};
  expect(takenAt).toBe(createdAt);
  database.statement('UPDATE uploads SET created_at = created_at - 1000').run();
  take([add('a.txt', 20n)]);
  expect(uploads.get(1)).toMatchObject({ createdAt: Number(createdAt) - 1000, takenAt: expect.any(Number) });
  expect(uploads.get(1)?.takenAt).toBeGreaterThanOrEqual(Number(createdAt));
  database.close();
});

test.concurrent.each([
  ['is being written', (path: string) => appendFileSync(path, ' and more')],
  ['is gone', (path: string) => rmSync(path)],
])('W6: a file does not wait for an upload of the same bytes whose file %s', async (_, change) => {
  const engine = await watching({ sandbox: { faults: [refusePost] } });
  const path = engine.file('inbox/a.txt', 'the same text');
  const core = await engine.start('watch');
  await until('a refused attempt', async () => (await allUploads(core))[0]?.code === 'SERVICE_FAILED');
  // The file changes, and nobody looks again until the upload does: nothing settles.
  await core.calls['folders.edit']({
    folderId: engine.settings.get().folders[0]?.id ?? '',
    changes: { settleSeconds: 3600 },
  });
  change(path);
  await addUploads(core, [engine.file('desk/b.txt', 'the same text')]);
  engine.sandbox.faults.replace([]);
  await core.calls['uploads.retry']({ filter: {} });
  await until('the other is sent', () => engine.live().length === 1);
  engine.expectExactlyOnce(['the same text']);
});

test.concurrent('W3: an upload whose file was replaced by a newer version, taken by another upload, ends instead of waiting for ever', async () => {
  const { database, localFiles, uploads, take, add } = ledger();
  take([add('a.txt', 10n)]);
  const [first] = uploads.next(all);
  uploads.begin(first as never, decided('a.txt'), { sha256: 'one', size: 5, mtimeNs: 10n }, false);
  take([add('a.txt', 20n)]);
  // The POST of the first failed: it is queued again, and finds the bytes of the second.
  uploads.advance(uploadAt(uploads, 1), ['enriching'], { state: 'queued' });
  const row = uploads.get(1);
  expect(
    uploads.begin(row as never, decided('a.txt'), { sha256: 'two', size: 5, mtimeNs: 20n }, false),
  ).toEqual({
    kind: 'superseded',
  });
  expect(uploads.get(1)).toMatchObject({ state: 'cancelled' });
  expect(uploads.get(2)).toMatchObject({ state: 'queued', replaces: null });
  expect(localFiles.list('f')).toMatchObject([{ uploadId: 2 }]);
  database.close();
});

test.concurrent('W6: an upload does not become the duplicate of one that gave up its claim meanwhile', async () => {
  const { database, uploads, context, take, add } = ledger();
  take([add('a.txt', 10n), add('b.txt', 11n)]);
  const [a, b] = uploads.next(all);
  uploads.begin(a as never, decided('a.txt'), { sha256: 'same', size: 5, mtimeNs: 10n }, false);
  const begun = uploads.begin(b as never, decided('b.txt'), { sha256: 'same', size: 5, mtimeNs: 11n }, false);
  expect(begun).toMatchObject({ kind: 'held', holder: { id: 1 } });
  // Before this is written down, the first ends.
  uploads.advance(uploadAt(uploads, 1), ['enriching'], { state: 'cancelled' });
  await handleDuplicate(context, uploads.get(2) as never, uploads.get(1) as never);
  expect(uploads.get(2)).toMatchObject({ state: 'queued', duplicateOf: null });
  database.close();
});

test.concurrent('W7: a touched file whose upload was replaced by a third one is forgotten without harm', async () => {
  const { database, uploads, context, take, add, localFiles } = ledger();
  take([add('a.txt', 10n)]);
  const [first] = uploads.next(all);
  uploads.begin(first as never, decided('a.txt'), { sha256: 'one', size: 5, mtimeNs: 10n }, false);
  uploads.advance(uploadAt(uploads, 1), ['enriching'], { state: 'completed', contentId: contentIdOf('A') });
  take([add('a.txt', 20n)]);
  uploads.advance(uploadAt(uploads, 2), ['queued'], { state: 'enriching' });
  take([add('a.txt', 30n)]);
  uploads.advance(uploadAt(uploads, 2), ['enriching'], { state: 'queued' });
  // The second turns out to have the bytes of the first, and the third says that it replaces the second.
  database.sqlite.exec(`UPDATE uploads SET sha256 = 'one' WHERE id = 2`);
  await handleDuplicate(context, uploads.get(2) as never, uploads.get(1) as never);
  expect(uploads.get(2)).toBeUndefined();
  expect(uploads.get(3)).toMatchObject({ replaces: 1, state: 'queued' });
  expect(localFiles.list('f')).toMatchObject([{ uploadId: 3 }]);
  database.close();
});

test.concurrent('W8: a file that was away while its upload waited is uploaded when it comes back as it was', async () => {
  const engine = await watching({ sandbox: { faults: [refusePost] } });
  const path = engine.file('inbox/note.txt');
  const core = await engine.start('watch');
  await until('a refused attempt', async () => ((await allUploads(core))[0]?.attempts ?? 0) > 0);
  const aside = engine.file('aside/elsewhere.txt');
  renameSync(path, aside);
  await until('the upload to be given up', async () => (await allUploads(core))[0]?.state === 'cancelled');
  engine.sandbox.faults.replace([]);
  renameSync(aside, path);
  await until('the document', () => engine.live().length === 1);
  await idle(core);
  engine.expectExactlyOnce(['This is inbox/note.txt, which says something of its own.']);
});

/** How large the watch saw the one file of a folder. */
function sizeSeen({ sqlite }: Database) {
  return sqlite.prepare('SELECT size FROM local_files').get()?.size;
}

const all = { profileId: 'p', now: 1, limit: 10, exclude: new Set<number>(), pausedFolders: [] };

/** What is to be sent of a file of the ledger below. */
function decided(name: string) {
  const place = { folderId: 'f', directory: '', name };
  return { path: `/f/${name}`, fileName: name, folderId: 'f', options: defaultUploadOptions, place };
}

/** A ledger in memory with what the tests above do to it. */
function ledger() {
  const database = openDatabase(':memory:');
  const now = () => 1;
  const localFiles = createLocalFiles(database, now);
  const uploads = createUploads(database, now);
  const { take } = createTakeFiles(database, uploads, localFiles);
  const context = {
    ledger: { uploads: createSqliteLedger(database, now).uploads },
    clock: { now },
    owners: async () => ({ folder: () => undefined }),
  } as unknown as UploadContext;
  function add(name: string, mtimeNs: bigint) {
    const seen = { folderId: 'f', directory: '', name, nameKey: name, device: '1', inode: name, size: 5 };
    const row = localFiles.upsert({
      ...seen,
      mtimeNs: String(mtimeNs),
      disposition: 'settling',
      reason: null,
    });
    return {
      ...{
        folderId: 'f',
        localFileId: row.id,
        path: `/f/${name}`,
        size: 5,
        mtimeNs,
        fresh: lanes.fresh === 1,
      },
      options: defaultUploadOptions,
    };
  }
  return {
    database,
    localFiles,
    uploads,
    context,
    add,
    take: (files: ReturnType<typeof add>[]) => take('p', files),
  };
}
