import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxCaller, send, startCaller } from '../test-support/sandbox-caller.ts';

let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startCaller();
});
afterAll(() => caller.stop());

interface Annotated {
  document: { metadata: Record<string, unknown> };
  content: {
    title: { text: string };
    body: {
      text: string;
      kind: string;
      entities: { entity_name: string; start: number; end: number }[];
      sentences: { start: number; end: number; sentiment: number }[];
    }[];
  };
  profiling: { collection: Record<string, string> };
  analytics: { entities: { entity_name: string }[]; events: unknown[] };
}

async function annotated(id: string, from = caller): Promise<Annotated> {
  const { json } = await from.call('GET', `/contents/v1/documents/${id}/annotated`);
  return (await send('GET', String(json.url))).json as unknown as Annotated;
}

async function found(words: string, filters = {}): Promise<unknown[]> {
  const { json } = await caller.call('POST', '/v1/search', { query: { text: words, filters } });
  return (json.results ?? []).map((one) => one.id);
}

const chunksOf = (id: string) => caller.sandbox.state().documents.find((one) => one.id === id)?.chunks;

test('what is uploaded is annotated for real', async () => {
  const text = 'Apple raised its dividend. A strong quarter.';
  const id = await caller.upload('Letter to holders.txt', text, {
    enrichments: ['reporting_entities', 'translation'],
  });
  const record = await caller.finished(id);
  expect(record).toMatchObject({ status: 'completed', content_type: 'text/plain', error_code: null });
  const { document, content, profiling, analytics } = await annotated(id);
  expect(document.metadata).toMatchObject({
    content_id: id,
    file_name: 'Letter to holders.txt',
    reporting_entities: [{ entity_name: 'Apple Inc.' }],
    translation: { translated: false },
  });
  expect(content.title.text).toBe('Letter to holders');
  expect(content.body).toMatchObject([
    {
      kind: 'TEXT',
      text,
      entities: [
        { entity_name: 'Apple Inc.', entity_type: 'COMP', start: 0, end: 5 },
        { entity_name: 'Dividend', start: 17, end: 25 },
      ],
      sentences: [
        { start: 0, end: 26 },
        { start: 27, end: 44 },
      ],
    },
  ]);
  expect(profiling.collection.processor_in_timestamp_utc).toMatch(/Z$/);
  expect(analytics.entities[0]?.entity_name).toBe('Apple Inc.');
  expect(analytics.events).toHaveLength(1);
});

test('the field profile nests the offsets', async () => {
  const field = await startCaller({ profile: 'field' });
  const id = await field.upload('a.txt', 'Apple grew.');
  await field.finished(id);
  expect((await annotated(id, field)).content.body[0]).toMatchObject({
    entities: [{ position: { start: 0, end: 5 } }],
    sentences: [{ position: { start: 0, end: 11 } }],
  });
  await field.stop();
});

test('no_index and no_store are annotated, and absent from search', async () => {
  const words = 'The heliotrope fund grew.';
  const indexed = await caller.upload('a.txt', words);
  const unindexed = await caller.upload('b.txt', words, { no_index: true });
  const unstored = await caller.upload('c.txt', words, { no_store: true });
  for (const id of [indexed, unindexed, unstored]) await caller.finished(id);
  expect(await found('heliotrope')).toEqual([indexed]);
  expect([chunksOf(indexed), chunksOf(unindexed), chunksOf(unstored)]).toEqual([1, 0, 0]);
  expect((await annotated(unindexed)).content.body).toHaveLength(1);
  expect((await annotated(unstored)).content.body).toHaveLength(1);
  await caller.call('DELETE', `/contents/v1/documents/${indexed}`);
  expect(await found('heliotrope')).toEqual([]);
});

test('search: headline and chunks, filters, rules', async () => {
  const id = await caller.upload('Zinnia.txt', 'Zinnia prices rose.');
  await caller.finished(id);
  const { json } = await caller.call('POST', '/v1/search', { query: { text: 'zinnia price' } });
  expect(json.results).toMatchObject([
    {
      id,
      headline: 'Zinnia',
      chunks: [{ cnum: 1, text: 'Zinnia prices rose.', relevance: expect.any(Number) }],
    },
  ]);
  expect(await found('zinnia', { document: { mode: 'EXCLUDE', values: [id] } })).toEqual([]);
  expect(await found('zinnia', { category: { mode: 'INCLUDE', values: ['news'] } })).toEqual([]);
  expect(await found('zinnia', { tag: { any_of: ['none'] } })).toEqual([]);
  expect(await found('" OR (')).toEqual([]);
  const both = await caller.call('POST', '/v1/search', { query: { text: 'a', texts: ['b'] } });
  expect(both.status).toBe(422);
  const smart = { search_mode: 'smart', query: { text: 'a', filters: { tag: { any_of: [] } } } };
  expect((await caller.call('POST', '/v1/search', smart)).status).toBe(400);
});

test.each([
  ['a.pdf', 'no pdf', 'EXTRACTION_FAILED'],
  ['a.exe', 'MZ', 'UNSUPPORTED_FILE_TYPE'],
  ['a.txt', '', 'EMPTY_FILE'],
])('%s that holds %j fails with %s, and the next is annotated all the same', async (name, bytes, code) => {
  const bad = await caller.upload(name, bytes);
  const good = await caller.upload('good.txt', 'Good.');
  expect(await caller.finished(bad)).toMatchObject({ status: 'failed', error_code: code });
  expect(await caller.finished(good)).toMatchObject({ status: 'completed' });
});

const corpus = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));
const files = existsSync(corpus) ? readdirSync(corpus) : [];

if (files.length === 0) {
  console.warn(`The tests on real documents are left out: there is no folder ${corpus}.`);
} else {
  describe('real documents', () => {
    const expected: Record<string, string> = {
      '1800flowers-8-k.html': '1-800-FLOWERS.COM, Inc.',
      'apple-10-q.html': 'Apple Inc.',
      'blackrock-8-k.html': 'BlackRock, Inc.',
      'full-submission.txt': 'ABVC BioPharma, Inc.',
      'nexpoint-8-k.html': 'NexPoint Diversified Real Estate Trust',
      'nordstrom-8-k.html': 'Nordstrom, Inc.',
      'nvidia-10-k.html': 'NVIDIA Corporation',
      'oracle-8-k.html': 'Oracle Corporation',
      'royal-philips-6-k.html': 'Koninklijke Philips N.V.',
    };

    test.each(files)('%s', async (name) => {
      const steps = { enrichments: ['reporting_entities'] };
      const id = await caller.upload(name, readFileSync(`${corpus}/${name}`), steps);
      expect(await caller.finished(id)).toMatchObject({ status: 'completed' });
      expect(chunksOf(id)).toBeGreaterThan(0);
      const { content, document } = await annotated(id);
      let mentions = 0;
      for (const { text, entities, sentences } of content.body) {
        for (const { start, end } of [...entities, ...sentences]) {
          expect(start >= 0 && start < end && end <= text.length).toBe(true);
        }
        mentions += entities.length;
      }
      expect(mentions).toBeGreaterThan(10);
      const company = expected[name];
      if (company !== undefined) {
        expect(document.metadata.reporting_entities).toMatchObject([{ entity_name: company }]);
      }
    });
  });
}
