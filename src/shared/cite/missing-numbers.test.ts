import { describe, expect, test } from 'vitest';
import { missingNumbers } from './missing-numbers.ts';

describe('a number is in a passage if its digits and separators are', () => {
  test.each([
    ['Sales were 391,035', 'Net sales | $ | 391,035 | $ | 383,285'],
    ['Sales were 391,035', 'Net sales | 391035'],
    ['Sales were 391035', 'Net sales | 391,035'],
    ['Sales were 391035', 'Net sales | 391\u202f035'],
    ["Sales were 1'234'567.5", 'Sales of 1’234’567.5'],
    ['Umsatz von 1.234.567,8', 'Umsatz: 1234567,8'],
    ['It rose by 1.5% in 2024', 'In 2024: 1.5 per cent'],
    ['It rose by 5%', 'It fell by (5)%'],
    ['Sales of $5bn', 'Sales of 5 million'],
    ['An area of 10² m', 'An area of 10² m'],
    ['It has １２３ stores', 'It has 123 stores'],
    ['Between 5 and 7', 'From 5–7'],
    ['It opens at 10:30', 'Open from 10:30'],
    ['The 12-month term', 'A term of 12 months'],
  ])('%j in %j', (sentence, passage) => {
    expect(missingNumbers(sentence, passage)).toEqual([]);
  });

  test.each([
    ['Sales were 391,035', '391,036', ['391,035']],
    ['Sales were 391', '391,035', ['391']],
    ['Sales were $391 billion', '391,035', ['391']],
    ['Sales were 1.234', '1,234', ['1.234']],
    ['It rose 0.125', '0125', ['0.125']],
    ['It rose by .5', 'by 5', ['.5']],
    ['It rose by 6% and 6%, then 7%', 'by 5%', ['6', '7']],
    ['An area of 10² m', 'An area of 102 m', ['10²']],
    ['A share of 10½', 'A share of 10', ['10½']],
    ['Sales of $6bn', 'Sales of $5bn', ['6']],
    ['A ratio of 3:1', 'A ratio of 1:3', ['3:1']],
    ['It has 19 plants', 'COVID-19', ['19']],
    ['It has 1 234 stores', '1 234 567', ['1 234']],
  ])('%j not in %j', (sentence, passage, missing) => {
    expect(missingNumbers(sentence, passage)).toEqual(missing);
  });
});

test.each([
  'the 10-K, Q3, 4Q24, FY’24, COVID-19, the H100 and the 737MAX',
  'a claim [1], and one [^2]',
  'a claim (p. 5; pp. 3–4; S. 12; Item 7; Note 5.2; § 12)',
])('%j has no number', (sentence) => {
  expect(missingNumbers(sentence, '')).toEqual([]);
});

test.each([
  ['We note 12 closures', '12'],
  ['It grew 3rd', '3'],
  ['Growth of [5]%', '5'],
  ['U.S. 5 stores', '5'],
])('%j has the number %j', (sentence, number) => {
  expect(missingNumbers(sentence, '')).toEqual([number]);
});
