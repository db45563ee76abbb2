import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { until } from '../support/engine-fixture.ts';
import { begin, fill, numbered, passSeveralTimes, puts, stateOf } from './drives-support.ts';

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
