import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAnswer } from '#shared/operations/read-answer.ts';
import { seriesOf } from './series-of.ts';
import { sortRows } from './sort-rows.ts';
import { tableCsv } from './table-csv.ts';

const table = (rows: Record<string, unknown>[]) => ({
  columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
  rows,
});

const columnar = {
  lists: [{ at: ['results'], columns: [], form: 'columns' }],
  record: '',
  columns: [],
} as const;

test('sentiment and prices are series, in order of time; lists and calendars are none', () => {
  const sentiment = [
    { date: '2026-08-02', daily_sentiment: 0.1, attention: 3 },
    { date: '2026-08-01', daily_sentiment: null, attention: 40 },
  ];
  expect(seriesOf(table(sentiment))).toMatchObject({
    x: 'date',
    columns: ['daily_sentiment', 'attention'],
    points: [
      { date: '2026-08-01', daily_sentiment: null, attention: 40 },
      { date: '2026-08-02', daily_sentiment: 0.1, attention: 3 },
    ],
  });
  const [prices] = readAnswer(columnar, {
    results: {
      fields: ['DATE', 'OPEN', 'CLOSE', 'VOLUME'],
      values: [
        ['2026-08-01', 1, 2, 3e6],
        ['2026-08-02', 2, 3, 4e6],
      ],
    },
  }).tables;
  expect(prices && seriesOf(prices)).toMatchObject({ x: 'DATE', usual: ['CLOSE'] });
  const years = [
    { FISCAL_YEAR: 2027, REVENUE: 5, EPS: 1 },
    { FISCAL_YEAR: 2026, REVENUE: 4, EPS: 1 },
  ];
  expect(seriesOf(table(years))?.points.map((one) => one.FISCAL_YEAR)).toEqual([2026, 2027]);
  const calendar = [
    { date: '2026-08-01', actual: 1 },
    { date: '2026-08-01', actual: 2 },
  ];
  expect(seriesOf(table(calendar))).toBeUndefined();
  const indicators = [
    { date: '2026-08-01', name: 'Housing Starts', actual: 1 },
    { date: '2026-08-02', name: 'House Prices', actual: 2 },
  ];
  expect(seriesOf(table(indicators))).toBeUndefined();
  expect(
    seriesOf(
      table([
        { name: 'A', price: 1 },
        { name: 'B', price: 2 },
      ]),
    ),
  ).toBeUndefined();
});

test('columns of very different size do not start together', () => {
  const rows = [
    { date: '2026-01-01', documents: 10, chunks: 40, characters: 90_000 },
    { date: '2026-01-02', documents: 12, chunks: 50, characters: 90_000 },
  ];
  expect(seriesOf(table(rows))?.usual).toEqual(['documents', 'chunks']);
});

test('surprises are sorted within their unit, and what is missing comes last', () => {
  const rows = [
    { surprise: 0.2, surprise_unit: 'pp' },
    { surprise: 9, surprise_unit: '%' },
    { surprise: null, surprise_unit: '%' },
    { surprise: 0.5, surprise_unit: 'pp' },
  ];
  const order = (descending: boolean) =>
    sortRows(rows, { by: 'surprise', descending }).map(({ surprise }) => surprise);
  expect(order(false)).toEqual([9, null, 0.2, 0.5]);
  expect(order(true)).toEqual([9, null, 0.5, 0.2]);
});

test('no formula gets into a spreadsheet', () => {
  const rows = [{ name: '=HYPERLINK("x")', value: -1, list: ['a'] }];
  expect(tableCsv(table(rows))).toBe('\uFEFF"name","value","list"\r\n"\'=HYPERLINK(""x"")",-1,"[""a""]"\r\n');
});

test('any JSON may come', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const one of readAnswer(columnar, value).tables) {
        seriesOf(one);
        tableCsv(one);
        const [column] = one.columns;
        if (column !== undefined) sortRows(one.rows, { by: column, descending: true });
      }
    }),
  );
});
