import { chmodSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  addUploads,
  allUploads,
  createEngine,
  idle,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';

test.concurrent('X8: a document a person deleted is not brought back by a file with the same bytes', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  const [first = 0] = await addUploads(core, [engine.file('a.txt', 'the same note')]);
  await idle(core);
  const [second = 0] = await addUploads(core, [engine.file('b.txt', 'the same note')]);
  await idle(core);
  expect(await uploadOf(core, second)).toMatchObject({ state: 'duplicate', duplicateOf: first });
  const { contentId } = await uploadOf(core, first);
  await core.calls['documents.delete']({ contentId: contentId ?? '' });
  await idle(core);
  expect(engine.live()).toEqual([]);
  for (const id of [first, second]) {
    expect(await uploadOf(core, id)).toMatchObject({ state: 'cancelled', detail: 'deleted at the service' });
  }
});

test.concurrent('U8: what another process adds right after the start is noticed', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  const other = await engine.start('none');
  await addUploads(other, [engine.file('early.txt')]);
  await idle(core);
  expect(engine.live()).toHaveLength(1);
});

test.concurrent('X8: a document a person deleted is not sent again, though nobody knew yet whether its bytes had come', async () => {
  const unanswered = { match: { origin: 'storage', method: 'PUT' }, kind: 'hang-after', times: 1 } as const;
  const engine = await createEngine({ sandbox: { faults: [unanswered] }, tuning: { stallTimeoutMs: 2_000 } });
  const core = await engine.start();
  const [first = 0] = await addUploads(core, [engine.file('a.txt', 'the same note')]);
  await until('its bytes are in', () => engine.live().length === 1);
  const [second = 0] = await addUploads(core, [engine.file('b.txt', 'the same note')]);
  await until('the other waits for it', async () => (await uploadOf(core, second)).state === 'duplicate');
  const { contentId } = await uploadOf(core, first);
  expect(await core.calls['documents.delete']({ contentId: contentId ?? '' })).toEqual({ deleted: true });
  await idle(core);
  expect(engine.live()).toEqual([]);
  expect(await states(core)).toEqual(['cancelled CANCELLED', 'cancelled']);
});

test.concurrent('X8: a document a person deleted is not brought back by a file whose rights or times change', async () => {
  const engine = await createEngine();
  const folder = engine.folder('inbox');
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const path = engine.file('inbox/a.txt', 'the same note');
  const core = await engine.start('watch');
  await idle(core);
  const [upload] = await allUploads(core);
  await core.calls['documents.delete']({ contentId: upload?.contentId ?? '' });
  chmodSync(path, 0o600);
  await core.calls['folders.reconcile']({});
  await idle(core);
  utimesSync(path, new Date(), new Date(Date.now() + 5_000));
  await core.calls['folders.reconcile']({});
  await idle(core);
  expect(engine.live()).toEqual([]);
  expect(await states(core)).toEqual(['cancelled']);
  renameSync(path, join(folder.path, 'b.txt'));
  await core.calls['folders.reconcile']({});
  await idle(core);
  expect(engine.live()).toEqual([]);
  writeFileSync(join(folder.path, 'b.txt'), 'another note');
  await core.calls['folders.reconcile']({});
  await idle(core);
  engine.expectExactlyOnce(['another note']);
});

test.concurrent.each(['leave', 'delete'] as const)(
  'X8: a file that is put there anew after its document was deleted is sent (after upload: %s)',
  async (afterUpload) => {
    const engine = await createEngine();
    const folder = engine.folder('inbox', { afterUpload });
    await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
    const path = engine.file('inbox/a.txt', 'the same note');
    const core = await engine.start('watch');
    await until('it is in', async () => (await states(core))[0] === 'completed');
    await idle(core);
    const [upload] = await allUploads(core);
    rmSync(path, { force: true });
    // The clock of core is ahead of that of the disk.
    engine.ledger((database) => database.statement('UPDATE uploads SET created_at = ?').run(Date.now() - 1));
    await core.calls['documents.delete']({ contentId: upload?.contentId ?? '' });
    await core.calls['folders.reconcile']({});
    engine.file('inbox/a.txt', 'the same note');
    await until('it is there again', () => engine.live().length === 1);
    await idle(core);
    engine.expectExactlyOnce(['the same note']);
  },
);

test.concurrent('X7: a retry does not delete the document of a file that is not here any more', async () => {
  const record = { method: 'GET', path: '/documents/[A-F0-9]{32}$' };
  const engine = await createEngine();
  engine.sandbox.faults.replace([{ match: record, kind: 'rewrite', replace: { status: 'failed' } }]);
  const core = await engine.start();
  const path = engine.file('a.txt', 'the only copy');
  const [id = 0] = await addUploads(core, [path]);
  await idle(core);
  expect(await states(core)).toEqual(['attention ENRICHMENT_FAILED']);
  rmSync(path);
  await core.calls['uploads.retry']({ filter: { ids: [id] } });
  await idle(core);
  expect(await states(core)).toEqual(['attention FILE_GONE']);
  engine.expectExactlyOnce(['the only copy']);
  // Once it is back, it is sent again.
  engine.sandbox.faults.replace([]);
  writeFileSync(path, 'the only copy');
  await core.calls['uploads.retry']({ filter: { ids: [id] } });
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
  engine.expectExactlyOnce(['the only copy']);
});
