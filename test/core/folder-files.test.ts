import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEngine, idle, until } from '../support/engine-fixture.ts';

test('the lists behind the numbers, and what a person decides there about vanished files', async () => {
  const engine = await createEngine({
    tuning: { watch: { deleteGrace: 20, missingFor: 20, stillChangingAfter: 200 } },
  });
  const core = await engine.start('watch');
  const folder = engine.folder('inbox', { localDelete: 'delete', deleteCap: 1, includeHidden: false });
  for (const name of ['a.txt', 'b.txt', 'c.txt', '.hidden.txt'])
    engine.file(`inbox/${name}`, `text of ${name}`);
  const { id: folderId } = await core.calls['folders.add']({ folder });
  await idle(core);
  expect(engine.live()).toHaveLength(3);
  const files = (place: 'ignored' | 'attention', reason: string | null = null) =>
    core.calls['folders.files']({ folderId, place, reason });
  expect(await files('ignored')).toMatchObject({
    total: 1,
    rows: [{ path: '.hidden.txt', reason: 'hidden' }],
  });

  for (const name of ['a.txt', 'b.txt']) rmSync(join(folder.path, name));
  await expect.poll(async () => (await files('attention', 'DELETE_CAP')).total).toBe(2);
  expect(engine.live()).toHaveLength(3);
  expect(await core.calls['folders.decideDeletes']({ folderId, choice: 'delete' })).toEqual({ count: 2 });
  await expect.poll(() => engine.live().map(({ file_name }) => file_name)).toEqual(['c.txt']);
  expect((await files('attention')).total).toBe(0);

  writeFileSync(join(folder.path, 'd.txt'), 'text of d.txt');
  await expect.poll(engine.live).toHaveLength(2);
  await idle(core);
  for (const name of ['c.txt', 'd.txt']) rmSync(join(folder.path, name));
  await expect.poll(async () => (await files('attention', 'DELETE_CAP')).total).toBe(2);
  expect(await core.calls['folders.decideDeletes']({ folderId, choice: 'keep' })).toEqual({ count: 2 });
  expect((await files('attention')).total).toBe(0);
  await core.calls['folders.reconcile']({});
  expect(engine.live()).toHaveLength(2);
  await expect(core.calls['folders.files']({ folderId: 'gone', place: 'ignored' })).rejects.toMatchObject({
    code: 'NOT_HERE',
  });
});

test('files from before are chosen in a process beside the agent, and the agent takes those', async () => {
  const engine = await createEngine();
  const folder = engine.folder('inbox', { settleSeconds: 0, firstRun: 'choose' });
  for (const name of ['a', 'b', 'c']) engine.file(`inbox/${name}.txt`);
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const agent = await engine.start('watch');
  const held = async () =>
    (await agent.calls['folders.files']({ folderId: folder.id, place: 'attention' })).total;
  await until('they wait for a choice', async () => (await held()) === 3);
  const beside = await engine.start('none');
  const choose = (paths: string[] | 'all' | 'none') =>
    beside.calls['folders.choose']({ folderId: folder.id, paths });
  expect(await choose(['b.txt', 'not there'])).toEqual({ count: 1 });
  await until('the chosen one is in', () => engine.live().length === 1);
  expect(engine.live()[0]?.file_name).toBe('b.txt');
  expect(await choose('none')).toEqual({ count: 2 });
  expect(await held()).toBe(0);
  await idle(agent);
  expect(engine.live()).toHaveLength(1);
});
