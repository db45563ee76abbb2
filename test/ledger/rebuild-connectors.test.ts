import { unlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { makeLibrary } from '../connectors/support.ts';
import { createEngine, type EngineFixture, idle, until } from '../support/engine-fixture.ts';
import { loseLedger } from './support.ts';

async function ask(engine: EngineFixture, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${engine.sandbox.baseUrl}/contents/v1${path}`, {
    method,
    headers: { 'x-api-key': engine.sandbox.apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.json();
}

/**
 * A document that a connector brought, a ledger that was lost since, and a file with the same bytes, as when
 * somebody saves an attachment.
 */
async function broughtByConnector(engine: EngineFixture, changes: Partial<WatchFolder>) {
  const library = await makeLibrary(engine);
  await ask(engine, 'POST', `/connectors/${library}/sync`, {});
  const find = () =>
    engine.live().find(({ status, connector_id: from }) => from === library && status === 'completed');
  await until('what the connector brings', () => find() !== undefined);
  const brought = find();
  if (!brought) throw new Error('the connector brought nothing');
  const link = (await ask(engine, 'GET', `/documents/${brought.id}/original`)) as { url: string };
  const text = Buffer.from(await (await fetch(link.url)).arrayBuffer());
  await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox', changes)] }));
  engine.file('inbox/other.txt');
  const before = await engine.start('watch');
  const uploads = () => engine.live().filter(({ connector_id: from }) => from === null);
  await until('the other file', () => uploads().length === 1);
  await idle(before);
  await before.stop();
  loseLedger(engine);
  const path = engine.file(`inbox/${brought.file_name}`, text);
  const core = await engine.start('watch');
  await until(
    'the file to be seen',
    () =>
      engine.ledger(({ sqlite }) =>
        sqlite.prepare(`SELECT 1 FROM uploads WHERE state = 'completed' AND path = ?`).get(path),
      ) !== undefined,
  );
  await idle(core);
  return { brought, path, uploads, core };
}

const isThere = (engine: EngineFixture, id: string) => engine.live().some((one) => one.id === id);

test.concurrent('W10, W7: after a loss no file replaces a document that a connector brought', async () => {
  const engine = await createEngine();
  const { brought, core, path, uploads } = await broughtByConnector(engine, { changed: 'replace' });
  writeFileSync(path, 'Another text altogether.');
  await until('the new version', () => uploads().some(({ raw_size: size }) => size === 24));
  await idle(core);
  expect(uploads()).toHaveLength(2);
  expect(isThere(engine, brought.id)).toBe(true);
});

test.concurrent('W10, W9: nor is it deleted with the file', async () => {
  const engine = await createEngine({ tuning: { watch: { deleteGrace: 50 } } });
  const { brought, core, path, uploads } = await broughtByConnector(engine, { localDelete: 'delete' });
  unlinkSync(path);
  await until('a document to go', async () => {
    await core.calls['folders.reconcile']({});
    return engine.requests({ method: 'DELETE' }).length > 0;
  });
  await idle(core);
  expect(uploads()).toHaveLength(1);
  expect(isThere(engine, brought.id)).toBe(true);
});
