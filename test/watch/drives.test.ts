import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canMount, hasFuse, mountFuse } from '../support/drives.ts';
import { allUploads, idle, sha256, states, until } from '../support/engine-fixture.ts';
import { begin, deletions, fill, numbered, passSeveralTimes, puts, stateOf } from './drives-support.ts';

/** Real mounts where this process may mount. */
const how = canMount() ? 'mounted' : 'pretended';

describe(`drives (${how})`, () => {
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

  test.runIf(how === 'mounted')('W20: what comes onto a share that was mounted again is seen', async () => {
    const { engine, drives, root, start } = await begin(how);
    const share = drives.create('nas');
    share.mount(join(root, 'nas'));
    const core = await start();
    await fill(engine, core, ['here.txt', ...numbered(3, 'nas/in/')]);
    for (const round of [1, 2]) {
      share.unmount();
      await until('it is away', async () => (await stateOf(core)).vanished.length === 1);
      share.mount(join(root, 'nas'));
      await until('it is back', async () => (await stateOf(core)).vanished.length === 0);
      writeFileSync(join(root, `nas/in/new ${round}.txt`), `It came in round ${round}.`);
      await until('it is in', () => engine.live().length === 4 + round);
    }
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

  test('W9: a file beneath a drive that is away replaces nothing, and is replaced by the drive’s', async () => {
    const { engine, drives, root, start } = await begin(how, { changed: 'replace' });
    const share = drives.create('nas');
    mkdirSync(join(root, 'nas'), { recursive: true });
    const stale = 'This is nas/0.txt of another content.';
    writeFileSync(join(root, 'nas/0.txt'), stale);
    share.mount(join(root, 'nas'));
    const core = await start();
    await fill(engine, core, ['here.txt', ...numbered(5, 'nas/')]);
    share.unmount();
    await passSeveralTimes(core);
    await idle(core);
    expect(deletions(engine)).toBe(0);
    expect(engine.live()).toHaveLength(7);
    share.mount(join(root, 'nas'));
    await until('the one beneath is gone', async () => {
      await core.calls['folders.reconcile']({});
      return engine.live().length === 6;
    });
    await idle(core);
    expect(engine.live().map(({ sha256: hash }) => hash)).not.toContain(sha256(stale));
    expect(puts(engine)).toBe(7);
  });

  test.each([
    ['waits', 'replace'],
    ['waits', 'ask'],
    ['was cancelled', 'replace'],
    ['is only a copy', 'replace'],
  ] as const)(
    'W7: nor does one that is saved again when its upload %s (a folder with --changed %s)',
    async (when, changed) => {
      const { engine, drives, root, start } = await begin(how, { changed, localDelete: 'keep' });
      const share = drives.create('nas');
      mkdirSync(join(root, 'nas'), { recursive: true });
      share.mount(join(root, 'nas'));
      const core = await start();
      await fill(engine, core, ['here.txt', ...numbered(3, 'nas/')]);
      const before = engine.live().map(({ sha256: hash }) => hash);
      const copied = readFileSync(join(root, 'nas/0.txt'));
      share.unmount();
      await passSeveralTimes(core);
      const rows = async () => (await core.calls['uploads.list']({})).rows;
      const write = async (bytes: Buffer) => {
        writeFileSync(join(root, 'nas/0.txt'), bytes);
        await until('it was taken', async () => (await rows()).some(({ size }) => size === bytes.length));
        return (await rows()).find(({ size }) => size === bytes.length)?.id;
      };
      if (when === 'is only a copy') {
        writeFileSync(join(root, 'nas/0.txt'), copied);
        await core.calls['folders.reconcile']({});
        await idle(core);
      } else {
        await core.calls['agent.pause']({});
        const id = await write(Buffer.from('Saved once.'));
        if (when === 'was cancelled') await core.calls['uploads.cancel']({ filter: { ids: [Number(id)] } });
      }
      await write(Buffer.from('Saved again, and longer.'));
      await core.calls['agent.resume']({});
      await until('it is in', () =>
        engine.live().some(({ sha256: hash }) => hash === sha256('Saved again, and longer.')),
      );
      await idle(core);
      expect(engine.live().map(({ sha256: hash }) => hash)).toEqual(expect.arrayContaining(before));
    },
  );

  test('W9: a copy beneath a drive that is away, deleted again, takes no document of the drive with it', async () => {
    const { engine, drives, root, start } = await begin(how, { changed: 'replace' });
    const share = drives.create('nas');
    mkdirSync(join(root, 'nas'), { recursive: true });
    share.mount(join(root, 'nas'));
    const core = await start();
    await fill(engine, core, ['here.txt', ...numbered(3, 'nas/')]);
    const copied = readFileSync(join(root, 'nas/0.txt'));
    share.unmount();
    await passSeveralTimes(core);
    const uploads = async () => (await core.calls['uploads.list']({})).rows.length;
    const before = await uploads();
    writeFileSync(join(root, 'nas/0.txt'), copied);
    await until('it was taken', async () => (await uploads()) > before);
    await idle(core);
    rmSync(join(root, 'nas/0.txt'));
    await passSeveralTimes(core);
    await idle(core);
    expect(deletions(engine)).toBe(0);
    expect(engine.live()).toHaveLength(4);
  });

  test.each([
    ['earlier', ['second', 'first']],
    ['later', ['first', 'second']],
  ] as const)(
    'W9: a drive with files of the same names in the place of another replaces nothing (its number comes %s)',
    async (_order, made) => {
      const { engine, drives, root, start } = await begin(how, { changed: 'replace', localDelete: 'delete' });
      const drive = Object.fromEntries(made.map((name) => [name, drives.create(name)]));
      const place = join(root, 'disk');
      for (const name of made)
        for (const file of ['a.txt', `${name}.txt`])
          writeFileSync(join(drive[name]?.home ?? '', file), `${file} on the ${name} drive`);
      drive.first?.mount(place);
      const core = await start();
      await idle(core);
      for (const [goes, comes] of [
        ['first', 'second'],
        ['second', 'first'],
        ['first', 'second'],
        ['second', 'first'],
      ] as const) {
        drive[goes]?.unmount();
        drive[comes]?.mount(place);
        await passSeveralTimes(core);
        await idle(core);
        expect(deletions(engine)).toBe(0);
        const live = engine.live().map(({ sha256: is }) => is);
        for (const name of made) expect(live).toContain(sha256(`a.txt on the ${name} drive`));
        expect(live).toHaveLength(4);
      }
    },
  );

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

describe.runIf(canMount())('a mount that went a moment ago', () => {
  test('W9: what an event shows in its place, before anybody looked at the root again, is not taken for its file', async () => {
    const { engine, drives, root, start } = await begin('mounted', {}, { rootCheckEvery: 3_600_000 });
    const beside = engine.folder('beside', { settleSeconds: 0 });
    await engine.settings.update((settings) => ({ ...settings, folders: [...settings.folders, beside] }));
    const drive = drives.create('old');
    drive.mount(root);
    const core = await start();
    await fill(engine, core, numbered(4));
    drive.unmount();
    for (const name of ['0.txt', '1.txt']) engine.file(`inbox/${name}`, `a stray called ${name}`);
    // The drive is still watched: what happens on it is told by names that lead to the strays now.
    for (const name of ['0.txt', '1.txt']) writeFileSync(join(drive.home, name), 'changed');
    engine.file('beside/later.txt');
    await until('a later event was followed', () => puts(engine) > 4);
    await idle(core);
    await core.calls['folders.reconcile']({});
    expect((await stateOf(core)).vanished).toMatchObject([{ kind: 'away', place: '', files: 4 }]);
    expect(puts(engine)).toBe(5);
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
