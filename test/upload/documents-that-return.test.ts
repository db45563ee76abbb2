import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ContentId } from '#shared/ids/ids.ts';
import { refreshed } from '../core/documents-support.ts';
import {
  allUploads,
  createEngine,
  type EngineFixture,
  idle,
  states,
  until,
} from '../support/engine-fixture.ts';

const names = (engine: EngineFixture) =>
  engine
    .live()
    .map(({ file_name }) => file_name)
    .sort();
const wait = { settleSeconds: 0 } as const;

test('a file is moved and its annotated document saved after one answer that does not find that document', async () => {
  const engine = await createEngine();
  const folder = engine.folder('inbox', { ...wait, afterUpload: 'move', saveAnnotated: 'beside' });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  engine.sandbox.faults.replace([{ match: { method: 'GET', path: '/annotated$' }, kind: 'stale', times: 1 }]);
  const path = engine.file('inbox/a.txt');
  const core = await engine.start('watch');
  await until('it is moved', () => !existsSync(path));
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
  expect(engine.requests({ path: '/annotated' }).length).toBeGreaterThan(1);
});

test('a copy needs you if the document it stands for is deleted elsewhere, also that of a replaced version', async () => {
  const engine = await createEngine();
  const folders = ['inbox', 'other'].map((name) => engine.folder(name, { ...wait, changed: 'replace' }));
  await engine.settings.update((settings) => ({ ...settings, folders }));
  engine.file('inbox/a.txt', 'The old text.');
  const core = await engine.start('watch');
  await until('it is in', async () => (await states(core)).join() === 'completed');
  engine.file('other/copy.txt', 'The old text.');
  await until('the copy stands for it', async () => (await states(core)).includes('duplicate'));
  engine.file('inbox/a.txt', 'The new text, which is longer.');
  await until(
    'the new version is in',
    async () => (await states(core)).join() === 'completed,duplicate,completed',
  );
  await idle(core);
  const contentId = (await allUploads(core))[0]?.contentId as ContentId;
  const { baseUrl, apiKey } = engine.sandbox;
  await fetch(`${baseUrl}/contents/v1/documents/${contentId}`, {
    method: 'DELETE',
    headers: { 'x-api-key': apiKey },
  });
  await core.calls['documents.show']({ contentId }).catch(() => undefined);
  await refreshed(core, true);
  await until('it is said', async () => (await allUploads(core))[0]?.code === 'DOCUMENT_GONE');
  await core.calls['uploads.retry']({ filter: { ids: [1] } });
  await until('the copy is in', async () => names(engine).join() === 'a.txt,copy.txt');
});

test.each([
  ['failed', { status: 'failed' }],
  ['shows another size', { raw_size: 999 }],
])(
  'a document that %s at first and is whole later replaces the older version, and its file is moved',
  async (_, said) => {
    const engine = await createEngine();
    const folders = [
      engine.folder('inbox', { ...wait, changed: 'replace' }),
      engine.folder('moving', { ...wait, afterUpload: 'move' }),
    ];
    await engine.settings.update((settings) => ({ ...settings, folders }));
    engine.file('inbox/a.txt', 'The old text.');
    const core = await engine.start('watch');
    await until('it is in', async () => (await states(core)).join() === 'completed');
    await idle(core);
    const replace = { ...said, updated_at: '2020-01-01T00:00:00.000Z' };
    engine.sandbox.faults.replace([
      { match: { method: 'GET', path: '/documents' }, kind: 'rewrite', replace },
    ]);
    engine.file('inbox/a.txt', 'The new text, which is longer.');
    const moving = engine.file('moving/m.txt');
    await until(
      'both need somebody',
      async () => (await states(core)).filter((one) => one.startsWith('attention')).length >= 2,
    );
    await idle(core);
    engine.sandbox.faults.replace([]);
    await refreshed(core, true);
    for (const { contentId } of (await core.calls['documents.query']({ filter: {} })).rows)
      await core.calls['documents.show']({ contentId });
    await until('the file is moved', () => !existsSync(moving));
    await until('the older version is gone', () => names(engine).join() === 'a.txt,m.txt');
  },
);

test('a document that comes back changes nothing about a file that was left where it is', async () => {
  const engine = await createEngine();
  const folder = engine.folder('inbox', { ...wait, afterUpload: 'leave' });
  const set = (afterUpload: 'leave' | 'delete') =>
    engine.settings.update((settings) => ({ ...settings, folders: [{ ...folder, afterUpload }] }));
  await set('leave');
  const path = engine.file('inbox/a.txt');
  const core = await engine.start('watch');
  await until('it is in', async () => (await states(core)).join() === 'completed');
  await idle(core);
  await set('delete');
  const later = engine.file('inbox/b.txt', 'A later text.');
  await core.calls['folders.reconcile']({});
  await until('the later file is deleted', () => !existsSync(later));
  await idle(core);
  const contentId = (await allUploads(core))[0]?.contentId as ContentId;
  engine.ledger((ledger) => {
    ledger.statement(`UPDATE uploads SET state = 'attention', code = 'DOCUMENT_GONE' WHERE id = 1`).run();
    ledger.statement(`UPDATE documents SET status = 'gone' WHERE content_id = ?`).run(contentId);
  });
  await core.calls['documents.show']({ contentId });
  await until('it is found again', async () => (await allUploads(core))[0]?.state === 'completed');
  await idle(core);
  expect(existsSync(path)).toBe(true);
});
