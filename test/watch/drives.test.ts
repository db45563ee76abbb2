import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EngineFixture } from '../support/engine-fixture.ts';
import { allUploads, createEngine, idle, states, until } from '../support/engine-fixture.ts';
import { canMount, createDrives, type Drives, hasFuse, mountFuse } from '../support/drives.ts';
import type { Core } from '../../src/core/create-core.ts';
import type { WatchFolder } from '../../src/shared/settings/watch-folder.ts';

/** Real mounts where this process may mount; the pretended ones always, since not everybody may. */
const ways = canMount() ? (['mounted', 'pretended'] as const) : (['pretended'] as const);

/** Milliseconds; real ones, but nothing depends on how long they take. */
const grace = 50;

async function begin(
  how: Drives['how'],
  folder: Partial<WatchFolder> = {},
): Promise<{ engine: EngineFixture; drives: Drives; root: string; start: () => Promise<Core> }> {
  const base = mkdtempSync(join(tmpdir(), 'sluice-drives-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const drives = createDrives(base, how);
  const { mountTable } = drives;
  const watch = { deleteGrace: grace, rootCheckEvery: 50, missingFor: 50, ...(mountTable && { mountTable }) };
  const engine = await createEngine({ speed: 1, sandbox: { speed: 20 }, tuning: { watch } });
  const watched = engine.folder('inbox', { localDelete: 'delete', settleSeconds: 0, ...folder });
  await engine.settings.update((settings) => ({ ...settings, folders: [watched] }));
  return { engine, drives, root: watched.path, start: () => engine.start('watch') };
}

async function stateOf(core: Core) {
  const [state] = await core.calls['folders.list']({});
  if (!state) throw new Error('no folder');
  return state;
}

/** So many complete passes, each a grace time after the one before: enough for any delete that is to be passed on. */
async function passSeveralTimes(core: Core): Promise<void> {
  for (let pass = 0; pass < 4; pass++) {
    const before = (await stateOf(core)).health.lastReconcileAt ?? 0;
    const now = Date.now();
    await until('the grace time', () => Date.now() > now + grace);
    await core.calls['folders.reconcile']({});
    const { health } = await stateOf(core);
    if (health.mode === 'native') expect(health.lastReconcileAt).toBeGreaterThan(before);
  }
}

const deletions = (engine: EngineFixture) =>
  engine.requests().filter((request) => request.startsWith('DELETE')).length;

const puts = (engine: EngineFixture) =>
  engine.requests().filter((request) => request.startsWith('PUT')).length;

/** Files in the folder, and all of them at the service. */
async function fill(engine: EngineFixture, core: Core, names: readonly string[]): Promise<void> {
  for (const name of names) engine.file(`inbox/${name}`);
  await core.calls['folders.reconcile']({});
  await until('all are in', () => engine.live().length === names.length);
  await idle(core);
}

const numbered = (count: number, directory = '') =>
  Array.from({ length: count }, (_, index) => `${directory}${index}.txt`);

describe.each(ways)('drives (%s)', (how) => {
  test('W9: a share mounted inside a watch folder goes: nothing is deleted; it comes back: nothing is sent', async () => {
    const { engine, drives, root, start } = await begin(how);
    const share = drives.create('nas');
    share.mount(join(root, 'nas'));
    const core = await start();
    await fill(engine, core, ['here.txt', ...numbered(10, 'nas/in/')]);
    share.unmount();
    await passSeveralTimes(core);
    expect(engine.live()).toHaveLength(11);
    expect(deletions(engine)).toBe(0);
    const away = await stateOf(core);
    expect(away.vanished).toMatchObject([{ kind: 'away', place: 'nas', files: 10 }]);
    expect(away.health.why).toContain('10 files is not mounted: nas');
    expect(away.coverage).toMatchObject({ seen: 11, searchable: 11 });
    share.mount(join(root, 'nas'));
    await passSeveralTimes(core);
    await idle(core);
    expect(await stateOf(core)).toMatchObject({ vanished: [], coverage: { seen: 11, searchable: 11 } });
    expect(puts(engine)).toBe(11);
  });

  test('W9: nor is anything deleted when its directory goes with it, as under /media', async () => {
    const { engine, drives, root, start } = await begin(how);
    const share = drives.create('stick');
    share.mount(join(root, 'media/stick'));
    const core = await start();
    await fill(engine, core, ['here.txt', 'media/other.txt', ...numbered(5, 'media/stick/')]);
    share.unmount();
    rmSync(join(root, 'media/stick'), { recursive: true });
    await passSeveralTimes(core);
    expect(deletions(engine)).toBe(0);
    expect((await stateOf(core)).vanished).toMatchObject([{ kind: 'away', place: 'media/stick', files: 5 }]);
  });

  test('W9: a root that is a mount point, unmounted, with a stray file beneath: all 10 documents stay', async () => {
    const { engine, drives, root, start } = await begin(how);
    writeFileSync(join(root, 'stray.txt'), 'left here when nothing was mounted');
    const drive = drives.create('drive');
    drive.mount(root);
    const core = await start();
    await fill(engine, core, numbered(10));
    drive.unmount();
    await core.calls['folders.reconcile']({});
    await until('missing', async () => (await stateOf(core)).health.mode === 'missing');
    await passSeveralTimes(core);
    expect(engine.live()).toHaveLength(10);
    const away = await stateOf(core);
    expect(away.health.why).toContain('Another volume or folder lies where this watch folder was');
    expect(away.vanished).toMatchObject([{ kind: 'away', place: '', files: 10 }]);
    drive.mount(root);
    await until('back', async () => (await stateOf(core)).health.mode === 'native');
    await passSeveralTimes(core);
    expect((await stateOf(core)).vanished).toEqual([]);
    expect(puts(engine)).toBe(10);
    expect(deletions(engine)).toBe(0);
  });

  test('W9: a root that is a mount point, unmounted, with nothing beneath', async () => {
    const { engine, drives, root, start } = await begin(how);
    const drive = drives.create('drive');
    drive.mount(root);
    const core = await start();
    await fill(engine, core, numbered(3));
    drive.unmount();
    await until('missing', async () => (await stateOf(core)).health.mode === 'missing');
    await passSeveralTimes(core);
    expect((await stateOf(core)).health.why).toContain('empty');
    expect(engine.live()).toHaveLength(3);
  });

  test('W9: files hidden beneath a drive that is mounted over them are not deleted', async () => {
    const { engine, drives, root, start } = await begin(how);
    const drive = drives.create('over');
    const core = await start();
    await fill(engine, core, ['here.txt', ...numbered(4, 'sub/')]);
    drive.mount(join(root, 'sub'));
    writeFileSync(join(root, 'sub/new.txt'), 'on the drive');
    await passSeveralTimes(core);
    await until('the new one', () => engine.live().length === 6);
    expect((await stateOf(core)).vanished).toMatchObject([{ kind: 'away', place: 'sub', files: 4 }]);
    await idle(core);
    drive.unmount();
    await passSeveralTimes(core);
    // Now it is the drive's own file that is out of sight.
    expect((await stateOf(core)).vanished).toMatchObject([{ kind: 'away', place: 'sub', files: 1 }]);
    expect(puts(engine)).toBe(6);
    expect(deletions(engine)).toBe(0);
  });

  test('W9: another drive in the place of the one before does not stand for it', async () => {
    const { engine, drives, root, start } = await begin(how);
    const [first, second] = [drives.create('first'), drives.create('second')];
    first.mount(join(root, 'usb'));
    const core = await start();
    await fill(engine, core, ['here.txt', ...numbered(6, 'usb/')]);
    first.unmount();
    second.mount(join(root, 'usb'));
    writeFileSync(join(root, 'usb/new.txt'), 'on the second drive');
    await passSeveralTimes(core);
    await until('the file of the second drive', () => engine.live().length === 8);
    expect((await stateOf(core)).vanished).toMatchObject([{ kind: 'away', place: 'usb', files: 6 }]);
    expect(deletions(engine)).toBe(0);
  });

  test('W9: a drive that comes and goes loses nothing and sends nothing again', async () => {
    const { engine, drives, root, start } = await begin(how);
    const share = drives.create('nas');
    share.mount(join(root, 'nas'));
    const core = await start();
    await fill(engine, core, ['here.txt', ...numbered(6, 'nas/')]);
    for (let turn = 0; turn < 5; turn++) {
      share.unmount();
      if (turn % 2 === 0) await core.calls['folders.reconcile']({});
      share.mount(join(root, 'nas'));
      if (turn % 3 === 0) await core.calls['folders.reconcile']({});
    }
    await passSeveralTimes(core);
    await idle(core);
    expect(await stateOf(core)).toMatchObject({ vanished: [], coverage: { seen: 7, searchable: 7 } });
    expect(puts(engine)).toBe(7);
    expect(deletions(engine)).toBe(0);
  });

  test('W9: a restart while the drive is away forgets neither the drive nor since when', async () => {
    const { engine, drives, root, start } = await begin(how);
    const share = drives.create('nas');
    share.mount(join(root, 'nas'));
    let core = await start();
    await fill(engine, core, ['here.txt', ...numbered(5, 'nas/')]);
    share.unmount();
    await passSeveralTimes(core);
    const [before] = (await stateOf(core)).vanished;
    await core.stop();
    core = await start();
    await passSeveralTimes(core);
    expect((await stateOf(core)).vanished).toEqual([before]);
    await core.stop();
    share.mount(join(root, 'nas'));
    core = await start();
    await passSeveralTimes(core);
    await idle(core);
    expect(await stateOf(core)).toMatchObject({ vanished: [], coverage: { seen: 6, searchable: 6 } });
    expect(puts(engine)).toBe(6);
    expect(deletions(engine)).toBe(0);
  });

  test('W9: files that are queued when their drive goes wait for it, and go on when it is back', async () => {
    const { engine, drives, root, start } = await begin(how);
    const share = drives.create('nas');
    share.mount(join(root, 'nas'));
    const core = await start();
    await core.calls['agent.pause']({});
    for (const name of ['here.txt', ...numbered(5, 'nas/')]) engine.file(`inbox/${name}`);
    await core.calls['folders.reconcile']({});
    await until('queued', async () => (await allUploads(core)).length === 6);
    share.unmount();
    await core.calls['agent.resume']({});
    await until('each was looked for', async () =>
      (await allUploads(core)).every(({ state, attempts }) => state !== 'queued' || attempts > 0),
    );
    await passSeveralTimes(core);
    // More looks than are made before the upload of a deleted file ends.
    for (let look = 0; look < 5; look++) {
      engine.ledger((database) =>
        database.statement(`UPDATE uploads SET not_before = 0, attempts = 9 WHERE state = 'queued'`).run(),
      );
      await core.calls['agent.resume']({});
      await until('another look', async () =>
        (await allUploads(core)).every(({ state, attempts }) => state !== 'queued' || attempts > 9),
      );
    }
    await until('the one that is here', async () => (await states(core)).includes('completed'));
    expect((await states(core)).sort()).toEqual(['completed', ...Array(5).fill('queued FILE_GONE')]);
    // Nothing more can be done without the drive.
    await idle(core);
    share.mount(join(root, 'nas'));
    await core.calls['folders.reconcile']({});
    await until('all are in', () => engine.live().length === 6);
    await idle(core);
    expect(puts(engine)).toBe(6);
    expect(await states(core)).toEqual(Array(6).fill('completed'));
  });

  test('W8: a folder renamed on a drive is moved: nothing is deleted, nothing sent', async () => {
    const { engine, drives, root, start } = await begin(how);
    drives.create('nas').mount(join(root, 'nas'));
    const core = await start();
    await fill(engine, core, ['here.txt', ...numbered(4, 'nas/old/')]);
    renameSync(join(root, 'nas/old'), join(root, 'nas/new'));
    await passSeveralTimes(core);
    await idle(core);
    expect(await stateOf(core)).toMatchObject({ vanished: [], coverage: { seen: 5, searchable: 5 } });
    expect(puts(engine)).toBe(5);
    expect(deletions(engine)).toBe(0);
  });

  test('W9: what is deleted on a drive that is there is deleted', async () => {
    const { engine, drives, root, start } = await begin(how);
    drives.create('nas').mount(join(root, 'nas'));
    const core = await start();
    await fill(engine, core, ['here.txt', ...numbered(4, 'nas/in/')]);
    rmSync(join(root, 'nas/in/0.txt'));
    await until('its document is deleted', () => engine.live().length === 4);
    expect((await stateOf(core)).vanished).toEqual([]);
  });

  test.each(['keep', 'delete'] as const)(
    'W9: a person says that a drive is gone for good, and what becomes of its documents: %s',
    async (choice) => {
      const { engine, drives, root, start } = await begin(how);
      const share = drives.create('nas');
      share.mount(join(root, 'nas'));
      const core = await start();
      await fill(engine, core, ['here.txt', ...numbered(5, 'nas/')]);
      share.unmount();
      writeFileSync(join(root, 'nas/0.txt'), 'This is nas/0.txt of another content.');
      await passSeveralTimes(core);
      await idle(core);
      const { folder, vanished } = await stateOf(core);
      expect(vanished).toMatchObject([{ kind: 'away', place: 'nas', files: 4 }]);
      const answer = await core.calls['folders.decideDeletes']({
        folderId: folder.id,
        choice,
        place: 'nas',
      });
      expect(answer).toEqual({ count: 4 });
      if (choice === 'delete') await until('their documents are deleted', () => deletions(engine) === 4);
      await passSeveralTimes(core);
      await idle(core);
      expect((await stateOf(core)).vanished).toEqual([]);
      expect(deletions(engine)).toBe(choice === 'delete' ? 4 : 0);
    },
  );

  test('W9: a person says that the other folder is the right one: what is found there is known again', async () => {
    const { engine, drives, root, start } = await begin(how);
    const drive = drives.create('old');
    drive.mount(root);
    const core = await start();
    await fill(engine, core, numbered(4));
    drive.unmount();
    // Copies: the same contents, in files that the system takes for others.
    for (const name of ['0.txt', '1.txt']) engine.file(`inbox/${name}`);
    await core.calls['folders.reconcile']({});
    await passSeveralTimes(core);
    const { folder, vanished } = await stateOf(core);
    expect(vanished).toMatchObject([{ kind: 'away', place: '', files: 4 }]);
    await core.calls['folders.decideDeletes']({ folderId: folder.id, choice: 'delete', place: '' });
    await until('the documents of the others are deleted', () => engine.live().length === 2);
    await passSeveralTimes(core);
    await idle(core);
    expect(
      engine
        .live()
        .map(({ file_name }) => file_name)
        .sort(),
    ).toEqual(['0.txt', '1.txt']);
    expect(await stateOf(core)).toMatchObject({ vanished: [], coverage: { seen: 2, searchable: 2 } });
    expect(puts(engine)).toBe(4);
  });
});

describe('without drives', () => {
  const plain = () => begin('pretended');

  test('W9: a subfolder that a person moves away is deleted, no more than the cap and not most of the folder', async () => {
    const { engine, root, start } = await plain();
    const core = await start();
    await fill(engine, core, [...numbered(6, 'stays/'), ...numbered(5, 'goes/')]);
    renameSync(join(root, 'goes'), join(root, '../elsewhere'));
    await until('their documents are deleted', () => engine.live().length === 6);
    expect((await stateOf(core)).vanished).toEqual([]);
  });

  test('W9: more than half of a folder at once waits for a person, also below the cap', async () => {
    const { engine, root, start } = await plain();
    const core = await start();
    await fill(engine, core, [...numbered(6, 'stays/'), ...numbered(10, 'goes/')]);
    rmSync(join(root, 'goes'), { recursive: true });
    await until('held', async () => (await stateOf(core)).vanished.length > 0);
    await passSeveralTimes(core);
    const state = await stateOf(core);
    expect(state.vanished).toMatchObject([{ kind: 'together', place: null, files: 10 }]);
    expect(state.coverage.attentionBy).toEqual({ DELETE_CAP: 10 });
    expect(engine.live()).toHaveLength(16);
    await core.calls['folders.decideDeletes']({ folderId: state.folder.id, choice: 'delete' });
    await until('their documents are deleted', () => engine.live().length === 6);
  });

  test('W9: a whole folder emptied waits for a person, however few the files are', async () => {
    const { engine, root, start } = await plain();
    const core = await start();
    await fill(engine, core, ['a.txt', 'b.txt']);
    for (const name of readdirSync(root)) rmSync(join(root, name));
    await until('held', async () => (await stateOf(core)).vanished.length > 0);
    await passSeveralTimes(core);
    expect((await stateOf(core)).vanished).toMatchObject([{ kind: 'together', files: 2 }]);
    expect(engine.live()).toHaveLength(2);
  });

  test('W9: another folder put where the watch folder was is not taken for it emptied', async () => {
    const { engine, root, start } = await plain();
    const core = await start();
    await fill(engine, core, numbered(3));
    renameSync(root, `${root}-away`);
    mkdirSync(root);
    engine.file('inbox/other.txt');
    await until('missing', async () => (await stateOf(core)).health.mode === 'missing');
    await passSeveralTimes(core);
    expect(engine.live()).toHaveLength(3);
    rmSync(root, { recursive: true });
    renameSync(`${root}-away`, root);
    await until('back', async () => (await stateOf(core)).health.mode === 'native');
    await passSeveralTimes(core);
    expect((await stateOf(core)).vanished).toEqual([]);
    expect(engine.live()).toHaveLength(3);
  });

  test('W9: the same contents under another number of the device are recognised, and deletes go on', async () => {
    const { engine, root, start } = await plain();
    let core = await start();
    await fill(engine, core, numbered(6));
    await core.stop();
    engine.ledger((database) => {
      for (const table of ['watched_volumes', 'local_files'])
        database.statement(`UPDATE ${table} SET device = '999999'`).run();
    });
    core = await start();
    await passSeveralTimes(core);
    expect((await stateOf(core)).health.mode).toBe('native');
    rmSync(join(root, '3.txt'));
    await until('its document is deleted', () => engine.live().length === 5);
    expect(puts(engine)).toBe(6);
  });
});

describe.runIf(hasFuse())('a FUSE mount', () => {
  test('W9: one that is taken away, and one that dies, deletes nothing; mounted anew, nothing is sent again', async () => {
    const { engine, root, start } = await begin('mounted');
    const home = join(root, '../share');
    mkdirSync(home);
    let share = await mountFuse(home, join(root, 'share'));
    const core = await start();
    await fill(engine, core, ['here.txt', ...numbered(5, 'share/in/')]);
    share.unmount();
    await passSeveralTimes(core);
    expect((await stateOf(core)).vanished).toMatchObject([{ kind: 'away', place: 'share', files: 5 }]);
    share = await mountFuse(home, join(root, 'share'));
    await passSeveralTimes(core);
    await idle(core);
    expect(await stateOf(core)).toMatchObject({ vanished: [], coverage: { seen: 6, searchable: 6 } });
    expect(puts(engine)).toBe(6);
    expect(deletions(engine)).toBe(0);
    await share.kill();
    await passSeveralTimes(core);
    expect(await stateOf(core)).toMatchObject({ coverage: { searchable: 6 } });
    expect(deletions(engine)).toBe(0);
    expect(engine.live()).toHaveLength(6);
  });
});
