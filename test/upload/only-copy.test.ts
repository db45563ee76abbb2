import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { allUploads, createEngine, type EngineFixture, idle, until } from '../support/engine-fixture.ts';

/** The service reports from now on that every document failed. */
function failAll({ sandbox }: EngineFixture): void {
  const replace = { status: 'failed', updated_at: '2099-01-01T00:00:00Z' };
  sandbox.faults.replace([{ match: { method: 'GET', path: '/documents' }, kind: 'rewrite', replace }]);
}

async function failsAt(core: Core, index: number, contentId?: ContentId): Promise<void> {
  await until('it failed', async () => {
    if (contentId) await core.calls['documents.show']({ contentId }).catch(() => undefined);
    return (await allUploads(core))[index]?.state === 'attention';
  });
}

/** Saves other bytes under the name, which fail too, and tries both again. */
async function saveOther(engine: EngineFixture, core: Core): Promise<void> {
  engine.file('inbox/report.txt', 'The report of Tuesday, another one.');
  await core.calls['folders.reconcile']({});
  await failsAt(core, 1);
  engine.sandbox.faults.replace([]);
  await core.calls['uploads.retry']({ filter: {} });
  await idle(core);
}

const begin = async (
  engine: EngineFixture,
  changes: Parameters<EngineFixture['folder']>[1],
): Promise<Core> => {
  const folders = [engine.folder('inbox', changes)];
  await engine.settings.update((settings) => ({ ...settings, folders }));
  return engine.start('watch');
};

test('a retry keeps a document whose file was deleted after the upload, also if another file has its name', async () => {
  const engine = await createEngine();
  const path = engine.file('inbox/report.txt', 'The report of Monday.');
  const core = await begin(engine, { afterUpload: 'delete' });
  await until('it is in, and its file is deleted', async () => {
    const [upload] = await allUploads(core);
    return upload?.state === 'completed' && !existsSync(path);
  });
  await idle(core);
  const monday = engine.live()[0]?.id as ContentId;
  failAll(engine);
  await failsAt(core, 0, monday);
  await saveOther(engine, core);
  expect(engine.live().map(({ id }) => id)).toContain(monday);
});

test('a retry keeps the failed document of a file’s earlier version, which nobody has any more', async () => {
  const engine = await createEngine();
  failAll(engine);
  engine.file('inbox/report.txt', 'The report of Monday.');
  const core = await begin(engine, { changed: 'new-document' });
  await failsAt(core, 0);
  const monday = engine.live()[0]?.id as ContentId;
  await saveOther(engine, core);
  expect(engine.live().map(({ id }) => id)).toContain(monday);
});

test('a retry keeps the only copy, also if a second file with its bytes was deleted after its upload', async () => {
  const engine = await createEngine();
  const path = engine.file('inbox/report.txt', 'The report of Monday.');
  const core = await begin(engine, { afterUpload: 'delete' });
  await until('it is in, and its file is deleted', async () => {
    const [upload] = await allUploads(core);
    return upload?.state === 'completed' && !existsSync(path);
  });
  await idle(core);
  const copy = engine.file('inbox/copy.txt', 'The report of Monday.');
  await core.calls['folders.reconcile']({});
  await until('the copy is deleted as well', async () => {
    const [, upload] = await allUploads(core);
    return upload?.state === 'duplicate' && !existsSync(copy);
  });
  await idle(core);
  const monday = engine.live()[0]?.id as ContentId;
  failAll(engine);
  await failsAt(core, 0, monday);
  engine.sandbox.faults.replace([]);
  await core.calls['uploads.retry']({ filter: {} });
  await idle(core);
  expect(engine.live().map(({ id }) => id)).toContain(monday);
});
