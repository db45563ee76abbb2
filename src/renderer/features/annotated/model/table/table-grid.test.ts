import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OriginalCell, OriginalTable } from '#shared/bridge/original-tables.ts';
import { tableAsHtml, tableAsText } from '../../text/table/copied-table.ts';
import { gridRows } from './grid-rows.ts';
import { OriginalGrids } from './original-grids.ts';
import { cellWords, type TableCell } from './table-rows.ts';

/** A cell as its words, after `<columns>` and `vrows` where it stands across some, and `!` for a heading. */
function cell(written: string): OriginalCell {
  const [, heading, columns, rows, text = ''] = /^(!?)(?:<(\d+)>)?(?:v(\d+) )?(.*)$/u.exec(written) ?? [];
  return { text, columns: Number(columns ?? 1), rows: Number(rows ?? 1), isHeading: heading === '!' };
}
const table = (...rows: readonly (readonly string[])[]): OriginalTable => ({
  rows: rows.map((row) => row.map(cell)),
});
/** As extraction leaves it: without empty cells and rows. */
const extracted = ({ rows }: OriginalTable) =>
  rows
    .map((row) =>
      row
        .map(({ text }) => text)
        .filter((text) => text !== '')
        .join(' | '),
    )
    .filter((line) => line !== '')
    .join('\n');

function gridOf(text: string, ...tables: readonly OriginalTable[]) {
  const grids = new OriginalGrids();
  for (const one of tables) grids.add(one);
  return grids.of(text);
}

function rowsOf(one: OriginalTable, text = extracted(one), others: readonly OriginalTable[] = []) {
  const grid = gridOf(text, ...others, one);
  return grid === null ? null : gridRows(text, grid);
}

function drawn(one: OriginalTable, text?: string): string[] | null {
  const said = (each: TableCell) =>
    `${each.columns > 1 ? `<${each.columns}>` : ''}${each.rows > 1 ? `v${each.rows} ` : ''}${cellWords(each)}`;
  const rows = rowsOf(one, text);
  return rows?.map(({ kind, cells }) => `${kind}: ${cells.map(said).join(' ¦ ')}`) ?? null;
}

/** A table of a filing: a column for each currency, number and bracket, and some for space. */
const filing = table(
  ['', '', '<9>Year Ended'],
  ['', '', '<4>2024', '', '<4>2023'],
  ['', '', '<9>(In millions)'],
  ['Revenue', '', '$', '26,974', '', '', '', '$', '26,914', '', ''],
  ['Operating expenses', '', '', '', '', '', '', '', '', '', ''],
  ['Research', '', '', '', '', '', '', '$', '(5,268', ')', ''],
  ['Total', '', '$', '—', '', '', '', '', '21,646', '', ''],
);

describe('a table whose original is known', () => {
  test('has the columns that a reader sees, and each number in its own, also where cells are empty', () => {
    expect(drawn(filing)).toEqual([
      'heading:  ¦ <2>Year Ended',
      'heading:  ¦ 2024 ¦ 2023',
      'caption: <2>(In millions)',
      'full: Revenue ¦ $26,974 ¦ $26,914',
      'line: Operating expenses ¦  ¦ ',
      'full: Research ¦  ¦ $(5,268)',
      'full: Total ¦ $— ¦ 21,646',
    ]);
  });

  test('is copied in its columns, for spreadsheets and for documents', () => {
    const rows = rowsOf(filing) ?? [];
    expect(tableAsText(rows).split('\n').slice(0, 6)).toEqual([
      '\tYear Ended',
      '\t2024\t2023',
      '(In millions)',
      'Revenue\t$26,974\t$26,914',
      'Operating expenses',
      'Research\t\t$(5,268)',
    ]);
    expect(tableAsHtml(rows)).toContain('<caption>(In millions)</caption><tr><th></th><th colspan="2">');
    expect(tableAsHtml(rows)).toContain('<td>Research</td><td></td><td style="text-align:right">');
  });

  test('keeps cells that go down over rows, and what is below them in its column', () => {
    const one = table(
      ['!v2 Region', '!<2>Sales'],
      ['!2024', '!2023'],
      ['v2 Europe', '5', '4'],
      ['', '3'],
      ['Asia', '2', '1'],
    );
    expect(drawn(one)).toEqual([
      'heading: v2 Region ¦ <2>Sales',
      'heading: 2024 ¦ 2023',
      'full: v2 Europe ¦ 5 ¦ 4',
      'full:  ¦ 3',
      'full: Asia ¦ 2 ¦ 1',
    ]);
    expect(tableAsText(rowsOf(one) ?? [])).toBe(
      'Region\tSales\n\t2024\t2023\nEurope\t5\t4\n\t\t3\nAsia\t2\t1',
    );
  });

  test('has no headings where a cell of them goes on beside the figures: a span ends with its rows', () => {
    const one = table(['v2 Region', '2023', '2022'], ['100', '200'], ['Asia', '7', '8']);
    expect(drawn(one)).toEqual(['full: v2 Region ¦ 2023 ¦ 2022', 'full: 100 ¦ 200', 'full: Asia ¦ 7 ¦ 8']);
    expect(rowsOf(one)?.some(({ isHead }) => isHead)).toBe(false);
    expect(tableAsText(rowsOf(one) ?? [])).toBe('Region\t2023\t2022\n\t100\t200\nAsia\t7\t8');
  });

  test('has its title above it', () => {
    const one = table(['<3>Sales by region'], ['', '2024', '2023'], ['Europe', '5', '4']);
    expect(drawn(one)?.[0]).toBe('caption: <3>Sales by region');
  });
});

describe('a table that is not certain stays as it was extracted', () => {
  test('where a character is another, or one is missing', () => {
    expect(drawn(filing, extracted(filing).replace('26,974', '26,973'))).toBeNull();
    expect(drawn(filing, extracted(filing).replace('Total', ''))).toBeNull();
    expect(drawn(filing, '')).toBeNull();
  });

  test('where two tables of the same words have other columns', () => {
    const left = table(['', '2024', '2023'], ['Europe', '5', '']);
    const right = table(['', '2024', '2023'], ['Europe', '', '5']);
    expect(rowsOf(left, extracted(left), [right])).toBeNull();
    expect(rowsOf(left, extracted(left), [left])).not.toBeNull();
  });

  test('where a cell stands over another one, with words or without', () => {
    expect(drawn(table(['A', 'v2 ', '3'], ['<2>B', '4'], ['C', '5', '6']))).toBeNull();
  });

  test('where what is one number stands in the columns of two others', () => {
    expect(drawn(table(['A', '<2>5'], ['B', '3', '4']))).toBeNull();
  });
});

test('a table that is drawn nowhere is none, however it came to be so large', () => {
  const tall = table(...Array.from({ length: 1_001 }, (_, row) => [`Row ${row}`, `${row}`]));
  expect(drawn(tall)).toBeNull();
  const wide = table(
    ...Array.from({ length: 2 }, () => Array.from({ length: 401 }, (_, one) => `<100>${one}`)),
  );
  expect(drawn(wide)).toBeNull();
  const fits = table(...Array.from({ length: 1_000 }, (_, row) => [`Row ${row}`, `${row}`]));
  expect(drawn(fits)).toHaveLength(1_000);
});

test('blocks of the same text have one grid between them', () => {
  const grids = new OriginalGrids();
  grids.add(table(['', '2024'], ['Sales', '5']));
  const text = '2024\nSales | 5';
  expect(grids.of(text)).not.toBeNull();
  expect(grids.of(text)).toBe(grids.of(text));
});

test('whatever a table is, the pieces of its cells are the text of the block', () => {
  const words = fc.constantFrom('', '', 'Revenue', '$', '5', '(3', ')', '%', '2024', '—', 'a b', '|');
  const anyCell = fc.record({
    text: words,
    columns: fc.integer({ min: 1, max: 3 }),
    rows: fc.integer({ min: 1, max: 3 }),
    isHeading: fc.boolean(),
  });
  const rows = fc.array(fc.array(anyCell, { maxLength: 5 }), { maxLength: 6 });
  let certain = 0;
  fc.assert(
    fc.property(rows, fc.constantFrom('', ' ', '\n'), (all, before) => {
      const text = before + extracted({ rows: all });
      const found = rowsOf({ rows: all }, text);
      if (found === null) return;
      certain += 1;
      const pieces = found.flatMap(({ cells }) =>
        cells.flatMap((one) => one.pieces.map((piece) => piece.text)),
      );
      expect(pieces.join('')).toBe(text);
      // Headings are drawn in rows of their own, which no cell leaves.
      const heads = found.filter(({ isHead, kind }) => isHead && kind !== 'caption');
      for (const [index, { cells }] of heads.entries())
        for (const one of cells) expect(index + one.rows).toBeLessThanOrEqual(heads.length);
      // Each row has each column once.
      const width = Math.max(...found.map(({ cells }) => cells.reduce((sum, one) => sum + one.columns, 0)));
      const below: number[] = Array.from({ length: width }, () => 0);
      for (const { kind, cells } of found) {
        if (kind === 'caption') continue;
        const own = cells.reduce((sum, one) => sum + one.columns, 0);
        expect(own + below.filter((left) => left > 0).length).toBe(width);
        let column = 0;
        for (const one of cells) {
          while ((below[column] ?? 0) > 0) column += 1;
          for (const end = column + one.columns; column < end; column++) below[column] = one.rows;
        }
        for (const [index, left] of below.entries()) below[index] = Math.max(0, left - 1);
      }
      const grid = gridOf(text, { rows: all }) ?? { columns: 0, rows: [] };
      for (let cut = 0; cut < text.length; cut += 3) {
        const shown = gridRows(text.slice(0, cut), grid);
        const there = shown.flatMap(({ cells }) =>
          cells.flatMap((one) => one.pieces.map((piece) => piece.text)),
        );
        expect(there.join('')).toBe(text.slice(0, cut));
      }
    }),
    { numRuns: 2_000 },
  );
  expect(certain).toBeGreaterThan(50);
});
