import { afterAll, beforeAll, expect, test } from 'vitest';
import { entityId } from '../enrich/annotate/gazetteer.ts';
import { type SandboxCaller, send, startCaller } from '../test-support/sandbox-caller.ts';
import { valuesOf } from './knowledge-graph.ts';

let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startCaller();
});
afterAll(() => caller.stop());

const find = (category: string, body: unknown) =>
  caller.call('POST', `/v1/knowledge-graph/${category}`, body);
const names = async (category: string, body: unknown) =>
  ((await find(category, body)).json.results ?? []).map((one) => one.name);
const values = (category: string, filter: string) =>
  caller.call('GET', `/v1/knowledge-graph/${category}/values/${filter}`);

test('an ETF has every field of the record, and the tokens are told', async () => {
  const { status, json } = await find('etfs', { query: 'SBSM' });
  expect(status).toBe(200);
  expect(json.results).toEqual([
    {
      id: entityId('ETF', 'Sandbox Semiconductor ETF'),
      name: 'Sandbox Semiconductor ETF',
      country: 'US',
      ticker: 'SBSM',
      description: 'Holds designers and makers of semiconductors.',
      status: 'Active',
      sector: 'Technology',
      industry_group: 'Funds',
      industry: 'Exchange Traded Fund',
      webpage: expect.stringMatching(/^https:/),
      favicon: expect.stringMatching(/^https:/),
      isin_values: [expect.stringMatching(/^US\w{9}\d$/)],
      cusip_values: [expect.stringMatching(/^\w{9}$/)],
      sedol_values: [expect.stringMatching(/^\w{7}$/)],
      listing_values: ['NASDAQ:SBSM'],
    },
  ]);
  expect(json.metadata).toEqual({ request_id: expect.any(String), timestamp: expect.any(String) });
  expect(json.usage).toEqual({ knowledge_graph_tokens: 1 });
});

test('filters match the whole value, whatever its case, and all must hold', async () => {
  expect(await names('etfs', { sectors: ['health CARE'] })).toEqual([
    'Sandbox Health Care ETF',
    'Sandbox Swiss Quality ETF',
  ]);
  expect(await names('etfs', { sectors: ['Health'] })).toEqual([]);
  expect(await names('etfs', { sectors: ['Health Care'], countries: ['CH'] })).toEqual([
    'Sandbox Swiss Quality ETF',
  ]);
  expect(await names('etfs', { statuses: ['delisted'] })).toEqual(['Sandbox Energy Majors ETF']);
});

test.each([
  [{}, ['body'], 'value_error'],
  [{ countries: [] }, ['body'], 'value_error'],
  [{ countries: ['us'] }, ['body', 'countries', 0], 'string_pattern_mismatch'],
  [{ countries: ['USA'] }, ['body', 'countries', 0], 'string_pattern_mismatch'],
  [{ query: 7 }, ['body', 'query'], 'string_type'],
  [{ query: 'x', tickers: ['SPY'] }, ['body'], 'extra_forbidden'],
])('ETFs refuse %j', async (body, loc, type) => {
  const { status, json } = await find('etfs', body);
  expect([status, json.detail]).toEqual([422, [expect.objectContaining({ loc, type })]]);
});

test.each([
  ['companies', { query: 'nvidia' }, 'NVIDIA Corporation'],
  ['funds', { types: ['hedge fund'], sectors: ['Technology'] }, 'Heliotrope Long Short Fund'],
  ['sources', { languages: ['de'] }, 'Börsenbote'],
  ['sources', { tiers: ['earnings-transcripts'] }, 'Invented Transcripts'],
  ['positions', { query: 'technology officer' }, 'Chief Technology Officer'],
  ['organizations', { types: ['Central Bank'], countries: ['DE'] }, 'European Central Bank'],
  ['people', { positions: ['Chief Executive Officer'], countries: ['NL'] }, 'Roy Jakobs'],
  ['places', { types: ['City'], countries: ['GB'] }, 'London'],
  ['products', { companies: ['BlackRock, Inc.'], types: ['Software'] }, 'Aladdin'],
  ['concepts', { query: 'blockchain' }, 'Blockchain'],
  ['topics', { query: 'tariffs' }, 'Tariffs'],
])('%s are found by %j', async (category, body, name) => {
  expect(await names(category, body)).toEqual([name]);
});

test('an entity of an annotated document leads to its card', async () => {
  const id = await caller.upload('note.txt', 'Oracle and the European Central Bank met in London.');
  await caller.finished(id);
  const { json } = await caller.call('GET', `/contents/v1/documents/${id}/annotated`);
  const annotated = (await send('GET', String(json.url))).json as unknown as {
    analytics: { entities: { rp_entity_id: string; entity_name: string; entity_type: string }[] };
  };
  const categoryOf: Record<string, string> = { COMP: 'companies', ORGA: 'organizations', PLCE: 'places' };
  expect(annotated.analytics.entities).toHaveLength(3);
  for (const entity of annotated.analytics.entities) {
    const { json } = await find(categoryOf[entity.entity_type] ?? '', { query: entity.entity_name });
    expect(json.results?.[0]).toMatchObject({ id: entity.rp_entity_id, name: entity.entity_name });
  }
});

test('a person only a document names has a card and a sentiment too', async () => {
  const id = await caller.upload('hire.txt', 'We welcome Ottilie Q. Brandt, Chief Risk Officer.');
  await caller.finished(id);
  const [card] = (await find('people', { query: 'ottilie' })).json.results ?? [];
  expect(card).toMatchObject({ id: entityId('PEOP', 'Ottilie Q. Brandt'), name: 'Ottilie Q. Brandt' });
  const body = {
    identifier: { type: 'rp_entity_id', value: card?.id },
    timestamp: { start: '2025-01-01', end: '2025-01-02' },
  };
  const sentiment = (await caller.call('POST', '/v1/entity-sentiment/', body)).json;
  expect(sentiment).toMatchObject({ errors: [], results: { name: 'Ottilie Q. Brandt', values: [{}, {}] } });
  const key = caller.sandbox.addUser({ userId: 'stranger', orgId: 'elsewhere' });
  const other = await caller.call('POST', '/v1/knowledge-graph/people', { query: 'ottilie' }, { key });
  expect(other.json.results).toEqual([]);
});

test('a values list is sorted, in the accepted form, and costs nothing', async () => {
  const { json } = await values('sources', 'ranks');
  expect(json.results).toEqual(['RANK_1', 'RANK_2', 'RANK_3', 'RANK_4', 'RANK_5']);
  expect(json.usage).toEqual({ knowledge_graph_tokens: 0 });
  expect((await values('etfs', 'countries')).json.results).toEqual(['CH', 'DE', 'GB', 'IE', 'US']);
});

test.each(['packages', 'categories', 'tiers', 'colours'])(
  'the values of the source filter %s are refused',
  async (filter) => {
    const { status, json } = await values('sources', filter);
    expect(status).toBe(422);
    expect(json.detail).toEqual([expect.objectContaining({ loc: ['path', 'filter'], input: filter })]);
  },
);

test('every value listed is a value the filter accepts', async () => {
  for (const [category, filter] of [
    ['companies', 'sectors'],
    ['funds', 'types'],
    ['people', 'positions'],
    ['places', 'countries'],
  ] as const) {
    const listed = (await values(category, filter)).json.results as unknown as string[];
    expect(listed.length).toBeGreaterThan(2);
    for (const value of listed) {
      expect(await names(category, { [filter]: [value] }), value).not.toEqual([]);
    }
  }
});

test('a values list ends at 5000', () => {
  const cards = Array.from({ length: 6000 }, (_, index) => ({ id: `${index}`, name: '', kind: `${index}` }));
  expect(valuesOf(cards, 'kind')).toHaveLength(5000);
});

test('a category there is none of is no route', async () => {
  expect((await find('bonds', { query: 'x' })).status).toBe(404);
  expect((await values('bonds', 'countries')).status).toBe(404);
});
