import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellWords, tableRows } from './table-rows.ts';
import { tableShape } from './table-shape.ts';
import { withinCells } from './within-cells.ts';

/** Each row as its kind and its cells; one that stands across columns says across how many. */
function drawn(text: string): string[] | null {
  const shape = tableShape(text);
  return (
    shape &&
    tableRows(text, shape).map(({ kind, isHead, cells }) => {
      const words = cells.map((cell) => `${cell.columns > 1 ? `<${cell.columns}>` : ''}${cellWords(cell)}`);
      return `${isHead ? 'head ' : ''}${kind}: ${words.join(' ¦ ')}`;
    })
  );
}
const lines = (...all: string[]) => all.join('\n');

const expenses = lines(
  'Year Ended',
  'January 29, 2023 | January 30, 2022 | $ Change | % Change',
  '($ in millions)',
  'Research and development | $ | 7,339 | $ | 5,268 | $ | 2,071 | 39 | %',
  '% of revenue | 27.2 | % | 19.6 | %',
  'Other | (3,962 | ) | — | $ | — | (25) | %',
);

describe('a table of a filing', () => {
  test('has its columns where a heading names them, and claims none for a row that lacks cells', () => {
    expect(drawn(expenses)).toEqual([
      'head line: <5>Year Ended',
      'head heading:  ¦ January 29, 2023 ¦ January 30, 2022 ¦ $ Change ¦ % Change',
      'head line: <5>($ in millions)',
      'full: Research and development ¦ $7,339 ¦ $5,268 ¦ $2,071 ¦ 39%',
      'extracted: % of revenue ¦ <4>27.2% | 19.6%',
      'full: Other ¦ (3,962) ¦ — ¦ $— ¦ (25)%',
    ]);
    expect(tableShape(expenses)?.figures).toEqual([false, true, true, true, true]);
  });

  test('has columns without names where all its rows are alike, and years name rows too', () => {
    const text = lines('Fiscal Year:', '2024 | $ | 220', '2025 | 198', 'Total | 418');
    expect(drawn(text)).toEqual([
      'line: <2>Fiscal Year:',
      'full: 2024 ¦ $220',
      'full: 2025 ¦ 198',
      'full: Total ¦ 418',
    ]);
  });

  test('has a heading that names each column by words', () => {
    const text = lines('Name | Age | Position', 'Ada Vela | 60 | Chief Executive', 'Bo Halden | 55 | Chair');
    expect(drawn(text)?.[0]).toBe('head heading: Name ¦ Age ¦ Position');
  });

  test('keeps the empty cells that an extraction left', () => {
    const text = lines(' | 2023 | 2022', 'Revenue | 7 | ', 'Costs | 5 | 4');
    expect(drawn(text)).toEqual([
      'head heading:  ¦ 2023 ¦ 2022',
      'full: Revenue ¦ 7 ¦ ',
      'full: Costs ¦ 5 ¦ 4',
    ]);
  });

  test('shows a heading over several columns as it was extracted', () => {
    const text = lines(
      'Three Months Ended | Nine Months Ended',
      'June 29, 2024 | July 1, 2023 | June 29, 2024 | July 1, 2023',
      'Products | $ | 61 | $ | 60 | $ | 224 | $ | 230',
      'Services | 24 | 21 | 71 | 62',
    );
    expect(drawn(text)?.[0]).toBe('head extracted: <5>Three Months Ended | Nine Months Ended');
  });
});

describe('no column is guessed', () => {
  test.each([
    ['rows of several lengths that no heading names', lines('A | 1 | 2', 'B | 1', 'C | 2 | 3')],
    [
      'a heading with more columns than any row',
      lines('Issuer | Class | Value | Put', 'A | COM | 4', 'B | COM | 5'),
    ],
    [
      'a row with more cells than the heading names',
      lines('2023 | 2022', 'A | 1 | 2', 'B | (1) | 3 | (2) | 4', 'C | 1 | 2'),
    ],
    ['words and figures by turns in one column', lines('A | 1', 'B | none', 'C | 3')],
    ['a single line', 'Large accelerated filer | ☒ | Accelerated filer | ☐'],
    ['text without cells', lines('A', 'B', 'C')],
    ['nothing', ''],
  ])('of %s', (_what, text) => expect(drawn(text)).toBeNull());
});

test('the pieces of a table are exactly its text, whatever stands in it', () => {
  const cell = fc.constantFrom(
    'A',
    '$',
    '1,234',
    '(5',
    ')',
    '%',
    '—',
    '2023',
    'June 1, 2024',
    '',
    'x|y',
    '12',
    '\t',
  );
  const row = fc.array(cell, { minLength: 1, maxLength: 6 }).map((cells) => cells.join(' | '));
  const regular = fc
    .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 2, max: 6 }))
    .map(([columns, rows]) =>
      Array.from({ length: rows }, (_, at) =>
        ['Name', ...Array.from({ length: columns - 1 }, (_, column) => `$ | ${at}${column},000`)].join(' | '),
      ),
    );
  let tables = 0;
  fc.assert(
    fc.property(regular, fc.array(row, { maxLength: 2 }), fc.nat(200), (even, odd, cutAt) => {
      const text = [...even, ...odd].join('\n');
      const shape = tableShape(text);
      if (shape === null) return;
      tables += 1;
      for (const shown of [text, text.slice(0, cutAt)]) {
        const rows = tableRows(shown, shape, shown === text);
        expect(
          rows
            .flatMap(({ cells }) => cells.flatMap(({ pieces }) => pieces))
            .map((one) => one.text)
            .join(''),
        ).toBe(shown);
        for (const { cells } of rows)
          expect(cells.reduce((sum, { columns }) => sum + columns, 0)).toBe(shape.columns);
      }
    }),
  );
  expect(tables).toBeGreaterThan(20);
});

test('an unfinished last line of a folded table claims no column', () => {
  const text = expenses.slice(0, -3);
  const shape = tableShape(expenses);
  expect(shape && tableRows(text, shape, false).at(-1)?.kind).toBe('extracted');
});

test('of more cells than are drawn at once none becomes a table', () => {
  const text = ['Name | 2023 | 2022', ...Array.from({ length: 200 }, (_, row) => `Row ${row} | 1 | 2`)].join(
    '\n',
  );
  const view = { text, table: tableShape(text) };
  const drawnOf = (count: number) =>
    withinCells(Array.from({ length: count }, () => view)).map(({ table }) => table?.columns);
  expect(drawnOf(3)).toEqual([3, 3, 3]);
  expect(drawnOf(4)).toEqual(Array.from({ length: 4 }));
});

test('of a table whose original is known its rows count, and not the lines of its cells', () => {
  const cell = (start: number) => ({ start, end: start + 1, gaps: [], columns: 1, rows: 1, isFigure: false });
  const grid = { columns: 2, rows: [{ kind: 'full' as const, cells: [{ ...cell(0), isHeading: false }] }] };
  const view = { text: 'a\n'.repeat(600), table: grid };
  const drawnOf = (count: number) =>
    withinCells(Array.from({ length: count }, () => view)).map(({ table }) => table?.columns);
  expect(drawnOf(1_000)).toEqual(Array.from({ length: 1_000 }, () => 2));
  expect(drawnOf(1_001)[0]).toBeUndefined();
  // What is folded is not drawn.
  const [folded] = withinCells([{ ...view, text: '' }]);
  expect(folded?.table).toBe(grid);
});
