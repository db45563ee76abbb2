import { describe, expect, test } from 'vitest';
import { isClaim, otherWords, standsWhole } from './own-words.ts';

const passage =
  'The board approved the merger with Halden in March. In 2024 the company had 5 stores, up from 4 in 2023.';

describe('a sentence without numbers is vouched for by nothing but the same words', () => {
  test.each([
    'The board approved the merger with Halden in March.',
    'The board approved the merger',
    'See the report for details',
    'As the company says in its annual report',
    'Halden',
  ])('%j', (sentence) => {
    expect(otherWords(sentence, passage, '')).toEqual([]);
  });

  test.each([
    'The board rejected the merger with Halden in March.',
    'The board approved the merger with Nordmark in March.',
    'Halden approved the merger with the board in March.',
    'The board did not approve the merger.',
    'The board never approved it.',
    'The merger was approved by the board',
    'In 2023 the company rose.',
    'Revenue fell',
    'The merger may fail',
  ])('%j', (sentence) => {
    expect(otherWords(sentence, passage, '')).not.toEqual([]);
  });

  test.each([
    ['Seasonality', 'Nordmark'],
    ['UNITED STATES', 'Nordmark STATES'],
    ['II.', 'IV'],
    ['Yes ☐ No ☒', 'Yes ☒ No ☐'],
    ['/s/ M.J. van Ginneken', '/s/ M.J. van Nordmark'],
  ])('the line %j does not vouch for %j', (line, other) => {
    expect(otherWords(line, line, '')).toEqual([]);
    expect(otherWords(`${line} ( ).`, line, '')).toEqual([]);
    expect(otherWords(other, line, '')).not.toEqual([]);
  });

  test.each(['See the report for Europe', 'Vgl. Europa', 'Source: Reuters', 'Europe, in the report'])(
    'what leads to a passage may say where: %j',
    (sentence) => {
      expect(otherWords(sentence, 'Costs fell.', 'Europe')).toEqual([]);
    },
  );

  test('words of the title and the heading are no claim', () => {
    expect(otherWords('Halden Group, annual report', 'Costs fell.', 'Halden Group 2024')).toEqual([]);
  });
});

describe('a sentence with numbers is vouched for by them, where it says the rest in words of its own', () => {
  test.each([
    ['Sales grew by 5%', 'Revenue rose by 5% in 2025.'],
    ['There were 5 stores in 2024, after 4', passage],
    ['Its staff of 12 grew by 5%', 'The 12 employees were 5% more, which is growth.'],
    ['The turnover fell to $5 million', 'Revenue (in millions) | $ | 5'],
    ['In 2024 the company had 5 stores', passage],
    ['As the report says, it had 5 stores', passage],
  ])('%j in %j', (sentence, words) => {
    expect(otherWords(sentence, words, '')).toEqual([]);
  });

  const long =
    'Operating expenses of the graphics segment rose by 12% due to higher compensation and benefits.';
  test.each([
    ['Operating expenses of the compute segment rose by 12% due to higher compensation', long],
    ['Operating expenses of the graphics segment rose by 12% due to lower compensation and benefits.', long],
    ['Operating expenses of the graphics segment may have risen by 12% due to higher compensation', long],
    ['Expenses of the operating segment graphics rose by 12% due to benefits and compensation', long],
    ['Expenses rose by 12%, while gaming revenue collapsed', long],
    ['Expenses rose by 12%. Nobody expected that outcome', long],
    ['Operating expenses of the graphics segment rose by 12% due to compensation and benefits.', long],
    ['EPS improved by 77%, driven by execution', 'EPS improved by 77%, driven by strong execution'],
    ['Revenue for 2023 grew 6% compared to 2023', 'Revenue for 2023 grew 6% compared to 2022'],
    ['Compensation | 3. | 49', 'Item 3. | Executive Compensation | 49'],
    ['Costs grew by 5%', 'Revenue rose by 5% in 2025.'],
    ['Gross margin was 41%', 'Operating margin was 41%.'],
    ['Gross margin was 41%', 'Operating margin | 41 | %'],
    ['Sales fell by 5%', 'Revenue rose by 5% in 2025.'],
    ['It repurchased million shares for $10 billion', 'It repurchased 63 million shares for $10 billion.'],
    ['The rule (4) concerns section 5(4) of it', 'The rule (1) concerns section 5(4) of it.'],
    [
      'The value for thousands is -6 (three digits) and for millions -6 (six digits)',
      'The value for thousands is -3 (three digits) and for millions -6 (six digits).',
    ],
    ['It did not close on March 3, 2024, and has 5 stores', 'It closed on March 3, 2024, and has 5 stores'],
  ])('%j not by %j', (sentence, words) => {
    expect(otherWords(sentence, words, '')).not.toEqual([]);
  });
});

describe('a cell that was left out of a row moves the others', () => {
  const row = 'Year | 2024 | 2023\nALTRIA | COM | 30,422 | SH | $ | 1,384 | — | 7';
  test.each([
    'ALTRIA | COM | 30,422',
    'ALTRIA | COM | 30,422 | SH | $1,384 | – | 7',
    'ALTRIA | COM | 30,422 | SH | $ | 1,384 | ( )',
  ])('%j is a part of it', (sentence) => {
    expect(otherWords(sentence, row, '')).toEqual([]);
  });
  test.each([
    ['COM | 30,422 | SH', 'ALTRIA'],
    ['ALTRIA | 30,422 | SH', 'COM'],
    ['ALTRIA | COM | SH | $1,384', '30,422'],
    ['ALTRIA | COM | | SH | $1,384', '30,422'],
    ['ALTRIA | COM | 30,422 | SH | $1,384 | 7', '—'],
    ['2024 | COM | 30,422', '2024'],
  ])('%j is not: %j', (sentence, cell) => {
    expect(otherWords(sentence, row, '')).toContain(cell);
  });
});

describe('a row of a table stands whole where it begins as the row does and ends with a cell', () => {
  const row = 'Year | 2024 | 2023\nNet sales | $ | 391,035 | $ | — | (55)\nCosts | 5';
  test.each([
    'Net sales | $ | 391,035',
    'Net sales | $391,035 | $ — | (55)',
    'Net sales\t$391,035\t$ —\t(55)',
    '| Net sales | $391,035 | $ — | (55) | ( ) |',
    'Costs | 5',
  ])('%j', (sentence) => {
    expect(standsWhole(sentence, row)).toBe(true);
  });

  test.each([
    'Net sales | $ | 391',
    'Net sales | € | 391,035',
    'Net sales | $391,035 | — | (55)',
    'Net sales | $391,035 | $ 7 | (55)',
    'Net sales | $391,035 | $ — | (56)',
    'sales | $391,035',
    'Net sales | $391,035 | $ — | 55',
  ])('%j does not', (sentence) => {
    expect(standsWhole(sentence, row)).toBe(false);
  });

  test('a dash for a figure is another cell', () => {
    expect(standsWhole('Cash | 5 | —', 'Cash | 5 | 7')).toBe(false);
    expect(standsWhole('Cash | 5 | 7', 'Cash | 5 | —')).toBe(false);
    expect(standsWhole('Cash | 5 | – | 7', 'Cash | 5 | — | 7')).toBe(true);
  });

  test('what is denied behind it is not its own', () => {
    expect(standsWhole('Sales fell in Europe', 'Sales fell in Europe not at all.')).toBe(false);
    expect(standsWhole('Sales fell in Europe', 'If sales fell in Europe, costs would too.')).toBe(false);
    expect(standsWhole('Sales fell in Europe', 'Costs rose. Sales fell in Europe and Asia.')).toBe(true);
  });
});

test('a sentence says something where it has words of its own, and a list of titles does not', () => {
  expect(isClaim('Revenue fell in 2024')).toBe(true);
  expect(isClaim('NVIDIA Corporation, Annual Report 2024')).toBe(false);
  expect(isClaim('See')).toBe(false);
});
