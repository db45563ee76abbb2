import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Core, createCore } from '../../src/core/create-core.ts';
import type { FromThread } from '../../src/core/watch/thread/protocol.ts';
import type { WatchDependencies, WatchOptions } from '../../src/core/watch/watch-api.ts';
import { folderIdSchema } from '../../src/shared/ids/ids.ts';
import type { WatchFolder } from '../../src/shared/settings/watch-folder.ts';
import { said } from '../../src/shared/spoken/said.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import { addUploads, createEngine, idle, states, until } from '../support/engine-fixture.ts';
import { passSeveralTimes } from './drives-support.ts';
import { createFixture, folderOf } from './support.ts';

/** Milliseconds; real ones, but nothing depends on how long they take. */
const grace = 20;
const files = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
/** Of different sizes: an unread file may be any of its size. */
const contents = files.map((name, index) => `This is inbox/${name}${'!'.repeat(index + 1)}`);
const [a = '', ...others] = contents;

/** A folder whose deletes are passed on, with files that are all in, and another folder. */
async function begin(other: Partial<WatchFolder> = {}, options: WatchOptions = {}) {
  const engine = await createEngine({
    speed: 1,
    sandbox: { speed: 20 },
    tuning: { watch: { deleteGrace: grace, rootCheckEvery: 50, missingFor: 50, ...options } },
  });
  const common = { localDelete: 'delete', settleSeconds: 0 } as const;
  const folders = [engine.folder('inbox', common), engine.folder('other', { ...common, ...other })];
  await engine.settings.update((settings) => ({ ...settings, folders }));
  for (const [index, name] of files.entries()) engine.file(`inbox/${name}`, contents[index]);
  const core = await engine.start('watch');
  await until('all are in', () => engine.live().length === files.length);
  await idle(core);
  const path = (name: string) => join(engine.directory, 'files', name);
  return { engine, core, path };
}

/** Passes, each a grace time after the one before, until what is to come of them has come. */
async function passUntil(core: Core, what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  await until(what, async () => {
    await core.calls['folders.reconcile']({});
    return holds();
  });
}

const searchableIn = async (core: Core, folder: number) =>
  (await core.calls['folders.list']({}))[folder]?.coverage.searchable;

const isGone = (engine: Awaited<ReturnType<typeof begin>>['engine'], folder: string, reason: string) => () =>
  engine.ledger(
    (database) =>
      database
        .statement(`SELECT 1 FROM local_files WHERE folder_id = ? AND disposition = 'gone' AND reason = ?`)
        .get(folder, reason) !== undefined,
  );

test('W9: a file that comes back after its document was deleted is sent again', async () => {
  const { engine, core, path } = await begin();
  renameSync(path('inbox/a.txt'), path('trash.txt'));
  await passUntil(core, 'its document is deleted', () => engine.live().length === others.length);
  await idle(core);
  expect(await states(core)).toContain('cancelled FILE_GONE');
  renameSync(path('trash.txt'), path('inbox/a.txt'));
  await passUntil(core, 'it is in again', () => engine.live().length === files.length);
  await idle(core);
  engine.expectExactlyOnce(contents);
  const [inbox] = await core.calls['folders.list']({});
  expect(inbox?.coverage).toMatchObject({ seen: 4, searchable: 4 });
});

test('W9: a file that comes back while the service cannot delete its document has one in the end', async () => {
  const { engine, core, path } = await begin();
  engine.sandbox.faults.replace([{ match: { method: 'DELETE' }, kind: 'status', status: 503 }]);
  renameSync(path('inbox/a.txt'), path('trash.txt'));
  const isPassedOn = async () => (await states(core)).some((state) => state.startsWith('cancelling'));
  await passUntil(core, 'the delete is passed on', isPassedOn);
  renameSync(path('trash.txt'), path('inbox/a.txt'));
  await passUntil(core, 'it is seen again', () => !isGone(engine, 'inbox', 'deleted')());
  engine.sandbox.faults.replace([]);
  await core.calls['uploads.retry']({ filter: {} });
  await idle(core);
  engine.expectExactlyOnce(contents);
  expect(await states(core)).toEqual(files.map(() => 'completed'));
});

test('W9: a document stays while a person who added the same bytes by hand counts on it', async () => {
  const { engine, core, path } = await begin();
  const byHand = engine.file('desk/copy.txt', a);
  await addUploads(core, [byHand]);
  await idle(core);
  rmSync(byHand);
  rmSync(path('inbox/a.txt'));
  rmSync(path('inbox/b.txt'));
  await passUntil(core, 'the other delete is passed on', () => engine.live().length === files.length - 1);
  await idle(core);
  engine.expectExactlyOnce(contents.filter((_, index) => index !== 1));
});

test('W9: a document stays that another folder keeps for a file with the same bytes that it let go', async () => {
  const { engine, core, path } = await begin({ localDelete: 'keep' });
  const copy = engine.file('other/copy.txt', a);
  await passUntil(core, 'the copy is known', async () => (await states(core)).includes('duplicate'));
  rmSync(copy);
  await passUntil(core, 'the copy is gone', isGone(engine, 'other', 'kept'));
  rmSync(path('inbox/a.txt'));
  rmSync(path('inbox/b.txt'));
  await passUntil(core, 'the other delete is passed on', () => engine.live().length === files.length - 1);
  await idle(core);
  engine.expectExactlyOnce(contents.filter((_, index) => index !== 1));
});

test.each([
  ['that Sluice deleted after the upload', { afterUpload: 'delete', localDelete: 'keep' }, 'after-upload'],
  ['that a person deleted where documents stay', { localDelete: 'keep' }, 'kept'],
  ['that was saved anew where both versions stay', {}, null],
] as const)(
  'W9: a document stays that is the only one of a file %s, also once a new file has its name',
  async (_, other, reason) => {
    const { engine, core, path } = await begin(other);
    const copy = engine.file('other/copy.txt', a);
    await passUntil(core, 'the copy is known', async () => (await states(core)).includes('duplicate'));
    if (reason === 'kept') rmSync(copy);
    if (reason !== null) await passUntil(core, 'the copy is gone', isGone(engine, 'other', reason));
    const next = 'The next one of that name.';
    engine.file('other/copy.txt', next);
    await passUntil(core, 'it is in', () => engine.live().length === files.length + 1);
    await idle(core);
    rmSync(path('inbox/a.txt'));
    rmSync(path('inbox/b.txt'));
    await passUntil(core, 'the other delete is passed on', () => engine.live().length === files.length);
    await passSeveralTimes(core);
    await idle(core);
    engine.expectExactlyOnce([...contents.filter((_, index) => index !== 1), next]);
  },
);

test('W9: a delete that was proven long ago waits for the proof of the copy that stood for the document', async () => {
  const { engine, core, path } = await begin({ deleteCap: 1 });
  const own = ['x.txt', 'y.txt'].map((name) => engine.file(`other/${name}`, `${name} alone.`));
  const copy = engine.file('other/copy.txt', a);
  await passUntil(core, 'the copy is known', async () => (await states(core)).includes('duplicate'));
  await until('all are in', () => engine.live().length === files.length + own.length);
  rmSync(path('inbox/a.txt'));
  const isProven = () =>
    engine.ledger(({ statement }) =>
      statement(`SELECT 1 FROM local_files WHERE folder_id = 'inbox' AND confirmed > 1`).get(),
    ) !== undefined;
  await passUntil(core, 'it is proven', isProven);
  for (const file of [...own, copy]) rmSync(file);
  await passUntil(core, 'a person is asked', isGone(engine, 'other', 'DELETE_CAP'));
  await passSeveralTimes(core);
  await core.calls['folders.decideDeletes']({ folderId: 'other', choice: 'keep' });
  await passSeveralTimes(core);
  await idle(core);
  expect(engine.live()).toHaveLength(files.length + own.length);
});

test('W9: two copies of a replaced document that go together take it with them', async () => {
  const { engine, core, path } = await begin({ changed: 'replace' });
  engine.file('other/first.txt', 'before');
  await until('it is in', () => engine.live().length === files.length + 1);
  for (const name of ['one.txt', 'two.txt']) engine.file(`other/${name}`, 'before');
  const copies = async () => (await states(core)).filter((state) => state === 'duplicate').length;
  await until('the copies are known', async () => (await copies()) === 2);
  engine.file('other/first.txt', 'after');
  await until('its newer version is in, too', () => engine.live().length === files.length + 2);
  await idle(core);
  for (const name of ['one.txt', 'two.txt']) rmSync(path(`other/${name}`));
  await passUntil(core, 'the delete is passed on', () => engine.live().length === files.length + 1);
  await idle(core);
  engine.expectExactlyOnce([...contents, 'after']);
});

test('W9: copies that vanish together with others are asked about, and their document stays meanwhile', async () => {
  const { engine, core, path } = await begin({ deleteCap: 2 });
  const own = ['x.txt', 'y.txt'].map((name) => engine.file(`other/${name}`, `${name} alone.`));
  const copy = engine.file('other/copy.txt', a);
  await passUntil(core, 'the copy is known', async () => (await states(core)).includes('duplicate'));
  await until('all are in', () => engine.live().length === files.length + own.length);
  for (const file of [...own, copy, path('inbox/a.txt')]) rmSync(file);
  await passUntil(core, 'a person is asked', async () => {
    const [, other] = await core.calls['folders.list']({});
    return other?.vanished.some(({ kind, files }) => kind === 'together' && files === 3) === true;
  });
  await passSeveralTimes(core);
  expect(engine.live()).toHaveLength(files.length + own.length);
  await core.calls['folders.decideDeletes']({ folderId: 'other', choice: 'delete' });
  await passUntil(core, 'all are passed on', () => engine.live().length === others.length);
  engine.expectExactlyOnce(others);
});

test.runIf(process.platform === 'linux')(
  'W9: a document stays while its file may have a name that cannot be decoded',
  async () => {
    const { engine, core, path } = await begin();
    const undecodable = Buffer.concat([Buffer.from(path('other/a')), Buffer.from([0xff])]);
    renameSync(path('inbox/a.txt'), undecodable);
    rmSync(path('inbox/b.txt'));
    await passUntil(core, 'both are gone', async () => (await searchableIn(core, 0)) === 2);
    await passSeveralTimes(core);
    expect(engine.live()).toHaveLength(files.length);
    renameSync(undecodable, path('other/a.txt'));
    await passUntil(core, 'the other delete is passed on', () => engine.live().length === others.length);
    await idle(core);
    engine.expectExactlyOnce(contents.filter((_, index) => index !== 1));
  },
);

test('W9: a document stays while its file may be in a folder that cannot be read', async () => {
  const { engine, core, path } = await begin({}, { failReading: ['closed'] });
  mkdirSync(path('other/closed'));
  renameSync(path('inbox/a.txt'), path('other/closed/a.txt'));
  await passUntil(core, 'it is gone', async () => (await searchableIn(core, 0)) === 3);
  await passSeveralTimes(core);
  expect(engine.live()).toHaveLength(files.length);
  renameSync(path('other/closed/a.txt'), path('other/a.txt'));
  await passUntil(core, 'it is found', async () => (await searchableIn(core, 1)) === 1);
  await idle(core);
  engine.expectExactlyOnce(contents);
});

test('W9: a replaced document goes with the last copy, also where that was saved anew and never sent', async () => {
  const { engine, core, path } = await begin({ changed: 'replace' });
  engine.file('other/first.txt', 'before');
  await until('it is in', () => engine.live().length === files.length + 1);
  engine.file('other/copy.txt', 'before');
  await until('the copy is known', async () => (await states(core)).includes('duplicate'));
  engine.file('other/first.txt', 'after');
  await until('its newer version is in, too', () => engine.live().length === files.length + 2);
  await idle(core);
  engine.sandbox.faults.replace([{ match: { method: 'POST' }, kind: 'status', status: 503 }]);
  engine.file('other/copy.txt', 'never sent');
  const waits = async () => (await states(core)).some((state) => state.startsWith('queued'));
  await until('it waits', waits);
  rmSync(path('other/copy.txt'));
  await passUntil(core, 'the copy is gone', async () => !(await waits()));
  engine.sandbox.faults.replace([]);
  await passUntil(core, 'the delete is passed on', () => engine.live().length === files.length + 1);
  await idle(core);
  engine.expectExactlyOnce([...contents, 'after']);
});

test('W9: a file that is deleted while its change awaits an answer takes its document with it', async () => {
  const { engine, core, path } = await begin({ changed: 'ask' });
  engine.file('other/asks.txt', 'before');
  engine.file('other/stays.txt', 'stays');
  await until('both are in', () => engine.live().length === files.length + 2);
  await idle(core);
  engine.file('other/asks.txt', 'after');
  const asks = async () => (await states(core)).includes('attention CHANGED_FILE_ASKS');
  await until('it asks', asks);
  rmSync(path('other/asks.txt'));
  await passUntil(core, 'the document is deleted', () => engine.live().length === files.length + 1);
  await idle(core);
  engine.expectExactlyOnce([...contents, 'stays']);
  expect(await states(core)).not.toContain('attention CHANGED_FILE_ASKS');
});

test('W8: a replaced document stays while its file settles under another name, in another folder', async () => {
  const { engine, core, path } = await begin({ changed: 'replace' });
  const slow = engine.folder('slow', { settleSeconds: 3_600 });
  await engine.settings.update((settings) => ({ ...settings, folders: [...settings.folders, slow] }));
  engine.file('other/moved.txt', 'before');
  await until('it is in', () => engine.live().length === files.length + 1);
  await idle(core);
  renameSync(path('other/moved.txt'), path('slow/kept.txt'));
  engine.file('other/moved.txt', 'after');
  const isSettling = () =>
    engine.ledger(({ statement }) =>
      statement(`SELECT 1 FROM local_files WHERE name = 'kept.txt' AND disposition = 'settling'`).get(),
    ) !== undefined;
  await until('it settles', isSettling);
  const waits = () =>
    engine.ledger(({ statement }) =>
      statement(`SELECT 1 FROM uploads WHERE replaced_by IS NOT NULL AND not_before > 0`).get(),
    ) !== undefined;
  await until('the new version is in, and the old document waits', () => waits());
  const posts = engine.requests({ method: 'POST' }).length;
  await engine.settings.update((settings) => ({
    ...settings,
    folders: settings.folders.map((folder) => ({ ...folder, settleSeconds: 0 })),
  }));
  await until('it is known', async () => (await states(core)).includes('duplicate'));
  await idle(core);
  engine.expectExactlyOnce([...contents, 'before', 'after']);
  expect(engine.requests({ method: 'POST' })).toHaveLength(posts);
});

test('W9: a document stays while its file settles in another folder in place of an uploaded file', async () => {
  const { engine, core, path } = await begin({ changed: 'replace', localDelete: 'keep' });
  engine.file('other/b.txt', 'before');
  await until('it is in', () => engine.live().length === files.length + 1);
  await idle(core);
  const settle = (settleSeconds: number) =>
    engine.settings.update((settings) => ({
      ...settings,
      folders: settings.folders.map((folder) =>
        folder.id === 'other' ? { ...folder, settleSeconds } : folder,
      ),
    }));
  await settle(3_600);
  // The thread that watches has the new time once it has passed.
  await core.calls['folders.reconcile']({});
  renameSync(path('inbox/a.txt'), path('other/b.txt'));
  rmSync(path('inbox/b.txt'));
  await passUntil(core, 'the other delete is passed on', () => engine.live().length === files.length);
  engine.expectExactlyOnce([...contents.filter((_, index) => index !== 1), 'before']);
  await settle(0);
  await passUntil(core, 'the older version is gone', () => engine.live().length === files.length - 1);
  await idle(core);
  engine.expectExactlyOnce(contents.filter((_, index) => index !== 1));
});

test('W8: a document stays until a folder that is polled was looked through, where its file may be', async () => {
  const engine = await createEngine({
    speed: 1,
    sandbox: { speed: 20 },
    // Only passes tell of changes, and one comes when it is asked for.
    tuning: { watch: { deleteGrace: grace, forcePolling: true, pollEvery: 3_600_000 } },
  });
  const inbox = engine.folder('inbox', { settleSeconds: 0, localDelete: 'delete' });
  const other = engine.folder('other', { settleSeconds: 0 });
  await engine.settings.update((settings) => ({ ...settings, folders: [inbox, other] }));
  for (const [index, name] of files.entries()) engine.file(`inbox/${name}`, contents[index]);
  const core = await engine.start('watch');
  await until('all are in', () => engine.live().length === files.length);
  await idle(core);
  renameSync(join(inbox.path, 'a.txt'), join(other.path, 'a.txt'));
  const seenGone = () =>
    engine.ledger(({ statement }) =>
      statement(
        `SELECT 1 FROM local_files WHERE name = 'a.txt' AND disposition = 'gone' AND confirmed > 1`,
      ).get(),
    ) !== undefined;
  await until('two passes saw that it is gone', async () => {
    await core.calls['folders.reconcile']({ folderId: 'inbox' });
    return seenGone();
  });
  await core.calls['folders.reconcile']({ folderId: 'inbox' });
  engine.expectExactlyOnce(contents);
  await core.calls['folders.reconcile']({});
  await idle(core);
  engine.expectExactlyOnce(contents);
  expect(engine.requests({ method: 'DELETE' })).toEqual([]);
});

test('W9: agents that only run once each pass a delete on, with a grace time between their passes', async () => {
  const engine = await createEngine({ speed: 1, sandbox: { speed: 20 } });
  const folders = [engine.folder('inbox', { localDelete: 'delete', settleSeconds: 0 })];
  await engine.settings.update((settings) => ({ ...settings, folders }));
  for (const [index, name] of files.entries()) engine.file(`inbox/${name}`, contents[index]);
  const { clock } = engine.dependencies;
  /** As `watch --once`, so many hours later. */
  const runOnce = async (hours: number) => {
    const now = () => clock.now() + hours * 3_600_000;
    const core = createCore({ ...engine.dependencies, clock: { ...clock, now } });
    atTestEnd(() => core.stop());
    await core.start('watch');
    await core.whenIdle();
    await core.stop();
  };
  await runOnce(0);
  engine.expectExactlyOnce(contents);
  rmSync(join(engine.directory, 'files/inbox/a.txt'));
  await runOnce(1);
  engine.expectExactlyOnce(contents);
  await runOnce(2);
  engine.expectExactlyOnce(others);
});

test('W9: a delete is passed on when the clock was set back an hour after the file was deleted', async () => {
  // Longer than it takes to see that the file is gone.
  const engine = await createEngine({ speed: 1, tuning: { watch: { deleteGrace: 500 } } });
  const { clock } = engine.dependencies;
  let offset = 0;
  Object.assign(engine.dependencies, { clock: { ...clock, now: () => clock.now() + offset } });
  const inbox = engine.folder('inbox', { localDelete: 'delete', settleSeconds: 0 });
  await engine.settings.update((settings) => ({ ...settings, folders: [inbox] }));
  for (const [index, name] of files.entries()) engine.file(`inbox/${name}`, contents[index]);
  const core = await engine.start('watch');
  await until('all are in', () => engine.live().length === files.length);
  await idle(core);
  rmSync(join(inbox.path, 'a.txt'));
  const query = `SELECT 1 FROM local_files WHERE name = 'a.txt' AND disposition = 'gone'`;
  await until('it is seen', () => engine.ledger(({ statement }) => statement(query).get() !== undefined));
  offset = -3_600_000;
  await passUntil(core, 'its document is deleted', () => engine.live().length === others.length);
  await idle(core);
  engine.expectExactlyOnce(others);
});

test('W9: a proof that is doubted again asks for another pass', async () => {
  let message: ((message: FromThread) => void) | undefined;
  const passes: string[] = [];
  const startThread: WatchDependencies['startThread'] = async (_start, _logger, given) => {
    message = given.message;
    return {
      send: () => undefined,
      ask: async (question) => {
        if (question.type === 'reconcile') passes.push(question.reason);
        return { summary: null, count: 0 };
      },
      stop: async () => undefined,
    };
  };
  const { database, localFiles } = await createFixture({
    folder: { localDelete: 'delete' },
    options: { deleteGrace: grace },
    dependencies: { startThread, deleteRemote: () => undefined },
  });
  database.exec(`
    INSERT INTO uploads (id, profile_id, folder_id, path, file_name, size, mtime_ns, state, lane, sort_key,
        options, created_at, updated_at)
      VALUES (1, 'p1', 'f1', '/a.txt', '', 1, '1', 'completed', 1, 0, '{}', 0, 0);
    INSERT INTO local_files (id, folder_id, directory, name, name_key, device, inode, size, mtime_ns,
        disposition, reason, upload_id, first_seen_at, changed_at, confirmed, confirmed_at)
      VALUES (1, 'f1', '', 'a.txt', 'a.txt', '', '1', 1, '1', 'gone', 'DELETE_APPROVED', 1, 0, 1, 1,
        ${Date.now()})`);
  const confirmed = () => database.statement('SELECT confirmed FROM local_files').get()?.confirmed;
  // What the pass found is written down before its health is heard of.
  message?.({ type: 'passed', folderId: 'f1', tookMs: 1, volumes: [], held: [], confirmed: [1] });
  await until('it is doubted', () => confirmed() === 0);
  expect(localFiles.list('f1', { limit: 2 })).toMatchObject([{ reason: 'DELETE_APPROVED' }]);
  const why = { why: '', said: said('health.native', { every: '' }) };
  message?.({
    type: 'health',
    folderId: 'f1',
    health: { mode: 'native', lastReconcileAt: 1, counted: 1, ...why },
  });
  await until('another pass', () => passes.includes('deletes'));
});

test.each([
  ['another machine watches a folder that it may be in', 'known', false],
  ['this machine watches all folders', undefined, true],
] as const)(
  'W9: a delete waits until the team has said who watches a shared folder: %s',
  async (_what, then, isDeleted) => {
    let standby: 'known' | 'unknown' | undefined = 'unknown';
    const deletions: number[] = [];
    const folders = (root: string) => [
      folderOf(join(root, 'in'), { localDelete: 'delete' }),
      folderOf(join(root, 'out'), { id: folderIdSchema.parse('f2'), sharedAs: 'share' }),
    ];
    const fixture = await createFixture({
      before: { 'in/a.txt': 'a', 'in/b.txt': 'b', 'in/c.txt': 'c', 'out/d.txt': 'longer' },
      folders,
      options: { deleteGrace: grace },
      dependencies: {
        standbyOf: ({ sharedAs }) => (sharedAs === null ? undefined : standby),
        deleteRemote: (all) => deletions.push(...all.map(({ uploadId }) => uploadId)),
      },
    });
    const { database, root, watch } = fixture;
    await until('all are taken', () => fixture.names().length === 3);
    database.exec(`UPDATE uploads SET state = 'completed'`);
    const sent = fixture.row('a.txt')?.uploadId;
    rmSync(join(root, 'in/a.txt'));
    const row = () =>
      database.statement(`SELECT disposition, reason, confirmed FROM local_files WHERE name = 'a.txt'`).get();
    await until('two passes saw that it is gone', async () => {
      await fixture.settle();
      return Number(row()?.confirmed) >= 2;
    });
    await fixture.settle();
    expect([row(), deletions]).toMatchObject([{ disposition: 'gone', reason: null }, []]);
    expect(watch.health('f2').mode).toBe('paused');
    standby = then;
    await watch.setFolders(folders(root));
    await until('it is decided', async () => {
      await fixture.settle();
      return isDeleted ? deletions.length > 0 : row()?.reason === 'DELETE_CAP';
    });
    expect(deletions).toEqual(isDeleted ? [sent] : []);
  },
);
