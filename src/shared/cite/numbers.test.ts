import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareNumbers } from './numbers.ts';
import { numbersIn } from './written-numbers.ts';

const numbersMissing = (sentence: string, passage: string, years = '') =>
  compareNumbers(sentence, passage, { years }).missing;

describe('numbers in a sentence', () => {
  test.each([
    ['Revenue was $3.2 billion.', ['$3.2 billion']],
    ['Umsatz von 3,2 Mrd. € im Jahr', ['3,2 Mrd. €']],
    ['a loss of (12) and -5 %', ['(12)', '-5 %']],
    ['up 1,234.5 from 1.234,5', ['1,234.5', '1.234,5']],
    ['rose 50 bps', ['50 bps']],
    ['In Q3 the 10-K, COVID-19 and FY24 say nothing', []],
    ['on 21 February 2024, p. 12, § 4.2, 2024-02-21 [3]', []],
    ['In 2024 it rose', ['2024']],
    ['5–7% growth', ['5', '7%']],
    ['Sales declined 12% and decreased 12.5%', ['12%', '12.5%']],
    ['a margin 42%, 15 markets, 10 separate and 30 main sites', ['42%', '15', '10', '30']],
    ['March 21, 2024 and 3 Sept. 2023, am 5. Mai', []],
    ['In May 12% of it', ['12%']],
    ["Tesla’s 40% growth, Apple's 391,035 units", ['40%', '391,035']],
    ['On page 5, 12% of it; note 5 million; table 3.1–3.4', ['12%', '5 million']],
    ['a 25-percent rise over a 12-month term, a 5-fold one and a 3x one', ['25-percent', '12', '5', '3']],
    ['five percent and seven million, and one of two', ['five percent', 'seven million']],
    ['5 million dollars, the 5G net and a 10-K', ['5 million dollars']],
  ])('%j: %j', (sentence, texts) => {
    expect(numbersIn(sentence).map(({ text }) => text)).toEqual(texts);
  });
});

describe('a number is had by the passage', () => {
  test.each([
    ['It rose by 5%.', 'Revenue rose by 5% in 2025.'],
    ['It rose by 5 per cent.', 'Revenue rose by 5.0% in 2025.'],
    ['Revenue of $3.2 billion', 'Revenue was $3,200 million.'],
    ['Umsatz von 3,2 Milliarden $', 'Revenue was $3.2 billion.'],
    ['Revenue of $26.0 billion', 'Revenue (in millions) | $ | 26,044'],
    ['$3.2bn', 'Revenue was $3,214 million.'],
    ['1.234,5 Einheiten', '1,234.5 units'],
    ['1 234 units', '1,234 units'],
    ['a loss of 12 million', 'Net result | (12) million'],
    ['minus 12', 'Net result was -12.'],
    ['0.5% more', 'up 50 basis points'],
    ['margin of 75.0%', 'Gross margin % | 75.0 | 70.1'],
    ['margin of 75.0%', 'Gross margin | 75.0 | % | 70.1 | %'],
    ['a loss of $12 million', 'Net loss (in millions) | $ | (12 | )'],
    ['rose by five percent', 'It rose by 5%.'],
    ['rose 5 to 7%', 'It rose between 5% and 7%.'],
    ['a 12-month term', 'a term of 12 months'],
    ['391,035 in all', 'Net sales | 391,035'],
    ['Costs fell 3%, though revenue rose 5%', 'Revenue rose by 5%, costs were down 3%.'],
  ])('%j in %j', (sentence, passage) => {
    expect(numbersMissing(sentence, passage)).toEqual([]);
  });

  test.each([
    ['It rose by 6%.', 'Revenue rose by 5% in 2025.', '6%'],
    ['Revenue of $3.3 billion', 'Revenue was $3,200 million.', '$3.3 billion'],
    ['Revenue of $26.1 billion', 'Revenue (in millions) | $ | 26,044', '$26.1 billion'],
    ['Revenue of €3.2 billion', 'Revenue was $3.2 billion.', '€3.2 billion'],
    ['Revenue of $3.2 million', 'Revenue was $3.2 billion.', '$3.2 million'],
    ['a gain of 12', 'Net result | (12)', '12'],
    ['5% growth', 'five segments and 5 stores', '5%'],
    ['$5 million', 'We have 5 segments.', '$5 million'],
    ['It was 25 in all', 'It was 25.6 in all', '25'],
    ['In 2023 it rose', 'Revenue rose in 2025.', '2023'],
    ['1,235 units', '1,234 units', '1,235'],
    ['2,300,385,738 votes', 'Awo Ablo | 2,300,385,739 | 21,926,604', '2,300,385,738'],
    ['It employs 391 people.', 'It employs 391 thousand people.', '391'],
    ['Revenue was 391.', 'Revenue was $391 million.', '391'],
    ['It rose by 5%.', 'It rose by 7% in 5 markets.', '5%'],
    ['It opened 5 stores.', 'It rose by 5%.', '5'],
    ['We hired 12 people.', 'We paid $12 for it.', '12'],
    ['It paid $5.', 'We have 5 segments.', '$5'],
    ['in 2024', 'It has 2,024 stores.', '2024'],
    ['It has 2,024 stores.', 'It did well in 2024.', '2,024'],
    ['It was $1.234 million of it.', 'It was $1,234 million of it.', '$1.234 million'],
    ['Revenue rose by 5%.', 'Revenue fell by 5%.', '5%'],
    ['Revenue rose by 5%, though costs fell.', 'Revenue | (5)%', '5%'],
    ['a 25-percent rise', 'a rise of 24%', '25-percent'],
    ['It rose by six percent.', 'It rose by 5%.', 'six percent'],
    ['Sales of $391,035', 'Sales (in millions) | $ | 391,035', '$391,035'],
    ['Sales of $391 million', 'Sales (in millions) | $ | 391,035', '$391 million'],
  ])('%j not in %j', (sentence, passage, missing) => {
    expect(numbersMissing(sentence, passage)).toEqual([missing]);
  });

  test.each([
    ['Sales of $391 million', 'Net sales | 391,035'],
    ['Sales of $391 billion', 'Net sales | $ | 391,035'],
    ['Sales of $391,035', 'Net sales | 391,035'],
  ])('%j: %j does not say in what it counts', (sentence, passage) => {
    const { missing, unstated } = compareNumbers(sentence, passage);
    expect([missing, unstated]).toEqual([[], [expect.stringContaining('391')]]);
  });

  test.each([
    ['Sales of $391 billion', '(In millions, except per share amounts)', []],
    ['Sales of $391 billion', '(in thousands)', ['$391 billion']],
    ['Sales of $391 million', '(in thousands) … Shares …', []],
    ['Sales of $391 billion', '(In millions, except number of shares, which are in thousands)', []],
    [
      'Sales of $391.035 million',
      '(In millions, except shares, which are in thousands)',
      ['$391.035 million'],
    ],
  ])('%j, where a table says %j above it', (sentence, before, missing) => {
    const compared = compareNumbers(sentence, 'Net sales | 391,035', { before });
    expect(compared).toEqual({ missing, unstated: [] });
  });

  test('figures are read as their table writes them', () => {
    const before = 'Angaben in Mio. €';
    const compared = compareNumbers('Umsatz von 391 Mrd.', 'Umsatz | 391.035 | 12,5', { before });
    expect(compared).toEqual({ missing: [], unstated: [] });
  });

  test('of a table with columns in two scales nothing is guessed', () => {
    const before = 'RSUs (in thousands) | Fair value (in millions)\n';
    const compared = compareNumbers('Sales of $391 billion', 'Net sales | 391,035', { before });
    expect(compared).toEqual({ missing: [], unstated: ['$391 billion'] });
  });

  test('a year may be told by what is around the passage', () => {
    expect(numbersMissing('In 2024 it rose by 5%', 'It rose by 5%.', 'Annual report 2024')).toEqual([]);
  });

  test('every number is had by its own sentence, and by none that has another', () => {
    const number = fc.integer({ min: 1, max: 9_999_999 });
    const form = fc.constantFrom<(value: number) => string>(
      (value) => String(value),
      (value) => value.toLocaleString('en'),
      (value) => value.toLocaleString('de'),
      (value) => `$${value.toLocaleString('en')} million`,
      (value) => `${value / 100}%`,
    );
    fc.assert(
      fc.property(number, form, (value, write) => {
        fc.pre(!/^(19|20)\d\d$/.test(String(value)));
        const sentence = `It was ${write(value)} in all.`;
        expect(numbersMissing(sentence, sentence)).toEqual([]);
        expect(numbersMissing(`It was ${write(value * 7 + 3)} in all.`, sentence)).toHaveLength(1);
      }),
    );
  });
});
