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

test('hostile pages come to an end, and spans are bounded', () => {
  expect(readTables('<table>'.repeat(5_000)).length).toBe(0);
  const wide = '<tr><td colspan="999999999">a</td><td rowspan="-5">b</td></tr>';
  expect(read(`<table>${wide}${wide}</table>`)[0]?.[0]).toEqual(['<100>a', 'b']);
  const many = '<tr><td>1</td><td>2</td></tr>'.repeat(40_000);
  expect(readTables(`<table>${many}</table>`)).toEqual([]);
});
