import { describe, expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import type { FoundChunk } from '#shared/bridge/search.ts';
import { addUploads, createEngine, type EngineFixture, idle } from '../support/engine-fixture.ts';

const day = 24 * 60 * 60_000;

async function uploaded(engine: EngineFixture): Promise<Core> {
  const core = await engine.start();
  await addUploads(
    core,
    [engine.file('orrin.txt', 'Orrin sells wafers.\n\nApple Inc. bought wafers from Orrin.')],
    {
      tags: ['chips'],
    },
  );
  await addUploads(core, [engine.file('vela.txt', 'Vela sells wafers too.')]);
  await addUploads(core, [engine.file('hidden.txt', 'Secret wafers nobody finds.')], { noIndex: true });
  await idle(core);
  return core;
}

describe.each(['spec', 'field'] as const)('searching my files (%s)', (profile) => {
  const sandbox = { profile, annotate: true };

  test('documents really uploaded are found by their text, with where each chunk stands', async () => {
    const engine = await createEngine({ sandbox });
    const core = await uploaded(engine);
    const found = await core.calls['search.files']({ text: 'wafers' });
    expect(found.documents.map(({ fileName }) => fileName).sort()).toEqual(['orrin.txt', 'vela.txt']);
    expect(found).toMatchObject({ units: 1, notes: [] });
    const orrin = found.documents.find(({ fileName }) => fileName === 'orrin.txt');
    const { rows } = await core.calls['documents.query']({ filter: { search: 'orrin' } });
    expect(orrin?.contentId).toBe(rows[0]?.contentId);
    const chunk = orrin?.chunks[0] as FoundChunk;
    expect(chunk).toMatchObject({ chunk: 1, paragraph: 1, sentence: 1 });
    expect(chunk.text).toContain('Orrin sells wafers.');
    expect(chunk.entities.map(({ name }) => name)).toContain('Apple Inc.');

    const annotated = await fetchAnnotated(core, orrin?.contentId ?? '');
    const block = annotated.content.body[(chunk.paragraph ?? 0) - 1];
    expect(block?.text).toContain(chunk.text.split('\n')[0]);
  });

  test('only with one of the tags, only within the dates, and only what is searched for', async () => {
    const engine = await createEngine({ sandbox });
    const core = await uploaded(engine);
    const names = async (input: { text: string; tags?: string[]; after?: number; before?: number }) =>
      (await core.calls['search.files'](input)).documents.map(({ fileName }) => fileName);
    expect(await names({ text: 'wafers', tags: ['chips'] })).toEqual(['orrin.txt']);
    const now = engine.dependencies.clock.now();
    expect(await names({ text: 'wafers', after: now - 2 * day, before: now + 2 * day })).toHaveLength(2);
    expect(await names({ text: 'wafers', before: now - 2 * day })).toEqual([]);
    expect(await names({ text: 'unheardof' })).toEqual([]);
  });
});

test('an empty search asks nobody; a refusal is told with its code', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  const before = engine.requests().length;
  await expect(core.calls['search.files']({ text: '  ' })).rejects.toMatchObject({ code: 'USAGE' });
  expect(engine.requests()).toHaveLength(before);
  await core.calls['key.set']({ profileId: 'test', key: 'wrong' });
  await expect(core.calls['search.files']({ text: 'x' })).rejects.toMatchObject({ code: 'KEY_REJECTED' });
});

async function fetchAnnotated(
  core: Core,
  contentId: string,
): Promise<{ content: { body: { text: string }[] } }> {
  const { readFile } = await import('node:fs/promises');
  const { path } = await core.calls['documents.annotated']({ contentId });
  return JSON.parse(await readFile(path, 'utf8'));
}
