import { describe, expect, test } from 'vitest';
import { isOwnSentence, saysSomething } from './own-sentence.ts';

const passage =
  'The board approved the merger with Halden in March. In 2024 the company had 5 stores, up from 4 in 2023.';

describe('a sentence is a passage’s own if it repeats one of its sentences from the beginning', () => {
  test.each([
    'The board approved the merger with Halden in March.',
    'The board approved the merger ( ).',
    'In 2024 the company had 5 stores',
  ])('%j', (sentence) => {
    expect(isOwnSentence(sentence, passage)).toBe(true);
  });

  test.each([
    '',
    'The board rejected the merger with Halden in March.',
    'The board did not approve the merger.',
    'The merger with Halden',
    'Halden approved the merger with the board in March.',
    'In 2023 the company had 5 stores',
    'The board approved the merge',
  ])('%j is not', (sentence) => {
    expect(isOwnSentence(sentence, passage)).toBe(false);
  });
});

describe('a row of a table is its own if it begins as the row does and ends with a cell', () => {
  const row = 'Year | 2024 | 2023\nNet sales | $ | 391,035 | $ | — | (55)\nCosts | 5';
  test.each([
    'Net sales | $ | 391,035',
    'Net sales | $391,035 | $ — | (55)',
    'Net sales\t$391,035\t$ —\t(55)',
    '| Net sales | $391,035 | $ — | (55) | ( ) |',
    'Costs | 5',
  ])('%j', (sentence) => {
    expect(isOwnSentence(sentence, row)).toBe(true);
  });

  test.each([
    'Net sales | $ | 391',
    'Net sales | € | 391,035',
    'Net sales | $391,035 | — | (55)',
    'Net sales | $391,035 | $ 7 | (55)',
    'Net sales | $391,035 | $ — | (56)',
    'Net sales | —',
    'sales | $391,035',
    'Net sales | $391,035 | $ — | 55',
  ])('%j is not', (sentence) => {
    expect(isOwnSentence(sentence, row)).toBe(false);
  });

  test('a dash for a figure is another cell', () => {
    expect(isOwnSentence('Cash | 5 | —', 'Cash | 5 | 7')).toBe(false);
    expect(isOwnSentence('Cash | 5 | 7', 'Cash | 5 | —')).toBe(false);
    expect(isOwnSentence('Cash | 5 | – | 7', 'Cash | 5 | — | 7')).toBe(true);
  });
});

test('a sentence says something with two words or a number', () => {
  expect(['See .', 'Source: ', '( ).', '[1] (p. 5)'].filter(saysSomething)).toEqual([]);
  const claims = ['Revenue fell', '売上高は増加した', '5 stores', '$391'];
  expect(claims.filter(saysSomething)).toEqual(claims);
});
