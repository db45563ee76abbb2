import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderDefaults } from '#shared/settings/watch-folder.ts';
import { allUploads, createEngine, idle, until } from '../support/engine-fixture.ts';

test('two edits of a watch folder at the same time both take effect', async () => {
  const engine = await createEngine();
  const core = await engine.start('none');
  const path = join(engine.directory, 'inbox');
  mkdirSync(path, { recursive: true });
  const { id: folderId } = await core.calls['folders.add']({ folder: { path, share: true } });
  const edit = (changes: object) => core.calls['folders.edit']({ folderId, changes });
  const leaveOut = (glob: string) => core.calls['folders.edit']({ folderId, changes: {}, leaveOut: [glob] });
  await Promise.all([edit({ paused: true }), edit({ share: false }), edit({ label: 'desk' })]);
  await Promise.all([leaveOut('*.png'), leaveOut('*.mov')]);
  const [folder] = engine.settings.get().folders;
  expect(folder).toMatchObject({ paused: true, share: false, label: 'desk' });
  expect(folder?.filters.map(({ glob }) => glob).toSorted()).toEqual(['*.mov', '*.png']);
});

test('a folder stores what was chosen, also where that is the default; what is cleared follows the default', async () => {
  const engine = await createEngine();
  const core = await engine.start('none');
  const path = join(engine.directory, 'inbox');
  mkdirSync(path, { recursive: true });
  const { id, ...folder } = await core.calls['folders.add']({ folder: { path, label: 'desk', share: true } });
  expect(folder).toMatchObject({ label: 'desk', settleSeconds: folderDefaults.settleSeconds });
  const stored = () => engine.settings.stored().folders[0];
  expect(stored()).toEqual({ id, path, profileId: 'test', label: 'desk', share: true });
  const { settleSeconds } = folderDefaults;
  const clear = ['label', 'share', 'tags'] as const;
  const changes = { settleSeconds, share: false };
  const edited = await core.calls['folders.edit']({ folderId: id, changes, clear: [...clear] });
  expect(edited).toEqual({ ...folder, id, label: '', share: false });
  expect(JSON.parse(JSON.stringify(stored()))).toEqual({
    ...{ id, path, profileId: 'test', settleSeconds, share: false },
  });
});

test.each([
  ['queued', 0],
  ['still changing', 3_600],
])(
  'a folder for new files at a new path asks about files that waited at the old one: %s',
  async (_, settleSeconds) => {
    const engine = await createEngine();
    const files = join(engine.directory, 'files');
    const core = await engine.start('watch');
    await core.calls['agent.pause']({});
    const watch = async (path: string) => {
      const text = JSON.stringify({ version: 1, folders: [{ path, firstRun: 'only-new', settleSeconds }] });
      const how = { path: 's.yaml', base: files, isOwn: true, mode: 'apply', prune: true } as const;
      expect((await core.calls['settings.configure']({ text, ...how })).problems).toEqual([]);
      await core.calls['folders.reconcile']({});
    };
    const coverage = async () => (await core.calls['folders.list']({}))[0]?.coverage;
    mkdirSync(join(files, 'w'), { recursive: true });
    await watch('w');
    engine.file('w/a.txt');
    await until('it waits', async () =>
      settleSeconds === 0 ? (await allUploads(core)).length === 1 : (await coverage())?.waitingBy.quiet === 1,
    );
    renameSync(join(files, 'w'), join(files, 'incoming'));
    await watch('incoming');
    await core.calls['agent.resume']({});
    await idle(core);
    expect(await coverage()).toMatchObject({ attentionBy: { CHOICE_PENDING: 1 } });
  },
);
