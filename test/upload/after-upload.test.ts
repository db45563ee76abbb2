import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileGate, type FileGate } from '#core/local/file-gate.ts';
import { allUploads, createEngine, idle, states, until } from '../support/engine-fixture.ts';

test.concurrent('W18: the version saved while the older one is being deleted is uploaded, and then deleted too', async () => {
  const gate = createFileGate();
  let saves = 0;
  let path = '';
  // A program saves anew, beside and by renaming, at the very moment that the older bytes are read.
  const examineAside: FileGate['examineAside'] = async (aside) => {
    if (saves++ === 0) {
      const part = join(dirname(path), 'part.tmp');
      writeFileSync(part, 'the newer version');
      renameSync(part, path);
    }
    return gate.examineAside(aside);
  };
  const engine = await createEngine({ tuning: { gate: { ...gate, examineAside } } });
  const folder = engine.folder('inbox', { afterUpload: 'delete' });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  path = engine.file('inbox/a.txt', 'the older version');
  const core = await engine.start('watch');
  await until('both to be in and gone', () => engine.live().length === 2 && !existsSync(path));
  await idle(core);
  engine.expectExactlyOnce(['the older version', 'the newer version']);
  expect(readdirSync(folder.path)).toEqual([]);
});

test.concurrent('W18: a file that cannot be moved is tried again some times, and stays one upload', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const placeAside: FileGate['placeAside'] = () => Promise.reject(full);
  // Slow enough that the watch sees the file back before it is set aside again.
  const engine = await createEngine({ speed: 5, tuning: { gate: { ...createFileGate(), placeAside } } });
  const folder = engine.folder('inbox', { afterUpload: 'move' });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  engine.file('inbox/a.txt');
  const core = await engine.start('watch');
  const codes = async () => (await allUploads(core)).map(({ code }) => code);
  await until('it is given up', async () => (await codes()).includes('AFTER_UPLOAD_FAILED'));
  await core.calls['folders.reconcile']({});
  await idle(core);
  expect(await codes()).toEqual(['AFTER_UPLOAD_FAILED']);
});

test.concurrent.each(['nothing', 'another file'])(
  'W18: a file that is renamed at the moment of its after-upload action is deleted under its new name; %s takes the old one',
  async (then) => {
    const gate = createFileGate();
    let path = '';
    let isRenamed = false;
    const setAside: FileGate['setAside'] = async (aside) => {
      if (!isRenamed) {
        isRenamed = true;
        renameSync(path, join(dirname(path), 'b.txt'));
        if (then === 'another file') writeFileSync(path, 'other bytes');
      }
      return gate.setAside(aside);
    };
    const engine = await createEngine({ tuning: { gate: { ...gate, setAside } } });
    const folder = engine.folder('inbox', { afterUpload: 'delete' });
    await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
    path = engine.file('inbox/a.txt', 'once');
    const core = await engine.start('watch');
    const contents = then === 'nothing' ? ['once'] : ['once', 'other bytes'];
    await until(
      'the files to be in and gone',
      () => engine.live().length === contents.length && !existsSync(path),
    );
    await idle(core);
    engine.expectExactlyOnce(contents);
    expect(readdirSync(folder.path)).toEqual([]);
  },
);

test.concurrent('W18: a file that leaves its folder and comes back under another name gets its after-upload action', async () => {
  const gate = createFileGate();
  const engine = await createEngine({ tuning: { gate: { ...gate, setAside } } });
  const folder = engine.folder('inbox', { afterUpload: 'delete' });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const path = engine.file('inbox/a.txt', 'once');
  const away = join(dirname(folder.path), 'away.txt');
  async function setAside(...parameters: Parameters<FileGate['setAside']>) {
    if (existsSync(path)) {
      renameSync(path, away);
      await until('it to be missed', () =>
        engine.ledger(({ statement }) =>
          Boolean(statement(`SELECT 1 FROM local_files WHERE disposition = 'gone'`).get()),
        ),
      );
      setTimeout(() => renameSync(away, join(dirname(path), 'b.txt')), 500);
    }
    return gate.setAside(...parameters);
  }
  const core = await engine.start('watch');
  await until('it to be in, and away', () => engine.live().length === 1 && existsSync(away));
  await until('it to be gone', () => !existsSync(away) && readdirSync(folder.path).length === 0);
  await idle(core);
  engine.expectExactlyOnce(['once']);
});

test.concurrent('W18: not everything is done while an annotated document is still to be saved', async () => {
  const link = { path: '/annotated$' };
  const engine = await createEngine({ sandbox: { faults: [{ match: link, kind: 'status', status: 500 }] } });
  const folder = engine.folder('inbox', { saveAnnotated: 'beside' });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  engine.file('inbox/a.txt', 'a document');
  const core = await engine.start('watch');
  await until('it is in', async () => (await allUploads(core))[0]?.state === 'completed');
  expect((await core.calls['agent.status']({})).health.state).toBe('working');
});

test.concurrent('W18: an annotated document that cannot be saved is a finding, until a retry saves it', async () => {
  const engine = await createEngine();
  const folder = engine.folder('inbox', { saveAnnotated: { folder: engine.file('annotated', 'a file') } });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  engine.file('inbox/a.txt', 'a document');
  const core = await engine.start('watch');
  const findings = async () => (await core.calls['agent.status']({})).health.findings;
  await until('it is reported', async () => (await findings()).length === 1);
  const count = { values: { count: 1 } };
  expect(await findings()).toMatchObject([
    { level: 'attention', code: 'ANNOTATED_NOT_SAVED', folderId: folder.id, said: count },
  ]);
  rmSync(engine.file('annotated', 'a file'));
  await core.calls['uploads.retry']({ filter: { code: 'ANNOTATED_NOT_SAVED' } });
  await until('it is over', async () => (await findings()).length === 0);
  await idle(core);
  expect(readdirSync(join(dirname(folder.path), 'annotated'))).toEqual(['a.txt.annotated.json']);
});

test.concurrent('W18: a file that a dead process left in quarantine is put back, and not sent again', async () => {
  const engine = await createEngine();
  const folder = engine.folder('inbox');
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const path = engine.file('inbox/sub/a.txt', 'once');
  const first = await engine.start('watch');
  await idle(first);
  const owner = engine.ledger((database) =>
    JSON.parse(String(database.statement(`SELECT value FROM facts WHERE key = 'files:owner'`).get()?.value)),
  ) as string;
  await first.stop();
  const aside = join(dirname(path), `.sluice-${owner}-1-abc.quarantine`);
  mkdirSync(aside);
  renameSync(path, join(aside, 'a.txt'));
  const core = await engine.start('watch');
  await until('the file back at its place', () => existsSync(path) && !existsSync(aside));
  await core.calls['folders.reconcile']({});
  await idle(core);
  engine.expectExactlyOnce(['once']);
  expect(await allUploads(core)).toHaveLength(1);
});

test.concurrent('an annotated document and a file set aside are never taken for documents, whatever the rules', async () => {
  const engine = await createEngine();
  const folder = engine.folder('inbox', { ignoredNames: [], includeHidden: true });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  engine.file('inbox/.sluice-other-1-abc.quarantine/a.txt', 'set aside by another');
  engine.file('inbox/.sluice-other-1-abc.part', 'half a copy');
  engine.file('inbox/b.txt', 'a document');
  const core = await engine.start('watch');
  await idle(core);
  engine.expectExactlyOnce(['a document']);
});

test.concurrent('W18: a file that is to be sent again is not moved as failed when deleting its document fails unexpectedly for good', async () => {
  let isBroken = () => false;
  const random = () => {
    if (isBroken()) throw new Error('a bug');
    return 0.1;
  };
  const engine = await createEngine({ random, sandbox: { enrichSeconds: [600, 600] } });
  const folder = engine.folder('inbox', { failedFolder: 'failed' });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const path = engine.file('inbox/a.txt', 'once');
  const first = await engine.start('watch');
  await until('it is in', async () => (await allUploads(first))[0]?.state === 'processing');
  await first.stop();
  // Four times it has failed so before.
  engine.ledger((database) =>
    database.sqlite.exec(`UPDATE uploads SET state = 'cancelling', after_state = 'requeue', attempts = 4`),
  );
  engine.sandbox.faults.replace([{ match: { method: 'DELETE' }, kind: 'status', status: 500 }]);
  isBroken = () => engine.requests({ method: 'DELETE' }).length > 0;
  const core = await engine.start();
  await until('a person is asked', async () => (await allUploads(core))[0]?.code === 'UNEXPECTED');
  isBroken = () => false;
  await idle(core);
  expect(existsSync(path)).toBe(true);
  expect(await allUploads(core)).toMatchObject([{ state: 'attention', code: 'UNEXPECTED' }]);
});

test.concurrent('W18: a file in the failed folder that is to be sent again needs a person until it is back', async () => {
  const engine = await createEngine();
  const folder = engine.folder('inbox', { failedFolder: 'failed' });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const record = { method: 'GET', path: '/documents/[A-F0-9]{32}$' };
  engine.sandbox.faults.replace([{ match: record, kind: 'rewrite', replace: { status: 'failed' } }]);
  const path = engine.file('inbox/a.txt', 'once');
  const moved = join(folder.path, 'failed/a.txt');
  const first = await engine.start('watch');
  await until('it is in the failed folder', () => existsSync(moved));
  await idle(first);
  await first.stop();
  // The failed document was deleted for a copy of the file, which then went the same way.
  engine.sandbox.faults.replace([]);
  engine.ledger(({ sqlite }) =>
    sqlite.exec(`UPDATE uploads SET state = 'queued', content_id = NULL, code = NULL, finished_at = NULL;
      INSERT INTO upload_events (upload_id, at, kind) SELECT id, 1, 'retried' FROM uploads`),
  );
  const core = await engine.start('watch');
  await until('a person is asked', async () => (await states(core))[0] === 'attention FILE_GONE');
  await idle(core);
  renameSync(moved, path);
  await until('it is in', async () => (await states(core)).includes('completed'));
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
  expect(existsSync(path)).toBe(true);
});

test.concurrent.each([
  ['by moving it', renameSync],
  ['by copying it', copyFileSync],
])('W18: a failed file that is to be sent again is sent once it is put back: %s', async (_how, putBack) => {
  const engine = await createEngine();
  const folder = engine.folder('inbox', { failedFolder: 'failed' });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const record = { method: 'GET', path: '/documents/[A-F0-9]{32}$' };
  engine.sandbox.faults.replace([{ match: record, kind: 'rewrite', replace: { status: 'failed' } }]);
  const path = engine.file('inbox/a.txt', 'once');
  const moved = join(folder.path, 'failed/a.txt');
  const core = await engine.start('watch');
  await until('it is in the failed folder', () => existsSync(moved));
  await idle(core);
  engine.sandbox.faults.replace([]);
  await core.calls['uploads.retry']({ filter: { states: ['attention'] } });
  await until('a person is asked', async () => (await states(core))[0] === 'attention FILE_GONE');
  putBack(moved, path);
  await until('it is in', async () => (await states(core)).includes('completed'));
  await idle(core);
  engine.expectExactlyOnce(['once']);
  expect(existsSync(path)).toBe(true);
});

test.concurrent('W18: a copy in the failed folder needs a person once the upload with its bytes is cancelled', async () => {
  const engine = await createEngine();
  const folder = engine.folder('inbox', { failedFolder: 'failed' });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const record = { method: 'GET', path: '/documents/[A-F0-9]{32}$' };
  engine.sandbox.faults.replace([{ match: record, kind: 'rewrite', replace: { status: 'failed' } }]);
  engine.file('inbox/a.txt', 'twice');
  const core = await engine.start('watch');
  await until('it is in the failed folder', () => existsSync(join(folder.path, 'failed/a.txt')));
  const copy = engine.file('inbox/b.txt', 'twice');
  const moved = join(folder.path, 'failed/b.txt');
  await until('so is the copy', () => existsSync(moved));
  await idle(core);
  engine.sandbox.faults.replace([]);
  await core.calls['uploads.cancel']({ filter: { states: ['attention'] } });
  await until('a person is asked', async () => (await states(core)).includes('attention FILE_GONE'));
  await idle(core);
  renameSync(moved, copy);
  await until('it is in', async () => (await states(core)).includes('completed'));
  await idle(core);
  engine.expectExactlyOnce(['twice']);
});

test.concurrent('W18: a folder says which file another Sluice set aside in it, until it is not there any more', async () => {
  const engine = await createEngine();
  const folder = engine.folder('inbox');
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const aside = dirname(engine.file('inbox/sub/.sluice-other-1-abc.quarantine/a.txt', 'set aside'));
  const core = await engine.start('watch');
  const healthNow = async () => (await core.calls['folders.list']({}))[0]?.health;
  const remark = { code: 'health.asideOfOther', values: { path: aside } };
  await until('it says so', async () => ((await healthNow())?.remarks ?? []).length > 0);
  expect((await healthNow())?.remarks).toMatchObject([remark]);
  expect((await healthNow())?.why).toContain(`Another Sluice set a file aside in ${aside}`);
  renameSync(aside, join(engine.directory, 'put-by'));
  expect((await healthNow())?.remarks ?? []).toEqual([]);
});

test.concurrent.each(['delete', 'move'] as const)(
  'W18: a document that claims to be complete with 0 bytes costs nobody the file (%s)',
  async (afterUpload) => {
    const engine = await createEngine();
    const records = { method: 'GET', path: '^/contents/v1/documents(/[A-F0-9]{32})?$' };
    engine.sandbox.faults.replace([{ match: records, kind: 'rewrite', replace: { raw_size: 0 } }]);
    const folder = engine.folder('inbox', { afterUpload });
    await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
    const paths = ['a.txt', 'b.txt', 'c.txt'].map((name) => engine.file(`inbox/${name}`, name));
    const core = await engine.start('watch');
    // Its original has the bytes, so each is in; what cannot be undone waits for the service to say so.
    await until('all are in', async () => {
      const all = await allUploads(core);
      return all.length === 3 && all.every(({ state }) => state === 'completed');
    });
    await until('the service was asked before', () => {
      const waits = engine.ledger((database) =>
        database.statement(`SELECT 1 FROM uploads WHERE after_state IS NOT NULL AND not_before > 0`).all(),
      );
      return waits.length === 3 || paths.some((path) => !existsSync(path));
    });
    expect(paths.map((path) => existsSync(path))).toEqual([true, true, true]);
    engine.sandbox.faults.replace([]);
    await until('they are gone from there', () => paths.every((path) => !existsSync(path)));
    await idle(core);
    engine.expectExactlyOnce(['a.txt', 'b.txt', 'c.txt']);
  },
);

test.concurrent('W18: the record of another document, which a cache on the way answers, costs nobody the file', async () => {
  const engine = await createEngine();
  const record = { method: 'GET', path: '^/contents/v1/documents/[A-F0-9]{32}$' };
  engine.sandbox.faults.replace([
    // Nothing of it arrives.
    { match: { method: 'PUT' }, kind: 'status', status: 200 },
    { match: record, kind: 'rewrite', replace: { id: 'A'.repeat(32), status: 'completed', raw_size: 10 } },
  ]);
  const folder = engine.folder('inbox', { afterUpload: 'delete' });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const path = engine.file('inbox/a.txt', '10 letters');
  await engine.start('watch');
  const looks = () => engine.requests({ method: 'GET', path: '[A-F0-9]{32}$' }).length;
  await until('it was asked for', () => looks() > 2 || !existsSync(path));
  expect(existsSync(path)).toBe(true);
  engine.sandbox.faults.replace([]);
  await until('it is in and gone from here', () => !existsSync(path));
  engine.expectExactlyOnce(['10 letters']);
});

test.concurrent('W18: nothing happens to the files of a paused folder until it is resumed', async () => {
  const engine = await createEngine();
  const folder = engine.folder('inbox', { settleSeconds: 0 });
  const change = (changes: Partial<typeof folder>) =>
    engine.settings.update((settings) => ({ ...settings, folders: [{ ...folder, ...changes }] }));
  await change({});
  const path = engine.file('inbox/a.txt');
  engine.sandbox.faults.replace([{ match: { method: 'GET' }, kind: 'status', status: 503 }]);
  const core = await engine.start('watch');
  const states = async () => (await allUploads(core)).map(({ state }) => state).join();
  await until('it is processed', async () => (await states()) === 'processing');
  await change({ afterUpload: 'delete', paused: true, pausedFromOutside: true });
  engine.sandbox.faults.replace([]);
  await until('it is completed', async () => (await states()) === 'completed');
  // As `watch --once` does.
  await core.whenIdle();
  expect((await core.calls['agent.status']({})).health.state).toBe('attention');
  // As the status advises: it stays paused.
  await core.calls['folders.edit']({ folderId: folder.id, changes: { paused: true } });
  await core.whenIdle();
  expect((await core.calls['agent.status']({})).health.state).toBe('idle');
  expect(existsSync(path)).toBe(true);
  await change({ afterUpload: 'delete' });
  await until('it is deleted', () => !existsSync(path));
});
