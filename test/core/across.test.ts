import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import type { Gathering } from '#shared/bridge/across.ts';
import type { DocumentFilter } from '#shared/bridge/documents.ts';
import { addUploads, createEngine, type EngineFixture, idle, until } from '../support/engine-fixture.ts';

const texts = {
  'one.txt': 'Apple Inc. reported strong growth. Apple Inc. beat expectations and Microsoft rose.',
  'two.txt': 'Apple Inc. warned of weak demand and a loss.',
  'three.txt': 'Microsoft announced record profits.',
};

async function uploaded(
  engine: EngineFixture,
  files: Readonly<Record<string, string>> = texts,
): Promise<Core> {
  const core = await engine.start();
  await addUploads(
    core,
    Object.entries(files).map(([name, text]) => engine.file(name, text)),
  );
  await idle(core);
  return core;
}

async function ended(core: Core, gatheringId: string): Promise<Gathering> {
  let state: Gathering | undefined;
  await until('the documents were gone through', async () => {
    state = await core.calls['across.state']({ gatheringId });
    return state.state !== 'running';
  });
  return state as Gathering;
}

async function gathered(core: Core, filter: DocumentFilter = {}): Promise<Gathering> {
  return ended(core, (await core.calls['across.open']({ filter })).gatheringId);
}

describe.each(['spec', 'field'] as const)('entities across documents (%s)', (profile) => {
  const sandbox = { profile, annotate: true };

  test('the table counts what the texts say, and leads to the documents', async () => {
    const engine = await createEngine({ sandbox });
    const core = await uploaded(engine);
    const changed: string[] = [];
    core.on('across.changed', ({ gatheringId: one }) => changed.push(one));
    const state = await gathered(core);
    const { gatheringId } = state;
    expect(state).toMatchObject({ state: 'done', total: 3, read: 3, unread: 0, leftOut: 0, byName: 0 });
    expect(new Set(changed)).toEqual(new Set([gatheringId]));
    const { rows } = await core.calls['across.entities']({ gatheringId });
    const apple = rows.find(({ name }) => name === 'Apple Inc.');
    const microsoft = rows.find(({ name }) => name.startsWith('Microsoft'));
    expect(apple).toMatchObject({ type: 'COMP', documents: 2, mentions: 3 });
    expect(microsoft).toMatchObject({ type: 'COMP', documents: 2, mentions: 2 });
    expect(state.mentions).toBe(rows.reduce((sum, row) => sum + row.mentions, 0));

    const found = await core.calls['across.documents']({ gatheringId, entity: apple?.key ?? '' });
    expect(found.rows.map(({ fileName, mentions }) => [fileName, mentions])).toEqual([
      ['one.txt', 2],
      ['two.txt', 1],
    ]);
    const [one, two] = found.rows.map(({ sentiment }) => sentiment ?? 0);
    expect(apple?.sentiment).toBeCloseTo(((one ?? 0) * 2 + (two ?? 0)) / 3, 6);

    const only = await core.calls['across.entities']({ gatheringId, text: 'micro', type: 'COMP' });
    expect(only.rows.map(({ name }) => name)).toEqual([microsoft?.name]);
  });

  test('a second look costs no request, and another begins anew from the cache', async () => {
    const engine = await createEngine({ sandbox });
    const core = await uploaded(engine);
    const first = await gathered(core);
    const asked = engine.requests().length;
    expect(await gathered(core)).toEqual(first);
    const anew = await core.calls['across.open']({ anew: true });
    expect(anew.gatheringId).not.toBe(first.gatheringId);
    expect(await ended(core, anew.gatheringId)).toMatchObject({ state: 'done', read: 3 });
    expect(engine.requests()).toHaveLength(asked);
  });

  test('only the chosen documents; what is no annotated document is listed with its reason, and read again', async () => {
    const engine = await createEngine({ sandbox });
    const core = await uploaded(engine, { ...texts, 'broken.pdf': 'this is no PDF' });
    const { rows } = await core.calls['documents.query']({});
    const idOf = (name: string) => rows.find(({ fileName }) => fileName === name)?.contentId ?? '';
    // A copy in the cache that was damaged.
    await core.calls['documents.annotated']({ contentId: idOf('two.txt') });
    writeFileSync(
      join(engine.dataDirectory, 'cache', 'test', 'annotated', `${idOf('two.txt')}.json`),
      '{"con',
    );
    const contentIds = ['one.txt', 'two.txt', 'broken.pdf'].map(idOf);
    const state = await gathered(core, { contentIds });
    const { gatheringId } = state;
    expect(state).toMatchObject({ state: 'done', total: 3, read: 1, unread: 2 });
    const unread = await core.calls['across.unread']({ gatheringId });
    expect(unread.rows.map(({ fileName, status, code }) => [fileName, status, code]).sort()).toEqual([
      ['broken.pdf', 'failed', null],
      ['two.txt', 'completed', 'BAD_ANSWER'],
    ]);
    await core.calls['across.resume']({ gatheringId });
    expect(await ended(core, gatheringId)).toMatchObject({ read: 2, unread: 1 });
    const apple = (await core.calls['across.entities']({ gatheringId, text: 'apple' })).rows[0];
    expect(apple).toMatchObject({ documents: 2, mentions: 3 });
  });
});

test('exported as CSV no spreadsheet runs, and as JSON with the documents of each', async () => {
  const engine = await createEngine({ sandbox: { annotate: true } });
  const core = await uploaded(engine, { 'one.txt': texts['one.txt'] });
  const { rows } = await core.calls['documents.query']({});
  const contentId = rows[0]?.contentId ?? '';
  await core.calls['documents.annotated']({ contentId });
  const hostile = { entities: [{ rp_entity_id: 'X', entity_name: '=HYPERLINK("http://a")', mentions: 1 }] };
  writeFileSync(
    join(engine.dataDirectory, 'cache', 'test', 'annotated', `${contentId}.json`),
    JSON.stringify({ analytics: hostile }),
  );
  const { gatheringId } = await gathered(core);
  const csv = await core.calls['across.export']({ gatheringId, format: 'csv' });
  expect(csv.count).toBe(1);
  const lines = readFileSync(csv.path, 'utf8').split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFF"id","name","type","documents","mentions","meanSentiment","meanRelevance","firstDate","lastDate"',
  );
  expect(lines[1]).toMatch(/^"X","'=HYPERLINK\(""http:\/\/a""\)",("")?,1,1,,,"2\d{3}-/);
  const json = await core.calls['across.export']({
    gatheringId,
    format: 'json',
    path: join(engine.directory, 'e.json'),
  });
  const read = JSON.parse(readFileSync(json.path, 'utf8'));
  expect(read).toMatchObject({
    documents: { chosen: 1, read: 1, countStated: 1 },
    unread: [],
    entities: [{ id: 'X', mentions: 1, inDocuments: [{ contentId, fileName: 'one.txt', mentions: 1 }] }],
  });
});

test('a key that is refused stops it, and it goes on when there is a good one', async () => {
  const engine = await createEngine({ sandbox: { annotate: true } });
  const core = await uploaded(engine);
  await core.calls['key.set']({ profileId: 'test', key: 'wrong' });
  const state = await gathered(core);
  expect(state).toMatchObject({ state: 'stopped', code: 'KEY_REJECTED', read: 0, unread: 0 });
  await core.calls['key.set']({ profileId: 'test', key: engine.sandbox.apiKey });
  await core.calls['across.resume']({ gatheringId: state.gatheringId });
  expect(await ended(core, state.gatheringId)).toMatchObject({ state: 'done', read: 3 });
});

test('what is cancelled keeps what was read, and goes on; stopping core ends it', async () => {
  const engine = await createEngine({ sandbox: { annotate: true } });
  const core = await uploaded(engine);
  const { gatheringId } = await core.calls['across.open']({});
  expect((await core.calls['across.cancel']({ gatheringId })).state).toBe('cancelled');
  await core.calls['across.resume']({ gatheringId });
  expect(await ended(core, gatheringId)).toMatchObject({ state: 'done', read: 3 });
  await core.calls['across.open']({ anew: true });
  await core.stop();
});

test('one that was let go is not found', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  await expect(core.calls['across.state']({ gatheringId: 'nobody' })).rejects.toMatchObject({
    code: 'NOT_HERE',
  });
});
