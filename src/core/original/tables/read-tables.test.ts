import { expect, test } from 'vitest';
import { readTables } from './read-tables.ts';

/** Each row as its cells, with how many columns and rows they stand across. */
const read = (page: string) =>
  readTables(page).map(({ rows }) =>
    rows.map((row) =>
      row.map(
        ({ text, columns, rows: down, isHeading }) =>
          `${isHeading ? '!' : ''}${columns > 1 ? `<${columns}>` : ''}${down > 1 ? `v${down} ` : ''}${text}`,
      ),
    ),
  );

test('cells are read with what they stand across, empty ones too', () => {
  const page = `<p>Before</p><table><caption>Unit</caption>
    <thead><tr><th rowspan="2">Name<th colspan=2>Years</tr><tr><th>2024<th>2023</tr></thead>
    <tr><td>Net&nbsp;<b>sales</b><br>of all</td><td></td><td>&#36;5</td></tr></table>`;
  expect(read(page)).toEqual([
    [
      ['!v2 Name', '!<2>Years'],
      ['!2024', '!2023'],
      ['Net sales of all', '', '$5'],
    ],
  ]);
});

test('what is hidden is no cell, a table around others says nothing, and one column is no table', () => {
  const inner = '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>';
  expect(read(`<table><tr><td>x</td><td>${inner}</td></tr><tr><td>y</td><td>z</td></tr></table>`)).toEqual([
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ]);
  expect(read('<table><tr><td>a</td></tr><tr><td>b</td></tr></table>')).toEqual([]);
  const hidden = '<td style="display: none">no</td>';
  expect(read(`<table><tr><td>a</td>${hidden}<td>b</td></tr><tr><td>c</td><td>d</td></tr></table>`)).toEqual([
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ]);
});

test('a cell goes down to the end of its rows and no further, as in a browser', () => {
  const row = '<tr><td>A</td><td>1</td></tr>';
  const head = '<thead><tr><th rowspan="2">Name</th><th>2024</th></tr></thead>';
  expect(read(`<table>${head}<tbody>${row}${row}</tbody></table>`)[0]?.[0]).toEqual(['!Name', '!2024']);
  expect(read(`<table>${head}${row}${row}</table>`)[0]?.[0]).toEqual(['!Name', '!2024']);
  const tall = '<tr><td rowspan="150">A</td><td>1</td></tr>';
  const below = '<tr><td>2</td><td>3</td></tr>'.repeat(149);
  expect(read(`<table>${tall}${below}</table>`)[0]?.[0]).toEqual(['v150 A', '1']);
  expect(read(`<table><tr><td rowspan="9">A</td><td>1</td></tr>${row}</table>`)[0]?.[0]).toEqual([
    'v2 A',
    '1',
  ]);
});

test('a row that is hidden is none', () => {
  const hidden = '<tr style="display:none"><td>x</td><td>9</td></tr>';
  const rows = `<tr><td rowspan="2">Europe</td><td>5</td></tr>${hidden}<tr><td>4</td></tr><tr><td>A</td><td>B</td></tr>`;
  expect(read(`<table>${rows}</table>`)).toEqual([[['v2 Europe', '5'], ['4'], ['A', 'B']]]);
  expect(read(`<table>${rows}<tbody style="display:none">${rows}</tbody></table>`)[0]).toHaveLength(3);
});

test.each(['rowspan="0"', 'colspan="101"', 'colspan="999999999"'])(
  'of a table with %s nothing is said, and of the next one all',
  (span) => {
    const row = '<tr><td>A</td><td>1</td></tr>';
    const rows = `<tr><td ${span}>A</td><td>1</td></tr>${row}`;
    expect(read(`<table>${rows}</table><table>${row}${row}</table>`)).toEqual([
      [
        ['A', '1'],
        ['A', '1'],
      ],
    ]);
  },
);

test('a span that is no number is one, and the beginning of one counts', () => {
  const spans =
    '<td colspan="-5">a</td><td colspan="2.9">b</td><td colspan="1e3">c</td><td colspan="x">d</td>';
  const row = `<tr>${spans}</tr>`;
  expect(read(`<table>${row}${row}</table>`)[0]?.[0]).toEqual(['a', '<2>b', 'c', 'd']);
});

test('hostile pages come to an end, and rows without cells count', () => {
  expect(readTables('<table>'.repeat(5_000)).length).toBe(0);
  const row = '<tr><td>1</td><td>2</td></tr>';
  expect(readTables(`<table>${row.repeat(40_000)}</table>`)).toEqual([]);
  expect(readTables(`<table>${row}${row}${'<tr></tr>'.repeat(100_000)}</table>`)).toEqual([]);
});
