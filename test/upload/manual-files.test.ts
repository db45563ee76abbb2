import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  addUploads,
  createEngine,
  eventsOf,
  idle,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';

const gone = 'queued FILE_GONE';

test.concurrent('a file that is away for a moment is waited for, and goes up when it is back', async () => {
  const engine = await createEngine({ speed: 200 });
  const core = await engine.start();
  await core.calls['agent.pause']({});
  const path = engine.file('a.txt');
  await addUploads(core, [path]);
  renameSync(path, `${path}.away`);
  await core.calls['agent.resume']({});
  await until('several looks', async () => (await uploadOf(core, 1)).attempts >= 3);
  expect(await states(core)).toEqual([gone]);
  renameSync(`${path}.away`, path);
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
});

test.concurrent('a file that stays away is looked for for a quarter of an hour, then a person is asked; a retry works', async () => {
  const engine = await createEngine({ speed: 1000 });
  const core = await engine.start();
  await core.calls['agent.pause']({});
  const path = engine.file('a.txt');
  const [id = 0] = await addUploads(core, [path]);
  renameSync(path, `${path}.away`);
  await core.calls['agent.resume']({});
  await idle(core);
  expect(await states(core)).toEqual(['attention FILE_GONE']);
  const looks = (await eventsOf(core, id)).filter(({ kind }) => kind === 'failed').map(({ at }) => at);
  expect(looks.length).toBeGreaterThanOrEqual(8);
  expect((looks.at(-1) ?? 0) - (looks[0] ?? 0)).toBeGreaterThanOrEqual(15 * 60_000);
  renameSync(`${path}.away`, path);
  await core.calls['uploads.retry']({ filter: {} });
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
});

test.concurrent('a file whose drive is not there waits for it as long as it takes, and burns no attempt', async () => {
  const engine = await createEngine({ speed: 1000 });
  const core = await engine.start();
  await core.calls['agent.pause']({});
  const path = engine.file('drive/a.txt');
  const [id = 0] = await addUploads(core, [path]);
  const drive = dirname(path);
  renameSync(drive, join(engine.directory, 'unplugged'));
  const since = engine.dependencies.clock.now();
  await core.calls['agent.resume']({});
  await until('an hour', () => engine.dependencies.clock.now() > since + 3_600_000);
  expect(await states(core)).toEqual(['queued DRIVE_MISSING']);
  expect(await uploadOf(core, id)).toMatchObject({ attempts: 0 });
  // Said once, not at each look.
  expect((await eventsOf(core, id)).filter(({ kind }) => kind === 'failed')).toHaveLength(1);
  renameSync(join(engine.directory, 'unplugged'), drive);
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
});

test.concurrent('what a person chose by hand stays, whatever the folder says that the file lies in', async () => {
  const engine = await createEngine();
  const folder = engine.folder('inbox', {
    share: true,
    tags: ['t'],
    filters: [{ action: 'exclude', glob: '**' }],
  });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const core = await engine.start('watch');
  await addUploads(core, [engine.file('inbox/a.txt')], { noIndex: true });
  await idle(core);
  expect(engine.live()).toMatchObject([{ shared: false }]);
  expect(await uploadOf(core, 1)).toMatchObject({ options: { share: false, noIndex: true, tags: [] } });
});

test.concurrent('a folder whose root is away keeps its uploads waiting, and sends them when it is back', async () => {
  const engine = await createEngine({ speed: 200 });
  await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('share')] }));
  const core = await engine.start('watch');
  await core.calls['agent.pause']({});
  const root = dirname(engine.file('share/a.txt'));
  await until('queued', async () => (await states(core)).length === 1);
  renameSync(root, join(engine.directory, 'unmounted'));
  const since = engine.dependencies.clock.now();
  await core.calls['agent.resume']({});
  await until('minutes', () => engine.dependencies.clock.now() > since + 300_000);
  expect(await states(core)).toEqual(['queued FOLDER_MISSING']);
  renameSync(join(engine.directory, 'unmounted'), root);
  await until('the document', () => engine.live().length === 1);
  mkdirSync(join(root, 'more'));
  writeFileSync(join(root, 'more/b.txt'), 'another one');
  await until('both', () => engine.live().length === 2);
});
