import { expect, test } from 'vitest';
import { addUploads, allUploads, createEngine, idle, states } from '../support/engine-fixture.ts';

const one = 'The first version.';
const two = 'The second version, which is longer.';

test.concurrent('W7: a file that is uploaded by hand again replaces its document where that is asked for', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  for (const bytes of [one, two]) {
    await addUploads(core, [engine.file('a.txt', bytes)], { changed: 'replace' });
    await idle(core);
  }
  engine.expectExactlyOnce([two]);
});

test.concurrent('W7: the same bytes by hand again are a duplicate, which replaces nothing', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  const path = engine.file('a.txt', one);
  for (let times = 0; times < 3; times++) {
    await addUploads(core, [path], { changed: 'replace' });
    await idle(core);
  }
  engine.expectExactlyOnce([one]);
  expect((await states(core))[0]).toBe('completed');
  expect((await allUploads(core)).at(-1)).toMatchObject({ state: 'duplicate' });
});

test.concurrent.each([
  ['replace', [two]],
  ['new-document', [one, two]],
] as const)(
  'W7: a file that is uploaded by hand asks first where that is asked for: %s',
  async (choice, then) => {
    const engine = await createEngine();
    const core = await engine.start();
    const path = engine.file('a.txt', one);
    await addUploads(core, [path], { changed: 'ask' });
    await idle(core);
    await addUploads(core, [engine.file('a.txt', two)], { changed: 'ask' });
    await idle(core);
    expect(await states(core)).toEqual(['completed', 'attention CHANGED_FILE_ASKS']);
    engine.expectExactlyOnce([one]);
    await core.calls['uploads.resolve']({ filter: {}, choice });
    await idle(core);
    engine.expectExactlyOnce(then);
  },
);

test.concurrent('W7: without a word about it, both versions by hand stay', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  for (const bytes of [one, two]) {
    await addUploads(core, [engine.file('a.txt', bytes)]);
    await idle(core);
  }
  engine.expectExactlyOnce([one, two]);
});
