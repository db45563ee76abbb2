import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entityId } from '../../enrich/annotate/gazetteer.ts';
import { type Answer, type SandboxCaller, send, startCaller } from '../../test-support/sandbox-caller.ts';

let caller: SandboxCaller;
const ids: Record<string, string> = {};
const apple = entityId('COMP', 'Apple Inc.');
const oracle = entityId('COMP', 'Oracle Corporation');
const shell = entityId('COMP', 'Shell plc');
const files = entityId('SRCE', 'My files');

const transcript = `Operator

Welcome to the marigold call.

Safra Catz -- Chief Executive Officer

Marigold demand grew strongly.

Questions and Answers

Jane Doe -- Analyst

Will marigold margins decline?`;

beforeAll(async () => {
  caller = await startCaller();
  const tag = (await caller.call('POST', '/contents/v1/tags', { tag_name: 'desk' })).json.id;
  const upload = async (name: string, text: string, body = {}) => {
    const id = await caller.upload(`${name}.txt`, text, body);
    await caller.finished(id);
    ids[name] = id;
  };
  await upload(
    'Apple note',
    'Apple raised prices of the tulip.\n\nStrong tulip growth in Germany. Tim Cook was pleased.',
    {
      published_ts: '2025-01-10T10:00:00Z',
      tags: [tag],
      share_with_org: true,
    },
  );
  await upload('Oracle note', 'Oracle lost tulip customers. Weak tulip demand, and a risk of inflation.', {
    published_ts: '2025-02-20T10:00:00Z',
  });
  await upload('Tulip earnings call', transcript, { published_ts: '2025-03-30T10:00:00Z' });
  const long = Array.from(
    { length: 60 },
    (_, index) => `Peony sentence ${index} tells of the peony and its garden.`,
  );
  await upload('Garden', long.join('\n\n'), { published_ts: '2025-03-30T10:00:00Z' });
});
afterAll(() => caller.stop());

const post = (path: string, body: unknown, key?: string) =>
  caller.call('POST', `/v1/search${path}`, body, key === undefined ? {} : { key });
const search = (query: Record<string, unknown>, more = {}) => post('', { query, ...more });
const found = async (query: Record<string, unknown>, more = {}) =>
  ((await search(query, more)).json.results ?? []).map((one) => one.id);
const chunksOf = ({ json }: Answer) =>
  (json.results ?? []).flatMap((one) => one.chunks as Record<string, unknown>[]);
const refusal = ({ json }: Answer) => (json.detail as { loc: unknown[]; type: string }[] | undefined)?.[0];

describe('search', () => {
  test('a result has its document, and each chunk its place and what is named in it', async () => {
    const { json } = await search({ text: 'tulip growth in germany', max_chunks: 1 });
    expect(json.results).toEqual([
      {
        id: ids['Apple note'],
        headline: 'Apple note',
        timestamp: '2025-01-10T10:00:00.000Z',
        source: { id: files, name: 'My files', rank: 'RANK_1' },
        document_type: 'GENERIC_REPORT',
        chunks: [
          {
            cnum: 1,
            text: 'Apple raised prices of the tulip.\nStrong tulip growth in Germany. Tim Cook was pleased.',
            relevance: expect.any(Number),
            sentiment: expect.any(Number),
            detections: expect.any(Array),
            text_locations: [
              { paragraph_num: 1, sentence_num: 1 },
              { paragraph_num: 2, sentence_num: 1 },
              { paragraph_num: 2, sentence_num: 2 },
            ],
          },
        ],
      },
    ]);
    expect(json.usage).toEqual({ api_query_units: 1 });
    expect(json.metadata).toEqual({ request_id: expect.any(String), timestamp: expect.any(String) });
  });

  test('detections point at the words in the chunk', async () => {
    const [chunk] = chunksOf(await search({ text: 'tulip', filters: { document: [ids['Apple note']] } }));
    const detections = chunk?.detections as { id: string; name: string; start: number; end: number }[];
    expect(detections.map(({ name, start, end }) => [name, String(chunk?.text).slice(start, end)])).toEqual([
      ['Apple Inc.', 'Apple'],
      ['Germany', 'Germany'],
      ['Tim Cook', 'Tim Cook'],
    ]);
    expect(detections[0]?.id).toBe(apple);
  });

  test('text locations lead to the sentences of the annotated document', async () => {
    const link = (await caller.call('GET', `/contents/v1/documents/${ids.Garden}/annotated`)).json;
    const { content } = (await send('GET', String(link.url))).json as unknown as {
      content: { body: { text: string; sentences: { start: number; end: number }[] }[] };
    };
    const chunks = chunksOf(await search({ text: 'peony' }));
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) {
      const sentences = (chunk.text_locations as { paragraph_num: number; sentence_num: number }[]).map(
        (place) => {
          const block = content.body[place.paragraph_num - 1];
          const sentence = block?.sentences[place.sentence_num - 1];
          return block?.text.slice(sentence?.start, sentence?.end);
        },
      );
      expect(sentences.join('\n')).toBe(chunk.text);
    }
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['timestamp', { timestamp: { start: '2025-02-01', end: '2025-02-20' } }, ['Oracle note']],
    ['source', { source: { mode: 'EXCLUDE', values: [files] } }, []],
    ['category', { category: { mode: 'INCLUDE', values: ['my_files'] } }, ['Apple note', 'Oracle note']],
    ['another category', { category: { mode: 'INCLUDE', values: ['news_premium'] } }, []],
    ['tier', { tier: { mode: 'INCLUDE', values: ['premium-news'] } }, []],
    ['tag', { tag: { any_of: ['desk'] } }, ['Apple note']],
    ['entity', { entity: { any_of: [oracle] } }, ['Oracle note']],
    ['entity, none of', { entity: { none_of: [oracle] } }, ['Apple note']],
    ['keyword', { keyword: { all_of: ['TULIP', 'demand'] } }, ['Oracle note']],
    ['document type', { document_type: { mode: 'INCLUDE', values: ['SEC_497'] } }, []],
    ['authors', { authors: { mode: 'INCLUDE', values: ['Nobody'] } }, []],
    ['watchlists', { watchlists: [{ entities: [apple], scope: 'headline' }] }, ['Apple note']],
  ])('the filter %s narrows', async (_, filters, names) => {
    const answer = await found({ text: 'tulip prices customers', filters });
    expect(answer.sort()).toEqual(names.map((name) => ids[name]).sort());
  });

  test('document INCLUDE and EXCLUDE, and chunk from and to', async () => {
    const document = (mode: string) => ({ document: { mode, values: [ids['Apple note']] } });
    expect(await found({ text: 'tulip', filters: document('INCLUDE') })).toEqual([ids['Apple note']]);
    expect(await found({ text: 'tulip', filters: document('EXCLUDE') })).not.toContain(ids['Apple note']);
    const answer = await search({ text: 'peony', filters: { chunk: { from: 2, to: 3 } } });
    expect(new Set(chunksOf(answer).map((chunk) => chunk.cnum))).toEqual(new Set([2, 3]));
  });

  test('sections and speakers of a transcript, case ignored', async () => {
    const said = async (filters: unknown) =>
      chunksOf(await search({ text: 'marigold', filters }))
        .map((chunk) => chunk.speaker)
        .sort();
    expect(await said({ sections: ['question-answer'] })).toEqual(['Jane Doe']);
    expect(await said({ sections: ['MANAGEMENT-DISCUSSION'] })).toEqual(['Operator', 'Safra Catz']);
    expect(await said({ speakers: { mode: 'INCLUDE', values: ['Safra Catz'] } })).toEqual(['Safra Catz']);
  });

  test('text and texts exclude each other; texts are at most five', async () => {
    const both = await search({ text: 'a', texts: ['b'] });
    expect([both.status, refusal(both)?.loc]).toEqual([422, ['body', 'query', 'texts']]);
    expect((await search({ texts: ['1', '2', '3', '4', '5', '6'] })).status).toBe(422);
    expect(await found({ texts: ['marigold', 'peony'] })).toEqual(
      expect.arrayContaining([ids.Garden, ids['Tulip earnings call']]),
    );
  });

  test('a field beside the query is refused with its value', async () => {
    const answer = await search({}, { text: 7 });
    expect([answer.status, refusal(answer)]).toMatchObject([
      422,
      { loc: ['body', 'query', 'text'], type: 'string_type', input: 7 },
    ]);
  });

  test('several texts with the reranker need its text', async () => {
    const texts = ['marigold', 'peony'];
    const ask = (reranker: unknown) => search({ texts, ranking_params: { reranker } });
    const without = await ask({ enabled: true });
    expect([without.status, refusal(without)?.loc.at(-1)]).toEqual([422, 'text']);
    expect((await ask({ enabled: true, text: 'flowers' })).status).toBe(200);
    expect((await ask({ enabled: false })).status).toBe(200);
  });

  test('smart mode: sub-queries, and no filter but timestamp and source', async () => {
    const smart = { search_mode: 'smart', include_audit: true };
    const { json } = await search({ text: 'marigold and peony', context: 'flowers' }, smart);
    expect(json.results?.length).toBe(2);
    const { audit } = json.metadata as { audit: { queries: Record<string, unknown>[] } };
    expect(audit.queries.map((one) => one.text)).toEqual(['marigold and peony', 'marigold', 'peony']);
    expect(json.usage).toEqual({ api_query_units: 3 });
    const filters = { timestamp: { start: '2025-01-01' }, source: [files] };
    expect((await search({ text: 'peony', filters }, smart)).status).toBe(200);
    const refused = await search({ text: 'peony', filters: { document: [ids.Garden] } }, smart);
    expect([refused.status, refused.json.code]).toEqual([400, 'FILTER_NOT_ALLOWED']);
  });

  test('companies the text names become a filter, unless that is turned off', async () => {
    expect(await found({ text: 'Oracle tulip' })).toEqual([ids['Oracle note']]);
    const all = await found({ text: 'Oracle tulip', auto_enrich_filters: false });
    expect(all).toContain(ids['Apple note']);
  });

  test('diversification gives every document its turn', async () => {
    const diverse = await search({
      texts: ['peony garden', 'marigold'],
      max_chunks: 4,
      ranking_params: { reranker: { enabled: false } },
    });
    expect(diverse.json.results).toHaveLength(2);
    const ranking_params = { content_diversification: { enabled: false } };
    const plain = chunksOf(await search({ text: 'peony', max_chunks: 3, ranking_params }));
    const scores = plain.map((chunk) => Number(chunk.relevance));
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
  });

  test('the web beside the documents, or alone', async () => {
    const include = await search({ text: 'tulip', external_search: { web: { mode: 'INCLUDE' } } });
    expect(include.json.results?.length).toBeGreaterThan(0);
    const only = await search({ text: 'tulip', external_search: { web: { mode: 'ONLY' } } });
    expect(only.json.results).toEqual([]);
    const { web } = only.json.external_results as { web: Record<string, unknown>[] };
    expect(web[0]).toMatchObject({
      url: expect.stringMatching(/^https:.*example\.com/),
      title: expect.any(String),
    });
    expect((await search({ text: 'tulip' })).json).not.toHaveProperty('external_results');
  });

  test('a filter nobody names is refused, not ignored', async () => {
    const answer = await search({ text: 'tulip', filters: { colour: ['red'] } });
    expect([answer.status, refusal(answer)?.type]).toEqual([422, 'extra_forbidden']);
  });

  test('somebody else sees what is shared with the organization, a stranger nothing', async () => {
    const colleague = caller.sandbox.addUser({ userId: 'colleague' });
    const stranger = caller.sandbox.addUser({ userId: 'stranger', orgId: 'elsewhere' });
    const seen = async (key: string) =>
      ((await post('', { query: { text: 'tulip' } }, key)).json.results ?? []).map((one) => one.id);
    expect(await seen(colleague)).toEqual([ids['Apple note']]);
    expect(await seen(stranger)).toEqual([]);
  });
});

describe('watchlist', () => {
  const ask = (query: Record<string, unknown>) =>
    post('/watchlist', { query: { text: 'tulip peony', ...query } });
  const counts = ({ json }: Answer) =>
    (json.results ?? []).map((group) =>
      (group.documents as { chunks: unknown[] }[]).reduce((sum, one) => sum + one.chunks.length, 0),
    );

  test('a group for each entity in the order asked, empty where nothing is found', async () => {
    const answer = await ask({ entities: [shell, oracle, apple] });
    expect(answer.json.results).toMatchObject([
      { rp_entity_id: shell, name: 'Shell plc', documents: [] },
      { rp_entity_id: oracle, documents: [{ id: ids['Oracle note'] }] },
      { rp_entity_id: apple, documents: [{ id: ids['Apple note'] }] },
    ]);
  });

  test('max_chunks as a total, and for each entity', async () => {
    expect(counts(await ask({ entities: [oracle, apple], max_chunks: { value: 1 } })).toSorted()).toEqual([
      0, 1,
    ]);
    const each = await ask({ entities: [oracle, apple], max_chunks: { value: 1, per_entity: true } });
    expect(counts(each)).toEqual([1, 1]);
  });

  test('the scope of a list', async () => {
    const scoped = (scope: string) =>
      ask({ filters: { watchlists: [{ entities: [entityId('PEOP', 'Tim Cook')], scope }] } });
    expect(counts(await scoped('headline'))).toEqual([0]);
    expect(counts(await scoped('body'))).toEqual([1]);
    expect(counts(await scoped('all'))).toEqual([1]);
  });

  test('without entities it is refused', async () => {
    expect((await ask({})).status).toBe(422);
  });
});

describe('volume', () => {
  test('documents and chunks by date with sentiment', async () => {
    const { json } = await post('/volume', { query: { text: 'tulip' } });
    const { volume, total } = json.results as unknown as Record<string, Record<string, unknown>[]>;
    expect(volume).toMatchObject([
      { date: '2025-01-10', documents: 1, chunks: 1, sentiment: expect.any(Number) },
      { date: '2025-02-20', documents: 1, chunks: 1 },
    ]);
    expect(Number(volume?.[0]?.sentiment)).toBeGreaterThan(Number(volume?.[1]?.sentiment));
    expect(total).toMatchObject({ documents: 2, chunks: 2 });
    expect(json.results).not.toHaveProperty('groups');
  });

  test('grouped by source and tier', async () => {
    const { json } = await post('/volume', { query: { text: 'tulip' }, group_by: ['source', 'tier'] });
    expect(json.results).toMatchObject({
      groups: {
        sources: [{ id: files, documents: 2, chunks: 2 }],
        tiers: [{ id: 'private-content', documents: 2, chunks: 2 }],
      },
    });
  });

  test('ranking parameters are refused', async () => {
    const ranking_params = { content_diversification: { enabled: false } };
    expect((await post('/volume', { query: { text: 'tulip', ranking_params } })).status).toBe(422);
  });
});

describe('co-mentions', () => {
  test('entities by category, without the one asked for', async () => {
    const { json } = await post('/co-mentions/entities', {
      query: { text: 'tulip', filters: { entity: { any_of: [apple] } } },
    });
    expect(json.results).toMatchObject({
      places: [{ name: 'Germany', documents: 1, chunks: 1 }],
      people: [{ id: entityId('PEOP', 'Tim Cook'), name: 'Tim Cook' }],
      companies: [],
      organizations: [],
      products: [],
      concepts: [],
    });
  });

  test('only the categories asked for, and only those there are', async () => {
    const ask = (entity_categories: string[]) =>
      post('/co-mentions/entities', { query: { text: 'tulip', entity_categories } });
    expect(Object.keys((await ask(['places'])).json.results ?? {})).toEqual(['places']);
    expect((await ask(['topics'])).status).toBe(422);
  });

  test('topics', async () => {
    const { json } = await post('/co-mentions/topics', { query: { text: 'tulip' } });
    expect(json.results).toMatchObject({ topics: [{ name: 'Inflation', chunks: 1 }] });
  });
});

describe('batches', () => {
  test('queries go to the storage, the job takes time, and each line is answered', async () => {
    const { json } = await caller.call('POST', '/v1/search/batches');
    expect(Object.keys(json).sort()).toEqual(['batch_id', 'presigned_url']);
    const url = String(json.presigned_url);
    expect(url).toContain(`${caller.sandbox.storageUrl}/batches/${json.batch_id}.jsonl`);
    const status = () => caller.call('GET', `/v1/search/batches/${json.batch_id}`);
    expect((await status()).json.status).toBe('pending');
    const lines = [
      JSON.stringify({ query: { text: 'peony', max_chunks: 1 } }),
      JSON.stringify({ custom_id: 'second', body: { query: { text: 'a', texts: ['b'] } } }),
      'no json',
    ];
    expect((await send('PUT', url, lines.join('\n'))).status).toBe(200);
    expect((await send('PUT', url, lines.join('\n'))).status).toBe(403);
    const working = (await status()).json;
    expect(working.status).toBe('processing');
    expect(Date.parse(String(working.estimated_completion_time))).toBeGreaterThan(caller.sandbox.clock.now());
    expect(working).not.toHaveProperty('results');
    caller.sandbox.clock.advance(60_000);
    const done = (await status()).json;
    expect(done).toMatchObject({
      status: 'completed',
      results: [
        {
          index: 0,
          status: 200,
          response: { results: [{ id: ids.Garden }], usage: { api_query_units: 0.5 } },
        },
        { index: 1, custom_id: 'second', status: 422, error: { detail: [{ type: 'value_error' }] } },
        { index: 2, status: 400 },
      ],
    });
    expect(done).not.toHaveProperty('estimated_completion_time');
    expect((await status()).json.results).toEqual(done.results);
  });

  test('an empty file fails, an unknown batch is missing, and a key never goes to the storage', async () => {
    const { json } = await caller.call('POST', '/v1/search/batches', {});
    const url = String(json.presigned_url);
    expect((await send('PUT', url, '\n', { 'x-api-key': 'k' })).status).toBe(403);
    expect((await send('PUT', url, '\n')).status).toBe(200);
    caller.sandbox.clock.advance(60_000);
    expect((await caller.call('GET', `/v1/search/batches/${json.batch_id}`)).json.status).toBe('failed');
    expect((await caller.call('GET', '/v1/search/batches/none')).status).toBe(404);
    const stranger = caller.sandbox.addUser({ userId: 'outsider' });
    const others = await caller.call('GET', `/v1/search/batches/${json.batch_id}`, undefined, {
      key: stranger,
    });
    expect(others.status).toBe(404);
  });
});
