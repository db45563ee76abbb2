import { describe, expect, test } from 'vitest';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { operations } from '#core/service/operations.ts';
import { answeredAs, isSameCountry } from '#shared/operations/countries.ts';
import { normaliseQuotas } from '#shared/operations/quotas.ts';
import { comparableSurprises, compareSurprises } from '#shared/operations/surprises.ts';
import { readAnswer } from '#shared/operations/read-answer.ts';

describe('quotas', () => {
  const fields = {
    org_id: 'o',
    subscription_type: 'quota',
    quota_units: [
      { id: 'pages', display_name: 'Pages', units_usage: 40, units_limit: 100 },
      { id: 'search', display_name: 'Query units', units_usage: 7, units_limit: null },
      { id: 'export', display_name: 'Exports', units_usage: 0, units_limit: 'unlimited' },
    ],
  };
  const units = [
    { id: 'pages', name: 'Pages', used: 40, limit: 100, left: 60 },
    { id: 'search', name: 'Query units', used: 7, limit: null, left: null },
    { id: 'export', name: 'Exports', used: 0, limit: null, left: null },
  ];

  test.each([
    ['with', { results: fields }],
    ['without', fields],
  ])('%s the results wrapper', (_, value) => {
    expect(normaliseQuotas(value)).toEqual({
      subscriptionType: 'quota',
      units,
      pagesLeft: 60,
      more: { org_id: 'o' },
    });
  });

  test.each([
    ['more used than allowed', [{ id: 'pages', units_usage: 120, units_limit: 100 }], 0],
    ['numbers as text', [{ id: 'content_pages', units_usage: '1', units_limit: '5' }], 4],
    ['pages without a limit', [{ id: 'pages', units_usage: 1, units_limit: null }], null],
    ['a unit called so', [{ id: 'u1', display_name: 'Processed pages', units_limit: 9 }], 9],
    ['no unit of pages', [{ id: 'documents', units_usage: 1, units_limit: 5 }], null],
    ['nothing', undefined, null],
  ])('pages left: %s', (_, quota_units, left) => {
    expect(normaliseQuotas({ quota_units }).pagesLeft).toBe(left);
  });
});

describe('surprises', () => {
  const release = (surprise: unknown, surprise_unit: unknown) => ({ surprise, surprise_unit });

  test('are compared only with the same unit', () => {
    expect(compareSurprises(release(0.1, 'pp'), release(25, '%'))).toBeUndefined();
    expect(compareSurprises(release(0.1, 'pp'), release(-0.3, 'pp'))).toBeLessThan(0);
    expect(compareSurprises(release(30, '%'), release(25, '%'))).toBeGreaterThan(0);
    expect(compareSurprises(release(1, undefined), release(1, undefined))).toBeUndefined();
    expect(compareSurprises(release(1, 'pp'), release(null, 'pp'))).toBeUndefined();
  });

  test('make a group for each unit, the largest first', () => {
    const releases = [release(0.1, 'pp'), release(25, '%'), release(-0.3, 'pp'), release(null, 'pp'), null];
    expect(
      comparableSurprises(releases).map(({ unit, surprises }) => [
        unit,
        surprises.map((one) => one.surprise),
      ]),
    ).toEqual([
      ['pp', [-0.3, 0.1]],
      ['%', [25]],
    ]);
  });
});

test('UK and GB are the same country', () => {
  expect([answeredAs('UK'), answeredAs('GB'), answeredAs('UA')]).toEqual(['GB', 'GB', 'UA']);
  expect([isSameCountry('UK', 'GB'), isSameCountry('GB', 'UK'), isSameCountry('UK', 'UA')]).toEqual([
    true,
    true,
    false,
  ]);
});

describe('an answer read as it is declared', () => {
  const read = (name: keyof typeof operations, value: unknown) => readAnswer(operations[name].answer, value);

  test('the corporate calendar has both of its lists, by time', () => {
    const { tables } = read('events-calendar.query', {
      results: [{ event_datetime: '2026-10-29T21:00:00Z', ticker: 'B' }],
      events_unmapped: [{ event_datetime: '2026-10-01T00:00:00Z', ticker: 'A' }],
    });
    expect(tables.map(({ path, rows }) => [path, rows.map(({ ticker }) => ticker)])).toEqual([
      ['results', ['A', 'B']],
    ]);
  });

  test.each([
    [
      'several rows',
      [
        [2025, { a: 1, b: 2 }],
        [2024, {}],
      ],
      [
        [2025, 'a', 1],
        [2025, 'b', 2],
      ],
    ],
    ['one row by itself', [2025, { a: 1 }], [[2025, 'a', 1]]],
  ])('segments of revenue are a table beside that of the years: %s', (_, values, segments) => {
    const results = { rp_entity_id: 'A', fields: ['FISCAL_YEAR', 'PRODUCT_SEGMENTS'], values };
    const { fields, tables } = read('company-revenue-product-segments.query', { results });
    expect(fields).toEqual({ rp_entity_id: 'A' });
    expect(tables.map(({ path }) => path)).toEqual(['results', 'results.PRODUCT_SEGMENTS']);
    expect(tables[1]?.rows.map((row) => [row.FISCAL_YEAR, row.name, row.value])).toEqual(segments);
  });

  test('an empty list is one, and an answer without it is a record', () => {
    expect(read('price.daily', { results: { fields: ['DATE'], values: [] } })).toMatchObject({
      hasList: true,
      tables: [{ rows: [] }],
    });
    expect(
      read('price.daily', { results: { pair: 'EURUSD', more: [1] }, metadata: { request_id: 'r' } }),
    ).toEqual({
      hasList: false,
      tables: [],
      fields: { pair: 'EURUSD', more: [1] },
      remarks: [],
    });
  });

  test('co-mentions are a table a category, and web results one of their own', () => {
    const places = [{ id: 'P', name: 'Paris', documents: 1 }];
    const mentions = read('search.co-mentions.entities', { results: { companies: [], places } });
    expect(mentions.tables.filter(({ rows }) => rows.length > 0)).toMatchObject([
      { path: 'results.places', shown: ['id', 'name', 'documents'] },
    ]);
    const web = [{ url: 'https://web.example', source: { name: 'W' } }];
    const found = read('search.query', { results: [], external_results: { web } });
    expect(found.tables.filter(({ rows }) => rows.length > 0)).toMatchObject([
      { path: 'external_results.web', rows: [{ url: 'https://web.example', 'source.name': 'W' }] },
    ]);
  });

  test('an odd row costs that row and not the list, and is told; so is one without its id', () => {
    const connector = (changes: object) => ({ connector_id: 'c', label: 'L', ...changes });
    const { tables, remarks } = read('connectors.list', {
      results: [connector({}), 'odd', connector({ connector_id: null, label: 7 })],
    });
    expect(tables[0]?.rows.map(({ label }) => label)).toEqual(['L', 7]);
    expect(remarks.map(speakEnglish)).toEqual([
      '1 row of results is not of the shape of the others and left out here; the JSON has all.',
      '1 row of results has no connector_id.',
    ]);
    const prices = read('price.daily', { results: { fields: ['DATE', 'OPEN'], values: [['d', 1], ['e']] } });
    expect([prices.tables[0]?.rows, prices.remarks.length]).toEqual([[{ DATE: 'd', OPEN: 1 }], 1]);
  });

  test('the rows of a nested list say whose they are, at any depth', () => {
    const documents = [{ id: 'D', headline: 'H', chunks: [{ cnum: 1, text: 't' }] }];
    const { tables } = read('search.watchlist', {
      results: [{ rp_entity_id: 'E', documents }, { documents }],
    });
    expect(tables.map(({ path }) => path)).toEqual([
      'results',
      'results.documents',
      'results.documents.chunks',
    ]);
    expect(tables[2]?.rows).toEqual([
      { rp_entity_id: 'E', id: 'D', cnum: 1, text: 't' },
      { row: 2, id: 'D', cnum: 1, text: 't' },
    ]);
  });
});
