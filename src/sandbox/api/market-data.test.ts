import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entityId } from '../enrich/annotate/gazetteer.ts';
import { type SandboxCaller, startCaller } from '../test-support/sandbox-caller.ts';

let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startCaller({ annotate: false });
});
afterAll(() => caller.stop());

const apple = entityId('COMP', 'Apple Inc.');
const nvidia = entityId('COMP', 'NVIDIA Corporation');
const of = (id: string) => ({ type: 'rp_entity_id', value: id });
const post = (path: string, body: unknown) => caller.call('POST', path, body);
/** What a parallel-array answer holds. */
interface Table {
  rp_entity_id?: string;
  target_identifier_id: string;
  fields: string[];
  values: unknown[][];
}
const tableOf = (json: { results?: unknown }) => json.results as Table;
const refusal = (json: Record<string, unknown>) => (json.detail as { loc: unknown[]; type: string }[])[0];

describe('screener', () => {
  const path = '/v1/company-screener/query';
  test('has every field of the result, the largest company first', async () => {
    const { status, json } = await post(path, { filters: { sector: 'technology', is_etf: false }, limit: 2 });
    expect(status).toBe(200);
    expect(json).toMatchObject({ errors: [], metadata: { request_id: expect.any(String) } });
    expect(json.results).toHaveLength(2);
    expect(Object.keys(json.results?.[0] ?? {}).sort()).toEqual(
      [
        ...['rp_entity_id', 'symbol', 'company_name', 'market_cap', 'sector', 'industry', 'beta', 'price'],
        ...['last_annual_dividend', 'volume', 'exchange', 'exchange_short_name', 'country', 'is_etf'],
        'is_actively_trading',
      ].sort(),
    );
    const caps = json.results?.map((one) => Number(one.market_cap)) ?? [];
    expect(caps[0]).toBeGreaterThan(caps[1] ?? 0);
  });

  test('all criteria hold together', async () => {
    const filters = { is_actively_trading: true, market_cap_more_than: 5e10, price_more_than: 50 };
    const { json } = await post(path, { filters });
    expect(json.results?.length).toBeGreaterThan(2);
    for (const one of json.results ?? []) {
      expect(one.is_actively_trading).toBe(true);
      expect(Number(one.market_cap)).toBeGreaterThan(5e10);
      expect(Number(one.price)).toBeGreaterThan(50);
    }
    const all = await post(path, { filters: {} });
    expect(all.json.results?.some((one) => one.is_etf === true)).toBe(true);
    expect(all.json.results?.some((one) => one.is_actively_trading === false)).toBe(true);
  });

  test.each([
    [{ filters: {}, limit: 0 }, ['body', 'limit']],
    [{ filters: {}, limit: 1001 }, ['body', 'limit']],
    [{}, ['body', 'filters']],
    [{ filters: { sector: 7 } }, ['body', 'filters', 'sector']],
  ])('refuses %j', async (body, loc) => {
    const { status, json } = await post(path, body);
    expect([status, refusal(json)?.loc]).toEqual([422, loc]);
  });
});

describe('revenue segments', () => {
  const path = '/v1/company-revenue-product-segments/query';
  test('one value per field: the latest period', async () => {
    const { json } = await post(path, { identifier: of(apple), period: 'annual' });
    const year = new Date(caller.sandbox.clock.now()).getUTCFullYear();
    expect(json.results).toEqual({
      rp_entity_id: apple,
      target_identifier_id: 'AAPL',
      fields: ['FISCAL_YEAR', 'PERIOD', 'REPORTED_CURRENCY', 'PRODUCT_SEGMENTS'],
      values: [year - 1, 'FY', 'USD', expect.objectContaining({ Products: expect.any(Number) })],
    });
  });

  test('quarters sum up to the year', async () => {
    const field = await startCaller({ annotate: false, profile: 'field' });
    const rows = async (period: string) =>
      tableOf((await field.call('POST', path, { identifier: of(apple), period })).json).values;
    const sum = (parts: unknown) =>
      Object.values(parts as Record<string, number>).reduce((total, part) => total + part, 0);
    const year = (await rows('annual'))[0] ?? [];
    const quarters = (await rows('quarter')).filter((row) => row[0] === year[0]);
    expect(quarters.map((row) => row[1])).toEqual(['Q4', 'Q3', 'Q2', 'Q1']);
    expect(quarters.reduce((total, row) => total + sum(row[3]), 0)).toBe(sum(year[3]));
    await field.stop();
  });

  test('an unknown company is an error inside a 200', async () => {
    const { status, json } = await post(path, { identifier: of('FFFFFF'), period: 'annual' });
    expect([status, tableOf(json).values]).toEqual([200, []]);
    expect(json.errors).toEqual([{ message: expect.stringContaining('FFFFFF') }]);
  });

  test.each([
    [{ identifier: of(apple), period: 'monthly' }, ['body', 'period']],
    [{ identifier: { type: 'rp_entity_id' }, period: 'annual' }, ['body', 'identifier', 'value']],
    [{ period: 'annual' }, ['body', 'identifier']],
  ])('refuses %j', async (body, loc) => {
    const { status, json } = await post(path, body);
    expect([status, refusal(json)?.loc]).toEqual([422, loc]);
  });
});

describe('entity sentiment', () => {
  const path = '/v1/entity-sentiment/';
  const timestamp = { start: '2025-03-01', end: '2025-03-05' };
  test('a row a day, both ends included', async () => {
    const { json } = await post(path, { identifier: of(apple), timestamp });
    expect(json.results).toMatchObject({ name: 'Apple Inc.', id: apple });
    const { values } = json.results as unknown as { values: Record<string, unknown>[] };
    expect(values.map((row) => row.date)).toEqual([1, 2, 3, 4, 5].map((day) => `2025-03-0${day}`));
    expect(values[0]).toEqual({
      date: '2025-03-01',
      daily_sentiment: expect.any(Number),
      sentiment_pressure: expect.any(Number),
      abnormal_media_attention: expect.any(Number),
    });
    for (const row of values) expect(Math.abs(Number(row.daily_sentiment))).toBeLessThanOrEqual(1);
  });

  test('a list of entities, one of them unknown', async () => {
    const identifier = [of(nvidia), of('FFFFFF'), apple];
    const { json } = await post(path, { identifier, timestamp });
    expect(json.results?.map((one) => one.id)).toEqual([nvidia, 'FFFFFF', apple]);
    expect(json.errors).toHaveLength(1);
  });

  test('tomorrow has no rows', async () => {
    const far = { start: '2040-01-01', end: '2040-02-01' };
    const { json } = await post(path, { identifier: of(apple), timestamp: far });
    expect(json.results).toMatchObject({ values: [] });
  });

  test.each([
    [{ identifier: of(apple) }, ['body', 'timestamp']],
    [
      { identifier: of(apple), timestamp: { start: '2025-02-30', end: '2025-03-05' } },
      ['body', 'timestamp', 'start'],
    ],
    [
      { identifier: of(apple), timestamp: { start: '2025-03-05', end: '2025-03-01' } },
      ['body', 'timestamp', 'end'],
    ],
    [{ identifier: [], timestamp }, ['body', 'identifier']],
  ])('refuses %j', async (body, loc) => {
    const { status, json } = await post(path, body);
    expect([status, refusal(json)?.loc]).toEqual([422, loc]);
  });
});

describe('daily prices', () => {
  const path = '/v1/price/daily/query';
  const week = { start_date: '2025-03-03', end_date: '2025-03-09' };
  test('a company is named by both ids; a weekend has no prices', async () => {
    const { json } = await post(path, { identifier: of(apple), ...week });
    const { values, ...named } = tableOf(json);
    expect(named).toEqual({
      rp_entity_id: apple,
      target_identifier_id: 'AAPL',
      fields: ['DATE', 'OPEN', 'HIGH', 'LOW', 'CLOSE', 'VOLUME'],
    });
    expect(values.map((row) => row[0])).toEqual([3, 4, 5, 6, 7].map((day) => `2025-03-0${day}`));
    for (const [, open, high, low, close] of values as [string, number, number, number, number][]) {
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
    }
  });

  test('a day has the same price whatever is asked around it', async () => {
    const alone = await post(path, {
      identifier: of(apple),
      timestamp: { start: '2025-03-05', end: '2025-03-05' },
    });
    const among = await post(path, { identifier: of(apple), ...week });
    expect(tableOf(alone.json).values[0]).toEqual(tableOf(among.json).values[2]);
  });

  test('a currency pair has no rp_entity_id', async () => {
    const { json } = await post(path, { identifier: { type: 'currency_pair', value: 'EURUSD' }, ...week });
    expect(json.results).not.toHaveProperty('rp_entity_id');
    expect(json.results).toMatchObject({ target_identifier_id: 'EURUSD' });
    expect(tableOf(json).values).toHaveLength(5);
  });

  test('prices are not available for every pair', async () => {
    const { status, json } = await post(path, {
      identifier: { type: 'currency_pair', value: 'EURXXX' },
      ...week,
    });
    expect([status, tableOf(json).values, json.errors]).toEqual([
      200,
      [],
      [{ message: expect.stringContaining('EURXXX') }],
    ]);
  });

  test('a delisted company has no prices', async () => {
    const { json } = await post(path, { identifier: of(entityId('COMP', 'Nordstrom, Inc.')), ...week });
    expect([tableOf(json).values, json.errors]).toEqual([[], [{ message: expect.any(String) }]]);
  });

  test.each([
    [{ identifier: { type: 'currency_pair', value: 'EURO' } }, ['body', 'identifier', 'value']],
    [{ identifier: { type: 'ticker', value: 'AAPL' } }, ['body', 'identifier', 'type']],
    [{ identifier: of(apple), start_date: '2025-03-09', end_date: '2025-03-03' }, ['body', 'end_date']],
    [
      { identifier: of(apple), timestamp: { start: '2025-03-09', end: '2025-03-03' } },
      ['body', 'timestamp', 'end'],
    ],
  ])('refuses %j', async (body, loc) => {
    const { status, json } = await post(path, body);
    expect([status, refusal(json)?.loc]).toEqual([422, loc]);
  });
});

describe('analyst estimates', () => {
  const path = '/v1/analyst-estimates/query';
  const years = async (body: Record<string, unknown>) => {
    const { json } = await post(path, { identifier: of(apple), ...body });
    return tableOf(json).values.map((row) => `${row[0]} ${row[1]}`);
  };
  const now = () => new Date(caller.sandbox.clock.now()).getUTCFullYear();

  test('twenty periods unless asked, the furthest future first', async () => {
    const found = await years({ period: 'annual' });
    expect(found).toHaveLength(20);
    expect(found[0]).toBe(`${now() + 4} FY`);
    expect(found[19]).toBe(`${now() + 4 - 19} FY`);
  });

  test('quarters too, up to 200', async () => {
    const found = await years({ period: 'quarter', limit: 200 });
    expect(found).toHaveLength(200);
    expect(found.slice(0, 5).map((one) => one.slice(5))).toEqual(['Q4', 'Q3', 'Q2', 'Q1', 'Q4']);
  });

  test.each([0, 201, 1.5])('refuses a limit of %d', async (limit) => {
    const { status, json } = await post(path, { identifier: of(apple), limit });
    expect([status, refusal(json)?.loc]).toEqual([422, ['body', 'limit']]);
  });
});

test('subsidiaries name both parents and their depth', async () => {
  const { json } = await post('/v1/subsidiaries', { identifier: of(apple) });
  expect(json.results?.length).toBeGreaterThan(3);
  const parent = { rp_entity_id: apple, company_name: 'Apple Inc.' };
  expect(json.results?.[0]).toMatchObject({
    company_name: 'Apple Europe Holding B.V.',
    immediate_parent: parent,
    ultimate_parent: parent,
    hierarchy_depth: 1,
  });
  const below = json.results?.find((one) => one.hierarchy_depth === 2);
  expect(below).toMatchObject({
    immediate_parent: { company_name: 'Apple Europe Holding B.V.' },
    ultimate_parent: parent,
  });
  const byQuery = await caller.call('GET', `/v1/subsidiaries?rp_entity_id=${apple}`);
  expect(byQuery.json.results).toEqual(json.results);
  expect((await post('/v1/subsidiaries', {})).status).toBe(422);
});

test.each(['cusip', 'isin'])('a company is found by the %s of its share and of its bond', async (kind) => {
  const card = (await post('/v1/knowledge-graph/companies', { query: 'AAPL' })).json.results?.[0];
  const [share, bond] = (card?.[`${kind}_values`] ?? []) as string[];
  const path = `/v1/companies/get-by-${kind}`;
  const { json } = await post(path, { values: [bond, share] });
  const profile = {
    rp_entity_id: apple,
    name: 'Apple Inc.',
    sector: 'Technology',
    industry: 'Consumer Electronics',
  };
  expect(json.results).toMatchObject([
    { ...profile, [kind]: bond },
    { ...profile, [kind]: share },
  ]);
  expect((await caller.call('GET', `${path}?${kind}=${share}`)).json.results).toHaveLength(1);
});

test('identifiers that no company issues, and none', async () => {
  const { json } = await post('/v1/companies/get-by-isin', { isin: ['US0378331005', 'NONSENSE'] });
  expect(json).toMatchObject({
    results: [],
    errors: [{ message: 'No company issues US0378331005.' }, { message: 'No company issues NONSENSE.' }],
  });
  expect((await post('/v1/companies/get-by-isin', {})).status).toBe(422);
});
