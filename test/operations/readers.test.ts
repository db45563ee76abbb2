import { describe, expect, test } from 'vitest';
import { calendarEvents } from '#shared/operations/calendar-events.ts';
import { answeredAs, isSameCountry } from '#shared/operations/countries.ts';
import { normaliseQuotas } from '#shared/operations/quotas.ts';
import { comparableSurprises, compareSurprises } from '#shared/operations/surprises.ts';
import { tableOf } from '#shared/operations/table-of.ts';

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
    expect(normaliseQuotas(value)).toEqual({ subscriptionType: 'quota', units, pagesLeft: 60 });
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

test('the corporate calendar is read from both of its lists, by time', () => {
  const value = {
    results: [{ event_datetime: '2026-10-29T21:00:00Z', ticker: 'B' }],
    events_unmapped: [{ event_datetime: '2026-10-01T00:00:00Z', ticker: 'A' }, 'odd'],
  };
  expect(calendarEvents(value).map(({ isMapped, event }) => [isMapped, event.ticker])).toEqual([
    [false, 'A'],
    [true, 'B'],
  ]);
  expect(tableOf(value)?.rows.map(({ ticker }) => ticker)).toEqual(['A', 'B']);
});

describe('an answer as a table', () => {
  test.each([
    [
      'parallel arrays, several rows',
      {
        results: {
          fields: ['YEAR', 'SEGMENTS'],
          values: [
            [2025, { a: 1 }],
            [2024, {}],
          ],
        },
      },
      {
        columns: ['YEAR', 'SEGMENTS'],
        rows: [
          { YEAR: 2025, SEGMENTS: { a: 1 } },
          { YEAR: 2024, SEGMENTS: {} },
        ],
      },
    ],
    [
      'parallel arrays, one row by itself',
      { results: { fields: ['YEAR', 'PERIOD'], values: [2025, 'FY'] } },
      { columns: ['YEAR', 'PERIOD'], rows: [{ YEAR: 2025, PERIOD: 'FY' }] },
    ],
    ['no rows', { results: { fields: ['YEAR'], values: [] } }, { columns: ['YEAR'], rows: [] }],
    [
      'days of sentiment',
      { results: { name: 'A', values: [{ date: 'd1', daily_sentiment: 0.1 }] } },
      { columns: ['date', 'daily_sentiment'], rows: [{ date: 'd1', daily_sentiment: 0.1 }] },
    ],
    [
      'rows of different fields',
      { results: [{ a: 1 }, { b: 2 }] },
      { columns: ['a', 'b'], rows: [{ a: 1 }, { b: 2 }] },
    ],
    ['plain values', ['DE', 'US'], { columns: ['value'], rows: [{ value: 'DE' }, { value: 'US' }] }],
    ['no list', { url: 'https://x' }, undefined],
  ])('%s', (_, value, table) => {
    expect(tableOf(value)).toEqual(table);
  });

  test('parallel arrays of different lengths are no rows', () => {
    const value = { results: { fields: ['A', 'B'], values: [[1]] } };
    expect(tableOf(value)?.columns).not.toEqual(['A', 'B']);
  });
});
