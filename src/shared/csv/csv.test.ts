import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteOrderMark, csvFile, csvLine } from './csv.ts';

test('quotes every text and leaves numbers alone', () => {
  expect(
    csvLine(['plain', 'a,b', 'say "x"', 'two\nlines', 12, -0.5, true, null, undefined, '', ['a', 'b']]),
  ).toBe('"plain","a,b","say ""x""","two\nlines",12,-0.5,true,,,"","a; b"\r\n');
  expect(csvFile(['id', 'name'], [[1, 'a']])).toBe('\uFEFF"id","name"\r\n1,"a"\r\n');
});

test.each([
  ['=HYPERLINK("x")', `'=HYPERLINK("x")`],
  ['+1', "'+1"],
  ['-2', "'-2"],
  ['@a', "'@a"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['＝1', "'＝1"],
  ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
  ['x\n=1', "x\n'=1"],
  ['x;"=1', `x;"'=1`],
  ['"=1', `"'=1`],
  ['a=b; c-d, -5 %', 'a=b; c-d, -5 %'],
])('%j is made a text', (text, disarmed) => {
  expect(parse(csvLine([text]))).toEqual([[disarmed]]);
});

test('whichever sign parts the cells, none begins as a formula', () => {
  const parts = fc.constantFrom('=', '+', '-', '@', ';', ',', '"', '\t', '\n', '\r', 'x', ' ');
  const text = fc.array(parts, { maxLength: 12 }).map((some) => some.join(''));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
      const file = csvFile(['a'], [cells]).slice(byteOrderMark.length);
      for (const delimiter of [',', ';', '\t']) {
        // As a spreadsheet reads it: nothing is an error, a quote in the middle of a cell is a letter.
        for (const row of looseRows(file, delimiter)) {
          for (const cell of row)
            expect([delimiter, cell]).not.toEqual([delimiter, expect.stringMatching(/^[=+\-@]/)]);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test('cells are what csv-stringify writes, formulas disarmed; only what it leaves alone within a cell is more', () => {
  // What `;`, a tab or a line could part, and a quote before a sign: there ours disarms, and the library does
  // not.
  const text = fc.string({ unit: 'grapheme' }).filter((some) => !/[;\t\r\n"]"*[=+\-@＝＋－＠]/.test(some));
  const cell = fc.oneof(
    text,
    fc.tuple(fc.constantFrom(...'=+-@\t\r＝＋－＠'), text).map((two) => two.join('')),
    fc.integer(),
  );
  const options = { quoted_string: true, escape_formulas: true, record_delimiter: 'windows' } as const;
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
      fc.pre(cells.every((one) => !/^[\t\r]"*[=+\-@＝＋－＠]/.test(String(one))));
      expect(csvLine(cells)).toBe(stringify([cells], options));
    }),
  );
});

/**
 * Rows as spreadsheets read them: a cell that begins with a quote goes to the next single one, and on from
 * there as it stands.
 */
function looseRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let at = 0;
  while (at < text.length) {
    if (cell === '' && text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
      // What follows the closing quote belongs to the cell.
      while (at < text.length && text[at] !== delimiter && text[at] !== '\r' && text[at] !== '\n') {
        cell += text[at];
        at += 1;
      }
    } else if (text[at] === delimiter || text[at] === '\r' || text[at] === '\n') {
      rows.at(-1)?.push(cell);
      cell = '';
      if (text[at] !== delimiter) rows.push([]);
      at += 1;
    } else {
      cell += text[at];
      at += 1;
    }
  }
  return rows;
}
