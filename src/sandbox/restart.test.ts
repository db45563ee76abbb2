import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { send, startCaller } from './test-support/sandbox-caller.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-restart-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('a restart keeps everything, takes enrichment up again, and honours addresses made before', async () => {
  const first = await startCaller({ dataDirectory: directory, annotate: false });
  const tag = (await first.call('POST', '/contents/v1/tags', { tag_name: 'team' })).json.id;
  const inWork = await first.upload('in-work.txt', 'hello', { tags: [tag] });
  const ended = await first.upload('ended.txt', 'hello', { no_store: true });
  const open = await first.enrich({ file_name: 'open.txt' });
  const library = { type: 'document_library', label: 'Library' };
  const connector = (await first.call('POST', '/contents/v1/connectors', library)).json.connector_id;
  first.sandbox.clock.advance(8000);
  const { apiKey, storageUrl } = first.sandbox;
  await first.stop();

  const ports = { storagePort: Number(new URL(storageUrl).port) };
  const second = await startCaller({ dataDirectory: directory, annotate: false, ...ports });
  expect(second.sandbox.apiKey).toBe(apiKey);
  expect((await send('PUT', open.url, 'late')).status).toBe(200);
  expect((await second.call('GET', `/contents/v1/documents/${inWork}`)).json).toMatchObject({
    status: 'processing',
    tags: [{ name: 'team' }],
  });
  expect(await second.finished(inWork)).toMatchObject({ status: 'completed', raw_size: 5 });
  expect((await second.call('GET', `/contents/v1/connectors/${connector}`)).json.files_count).toBe(3);
  expect(second.sandbox.requests.counts({ origin: 'storage' })).toMatchObject([{ status: 200, count: 3 }]);
  second.sandbox.clock.advance(20 * 60 * 60 * 1000);
  await second.stop();

  const third = await startCaller({ dataDirectory: directory, annotate: false });
  expect((await third.call('GET', `/contents/v1/documents/${ended}`)).json.status).toBe('completed');
  third.sandbox.clock.advance(5 * 60 * 60 * 1000);
  expect((await third.call('GET', `/contents/v1/documents/${ended}`)).status).toBe(404);
  await third.stop();
});

test('a hard delete that was under way is brought to its end', async () => {
  const first = await startCaller({ dataDirectory: directory, annotate: false });
  const library = { type: 'document_library', label: 'Library' };
  const id = (await first.call('POST', '/contents/v1/connectors', library)).json.connector_id;
  first.sandbox.clock.advance(3000);
  await first.call('DELETE', `/contents/v1/connectors/${id}?force_delete=true`);
  first.sandbox.clock.advance(300);
  await first.stop();
  const second = await startCaller({ dataDirectory: directory, annotate: false });
  expect((await second.call('GET', `/contents/v1/connectors/${id}`)).json.files_count).toBe(2);
  for (let step = 0; step < 3; step += 1) second.sandbox.clock.advance(300);
  expect((await second.call('GET', `/contents/v1/connectors/${id}`)).status).toBe(404);
  await second.stop();
});

test('a batch goes on, and what is searched and used up is kept', async () => {
  const first = await startCaller({ dataDirectory: directory });
  const id = await first.upload('a.txt', 'The hollyhock grew.');
  await first.finished(id);
  const { batch_id: batch, presigned_url: url } = (await first.call('POST', '/v1/search/batches')).json;
  await send('PUT', String(url), JSON.stringify({ query: { text: 'hollyhock' } }));
  await first.stop();
  const second = await startCaller({ dataDirectory: directory });
  const status = () => second.call('GET', `/v1/search/batches/${batch}`);
  expect((await status()).json.status).toBe('processing');
  second.sandbox.clock.advance(60_000);
  expect((await status()).json).toMatchObject({
    status: 'completed',
    results: [{ response: { results: [{ id }] } }],
  });
  const { results } = (await second.call('GET', '/v1/subscription/quotas')).json;
  expect(results).toMatchObject({ quota_units: [{ units_usage: 1 }, { units_usage: 0.5 }, {}] });
  await second.stop();
});

test('a folder of a sandbox that kept no notes beside its chunks is searched all the same', async () => {
  const first = await startCaller({ dataDirectory: directory });
  const id = await first.upload('a.txt', 'The hollyhock of Apple grew.');
  await first.finished(id);
  await first.stop();
  const database = new DatabaseSync(join(directory, 'sandbox.sqlite'));
  database.exec('DROP TABLE chunk_notes; DROP TABLE mentions; DROP TABLE document_notes');
  database.close();
  const second = await startCaller({ dataDirectory: directory });
  const { json } = await second.call('POST', '/v1/search', { query: { text: 'hollyhock' } });
  expect(json.results).toMatchObject([{ id, chunks: [{ cnum: 1, detections: [] }] }]);
  expect((await second.call('DELETE', `/contents/v1/documents/${id}`)).status).toBe(200);
  await second.stop();
});

test('a given key replaces the made one', async () => {
  const first = await startCaller({ dataDirectory: directory, annotate: false });
  const made = first.sandbox.apiKey;
  await first.stop();
  const second = await startCaller({ dataDirectory: directory, annotate: false, apiKey: 'chosen' });
  expect((await second.call('GET', '/contents/v1/tags', undefined, { key: 'chosen' })).status).toBe(200);
  expect((await second.call('GET', '/contents/v1/tags', undefined, { key: made })).status).toBe(401);
  await second.stop();
});

test('without a data directory nothing is left', async () => {
  const caller = await startCaller();
  const id = await caller.upload('a.txt', 'hello');
  await caller.finished(id);
  const { directory: used } = caller.sandbox;
  expect(existsSync(join(used, 'sandbox.sqlite'))).toBe(true);
  await caller.stop();
  expect(existsSync(used)).toBe(false);
});

test('every origin listens on loopback only, and a taken port is said', async () => {
  const caller = await startCaller();
  const { baseUrl, agentsUrl, storageUrl } = caller.sandbox;
  for (const url of [baseUrl, agentsUrl, storageUrl]) expect(new URL(url).hostname).toBe('127.0.0.1');
  await expect(startCaller({ port: Number(new URL(baseUrl).port) })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await caller.stop();
});

test('the sandbox imports nothing from the rest of the source', async () => {
  const { glob } = await import('node:fs/promises');
  const root = import.meta.dirname;
  let files = 0;
  for await (const name of glob('**/*.ts', { cwd: root })) {
    files += 1;
    const text = await readFile(join(root, name), 'utf8');
    const imports = [...text.matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? '');
    for (const path of imports) {
      expect(path, name).not.toMatch(/^#/);
      if (path.startsWith('.')) expect(join(root, name, '..', path), name).toContain(root);
    }
  }
  expect(files).toBeGreaterThan(50);
});
