import { expect, test } from 'vitest';
import {
  addUploads,
  createEngine,
  type EngineFixture,
  idle,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';

const content = 'Oracle raised its dividend.';
const enrich = { method: 'POST', path: '/documents$' };

test.concurrent('W6: bytes that were refused before anything landed are not "there already" for the next upload', async () => {
  const engine = await createEngine({
    sandbox: { faults: [{ match: enrich, kind: 'status', status: 413, times: 1 }] },
  });
  const core = await engine.start();
  const path = engine.file('note.txt', content);
  await addUploads(core, [path]);
  await idle(core);
  await addUploads(core, [path]);
  await idle(core);
  expect(await states(core)).toEqual(['attention FILE_TOO_LARGE', 'completed']);
});

test.concurrent('W6: whoever waits as the duplicate of an upload that is refused for good gets its own turn', async () => {
  const engine = await createEngine({
    sandbox: {
      faults: [
        { match: enrich, kind: 'status', status: 503, times: 1 },
        { match: enrich, kind: 'status', status: 413, times: 1 },
      ],
    },
    // Long enough a wait to be paused in.
    random: () => 1,
    speed: 5,
  });
  const core = await engine.start();
  const [first = 0] = await addUploads(core, [engine.file('a.txt', content)]);
  await until('it has the claim and waits', async () => (await uploadOf(core, first)).attempts === 1);
  await core.calls['uploads.pause']({ filter: { ids: [first] } });
  const [second = 0] = await addUploads(core, [engine.file('b.txt', content)]);
  await until('the other waits for it', async () => (await uploadOf(core, second)).state === 'duplicate');
  await core.calls['uploads.resume']({ filter: { ids: [first] } });
  await idle(core);
  expect(await states(core)).toEqual(['attention FILE_TOO_LARGE', 'completed']);
  engine.expectExactlyOnce([content]);
});

test.concurrent('U11: an upload is not cancelled as long as its claim cannot be ended in the same moment', async () => {
  const engine = await createEngine({ sandbox: { enrichSeconds: [600, 600] } });
  const core = await engine.start();
  const [first = 0] = await addUploads(core, [engine.file('a.txt', content)]);
  await until('it has landed', () => engine.live().length === 1);
  const [second = 0] = await addUploads(core, [engine.file('b.txt', content)]);
  await until('the other waits for it', async () => (await uploadOf(core, second)).state === 'duplicate');
  // What a full disk does to the statement that ends the claim.
  engine.ledger((database) =>
    database.sqlite.exec(
      `CREATE TRIGGER full BEFORE DELETE ON claims BEGIN SELECT RAISE(ABORT,
        'database or disk is full'); END`,
    ),
  );
  await core.calls['uploads.cancel']({ filter: { ids: [first] } });
  await until('it was tried again', () => engine.requests({ method: 'DELETE' }).length > 1);
  expect((await uploadOf(core, first)).state).toBe('cancelling');
  engine.ledger((database) => database.sqlite.exec('DROP TRIGGER full'));
  await until('the other has landed', async () => (await uploadOf(core, second)).state === 'processing');
  expect(await states(core)).toEqual(['cancelled CANCELLED', 'processing']);
  engine.expectExactlyOnce([content]);
});

test.concurrent('W7: while one file asks what to do with its new bytes, another file that holds them is sent', async () => {
  const engine = await createEngine();
  await engine.settings.update((settings) => ({
    ...settings,
    folders: [engine.folder('inbox', { changed: 'ask' })],
  }));
  engine.file('inbox/a.txt', 'the first version');
  const core = await engine.start('watch');
  await until('it is in', () => engine.live().length === 1);
  await idle(core);
  engine.file('inbox/a.txt', 'the second version');
  await core.calls['folders.reconcile']({});
  await until('it asks', async () => (await states(core)).includes('attention CHANGED_FILE_ASKS'));
  await addUploads(core, [engine.file('other.txt', 'the second version')]);
  await idle(core);
  expect(await states(core)).toEqual(['completed', 'attention CHANGED_FILE_ASKS', 'completed']);
});

/**
 * A file that was sent, one with the same bytes that was sent as its own document, and one that was skipped
 * for the first.
 */
async function threeOfSameBytes(engine: EngineFixture) {
  const core = await engine.start();
  const add = async (name: string, duplicates: 'skip' | 'upload') => {
    const [id = 0] = await addUploads(core, [engine.file(name, content)], { duplicates });
    const ends = ['completed', 'processing', 'duplicate'];
    await until(`${name} is in`, async () => ends.includes((await uploadOf(core, id)).state));
    return id;
  };
  const first = await add('a.txt', 'skip');
  const own = await add('b.txt', 'upload');
  const skipped = await add('c.txt', 'skip');
  expect(await uploadOf(core, skipped)).toMatchObject({ state: 'duplicate', duplicateOf: first });
  return { core, first, own, skipped };
}

test.concurrent('W6: a skipped file stands for another document of its bytes once the one it was skipped for is cancelled', async () => {
  const engine = await createEngine({ sandbox: { enrichSeconds: [600, 600] } });
  const { core, first, own, skipped } = await threeOfSameBytes(engine);
  await core.calls['uploads.cancel']({ filter: { ids: [first] } });
  const standsFor = async () => (await uploadOf(core, skipped)).duplicateOf;
  await until('it stands for the other', async () => (await standsFor()) === own);
  expect(await states(core)).toEqual(['cancelled CANCELLED', 'processing', 'duplicate']);
  engine.expectExactlyOnce([content]);
});

test.concurrent('W6, X8: bytes whose document a person deleted are not sent while another document has them, and not after both', async () => {
  const engine = await createEngine();
  const { core, first, own, skipped } = await threeOfSameBytes(engine);
  await idle(core);
  const contentIdOf = async (id: number) => (await uploadOf(core, id)).contentId ?? '';
  await core.calls['documents.delete']({ contentId: await contentIdOf(first) });
  await idle(core);
  expect(await uploadOf(core, skipped)).toMatchObject({ state: 'duplicate', duplicateOf: own });
  const [later = 0] = await addUploads(core, [engine.file('d.txt', content)]);
  await idle(core);
  expect(await uploadOf(core, later)).toMatchObject({ state: 'duplicate', duplicateOf: own });
  engine.expectExactlyOnce([content]);
  await core.calls['documents.delete']({ contentId: await contentIdOf(own) });
  await idle(core);
  expect(await states(core)).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled']);
  expect(engine.live()).toEqual([]);
});
