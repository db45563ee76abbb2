import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
