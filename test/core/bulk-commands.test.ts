import { expect, onTestFinished, test } from 'vitest';
import { profileSchema } from '#shared/settings/profile.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { addUploads, createEngine, idle, states, until } from '../support/engine-fixture.ts';

/** What looks like the id of a tag and is none. */
const noTag = 'c683ff41-0000-4000-8000-000000000000';

test('cancelling everything of one profile leaves the documents of another where they are', async () => {
  const engine = await createEngine({ sandbox: { enrichSeconds: [600, 600] } });
  const core = await engine.start();
  const ids = await addUploads(
    core,
    ['a', 'b', 'c'].map((name) => engine.file(`${name}.txt`)),
  );
  await until('three documents, and the word on them', async () => {
    const { processing = 0 } = await core.calls['uploads.counts']({ filter: {} });
    return processing === 3;
  });
  const other = await startSandbox({ annotate: false, speed: 20 });
  onTestFinished(() => other.stop());
  const second = profileSchema.parse({ id: 'second', name: 'Second', baseUrl: other.baseUrl });
  await engine.settings.update((settings) => ({
    ...settings,
    profiles: [...settings.profiles, second],
    activeProfileId: second.id,
  }));
  expect(await core.calls['uploads.cancel']({ filter: {} })).toEqual({ count: 0 });
  expect(await core.calls['uploads.cancel']({ filter: { ids } })).toEqual({ count: 0, elsewhere: 3 });
  expect(await core.calls['uploads.counts']({ filter: {} })).toEqual({});
  expect(await core.calls['uploads.counts']({ filter: { profileId: null } })).toEqual({ processing: 3 });
  expect(engine.live()).toHaveLength(3);
  expect(await core.calls['uploads.cancel']({ filter: { profileId: 'test' } })).toEqual({ count: 3 });
  await until('the documents to be gone', () => engine.live().length === 0);
});

test('an answer to every question makes no second document of one that failed, and buries none', async () => {
  const engine = await createEngine({ sandbox: { annotate: true } });
  const core = await engine.start();
  await addUploads(core, [engine.file('broken.pdf', 'this is no PDF')]);
  await addUploads(core, [engine.file('tagged.txt')], { tags: [noTag] });
  await idle(core);
  const before = ['attention FILE_DAMAGED', 'attention TAG_REFUSED'];
  expect(await states(core)).toEqual(before);
  for (const choice of ['upload', 'already-there', 'replace', 'new-document'] as const) {
    expect(await core.calls['uploads.resolve']({ filter: {}, choice })).toEqual({
      count: 0,
      left: { FILE_DAMAGED: 1, TAG_REFUSED: 1 },
    });
  }
  await idle(core);
  expect(await states(core)).toEqual(before);
  expect(engine.live()).toHaveLength(1);
});
