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
    ['five percent and seven million, and one of two', ['five percent', 'seven million', 'two']],
    [
      'thirteen percent, twenty-five stores and one hundred million',
      ['thirteen percent', 'twenty-five', 'one hundred million'],
    ],
    ['Of 40 stores 12 may close in May', ['40', '12']],
    ['It employs 2024 people', ['2024']],
    ['the Big Four and Seven Sisters', []],
    ['earned $.05, 1/2 of 5½% and 1,23,456 rupees', ['$.05', '1/2', '5½%', '1,23,456 rupees']],
    ['a 3-for-1 split, a ratio of 3:1', ['3-for-1', '3:1']],
    ['10² m', ['10²']],
    ['In 2024 500 people, 12 345 units', ['2024', '500', '12 345']],
    ['in Q3 2024, the third quarter, FY24, H1 and March 2024', []],
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
    expect(compared).toMatchObject({ missing, unstated: [], unsure: [] });
  });

  test('figures that stand in a table of another scale are told as such', () => {
    const compared = compareNumbers('Sales were $391,035.', 'Net sales | $ | 391,035', {
      before: '(in millions)',
    });
    expect([compared.missing, compared.rescaled]).toEqual([['$391,035'], ['$391,035']]);
    const other = compareNumbers('Sales were $391,036.', 'Net sales | $ | 391,035', {
      before: '(in millions)',
    });
    expect([other.missing, other.rescaled]).toEqual([['$391,036'], []]);
  });

  test('figures are read as their table writes them', () => {
    const before = 'Angaben in Mio. €';
    const compared = compareNumbers('Umsatz von 391 Mrd.', 'Umsatz | 391.035 | 12,5', { before });
    expect(compared).toMatchObject({ missing: [], unstated: [], unsure: [] });
  });

  test('of a table with columns in two scales nothing is guessed', () => {
    const before = 'RSUs (in thousands) | Fair value (in millions)\n';
    const compared = compareNumbers('Sales of $391 billion', 'Net sales | 391,035', { before });
    expect(compared).toMatchObject({ missing: [], unstated: ['$391 billion'], unsure: [] });
  });

  test('a year may be told by what is around the passage', () => {
    expect(numbersMissing('In 2024 it rose by 5%', 'It rose by 5%.', 'Annual report 2024')).toEqual([]);
  });

  test.each([
    ['Revenue fell 5%.', 'Revenue rose 5% as costs fell 3%.'],
    ['Revenue fell by 5%.', 'Revenue, change | 5%'],
    ['Revenue rose 5%.', 'Revenue slid 5%.'],
    ['Revenue rose 5%.', 'Revenue, decrease | 5%'],
    ['a net loss of $12 million', 'Net income (in millions) | $ | 12'],
    ['a net loss of $12 million', 'Net income was $12 million.'],
    ['a net profit of $12 million', 'The net loss was $12 million.'],
    ['The net loss was $12 million', 'Net income (in millions) | $ | 12'],
    ['The net loss was $12 million', 'Net income was $12 million.'],
    ['Revenue did not rise by 5%.', 'Revenue rose by 5%.'],
    ['It rose more than 5%.', 'It rose less than 5%.'],
    ['It rose more than 5%.', 'It rose 5%.'],
    ['It rose from 7 to 5 points', 'It rose from 5 to 7 points.'],
    ['Revenue of $1 billion', 'Revenue was $600 million.'],
    ['Revenue of $2 billion', 'Revenue was $2,400 million.'],
    ['The margin rose 2%.', 'The margin rose 2 percentage points.'],
    ['It was C$5 million.', 'It was $5 million.'],
    ['It was 250 cents.', 'It was $250.'],
    ['It hired 1,200 people.', 'It paid $1,200.'],
    ['It has 5 stores.', 'It has 6 stores and 5 plants.'],
    ['It has six stores.', 'It has five stores.'],
    ['It has thirteen stores.', 'It has fourteen stores.'],
    ['It rose thirteen percent.', 'It rose fourteen percent.'],
    ['Twenty-five percent of it', 'Twenty-six percent of it'],
    ['One hundred million dollars', 'Two hundred million dollars'],
    ['Of 40 stores 12 may close', 'Of 40 stores 13 may close'],
    ['It employs 2024 people.', 'In 2024 it employs 2,023 people.'],
    ['an area of 10² m', 'an area of 102 m'],
    ['an area of 10² m', 'an area of 10 m'],
    ['an area of 10 m', 'an area of 10² m'],
    ['It earned $.05', 'It earned $5'],
    ['It rose .5%', 'It rose 5%'],
    ['It rose 5½%', 'It rose 5¾%'],
    ['1/2 of it', '1/3 of it'],
    ['two-thirds of it', 'one-third of it'],
    ['a 3-for-1 split', 'a 4-for-1 split'],
    ['a 1-for-10 split', 'a 1-for-20 split'],
    ['It closed on March 3, 2024.', 'It closed on March 4, 2024.'],
    ['It closed in March 2024.', 'It closed in April 2024.'],
    ['Am 3. März 2024 waren es 5 Werke', 'Am 4. März 2024 waren es 5 Werke'],
    ['It closed on 2024-03-03.', 'It closed on March 4, 2024.'],
    ['In Q3 it rose 5%.', 'In the second quarter it rose 5%.'],
    ['In FY24 it rose 5%.', 'In fiscal 2023 it rose 5%.'],
    ['In H1 it rose 5%.', 'In the second half it rose 5%.'],
    ['Sales were $5 million.', 'Sales were $7 million and costs were $5 million.'],
    ['Net sales were 214,137', 'Net sales | 391,035\nOther costs | 214,137'],
    ['Net sales were 383,285 in 2024', 'Year | 2024 | 2023\nNet sales | 391,035 | 383,285'],
    ['1.234,56 Euro', '1,234.57 euros'],
    ['Receivables | 22.795 | 29,508', 'Receivables | 22,795 | 29,508'],
    ['Receivables | 29,508 | 22,795', 'Receivables | 22,795 | 29,508'],
    ['In Q6 it was 5', 'In Q3 it was 5'],
    ['H100 sales were $5 million', 'A100 sales were $5 million'],
    ['The Form 9-K says 5', 'The Form 8-K says 5'],
    ['COVID-18 cost $5 million', 'COVID-19 cost $5 million'],
    [
      'It will decrease income by $133 million as a result of the reduction',
      'It will increase income by $133 million as a result of the reduction',
    ],
    ['It was (5)%.', 'It was 5%.'],
    ['It was -5.', 'It was 5.'],
    ['50 bps', '50%'],
    ['$5 thousand', '$5 million'],
    ['5 crore rupees', '5 lakh rupees'],
    ['It is set out in Item 7.', 'It is set out in Item 1A.'],
    ['Section 302 asks for 5', 'Section 404 asks for 5'],
    ['§ 12 asks for 5', '§ 15 asks for 5'],
    ['Note 5 says 3 stores', 'Note 6 says 3 stores'],
    ['It is the 2nd largest', 'It is the 3rd largest'],
    ['It is the 2nd largest', 'It is the third largest'],
    ['It is the second largest', 'It is the third largest'],
    ['H10 sales were 5', 'H100 sales were 5'],
    ['It made 1e6 units', 'It made 1e7 units'],
    ['In the 1990s it had 5', 'In the 1980s it had 5'],
    ['In 2023/24 it had 5', 'In 2024/25 it had 5'],
    ['It closed on the 12th of May', 'It closed on the 13th of May'],
    ['It begins at 10:00', 'It begins at 11:00 in all.'],
    ['Sales doubled.', 'Sales tripled.'],
    ['Sales doubled.', 'Sales rose 5%.'],
    ['Half of sales', 'A third of sales'],
    ['Die Hälfte davon', 'Ein Viertel davon'],
    ['It ran 5 km', 'It ran 5 miles'],
    ['It has 5 GW', 'It has 5 MW'],
    ['It earned $5 per share', 'It earned $5 per barrel'],
    ['It rose 5% in Q1.', 'It rose 5% in Q2 and 3% in Q1.'],
    ['Sales were $5 million in 2023.', 'Sales were $5 million in 2024 and $4 million in 2023.'],
    ['In May it had 5 stores', 'In June it had 5 stores, and in May 4'],
    ['In 2023, it had 5 stores.', 'In 2024, it had 5 stores, up from 4 in 2023.'],
    ['In 2023, it had 5 stores and 3 plants.', 'In 2024, it had 5 stores and 3 plants; in 2023 it had 2.'],
    ['Cash | € | — | 5', 'Cash | $ | — | 5'],
  ])('%j is not said by %j', (sentence, passage) => {
    const { missing, unstated, unsure } = compareNumbers(sentence, passage);
    expect([...missing, ...unstated, ...unsure]).not.toEqual([]);
  });

  test.each([
    ['Revenue fell 5%.', 'Revenue | (5)%'],
    ['Revenue fell 5%.', 'Decrease in revenue | 5%'],
    ['Revenue fell 5%.', 'Revenue decreased by 5% in 2024.'],
    ['Revenue fell to $5 million', 'Revenue (in millions) | $ | 5'],
    ['a net loss of $12 million', 'Net loss (in millions) | $ | 12'],
    ['a net loss of $12 million', 'The net loss widened to $12 million.'],
    ['The net loss was $12 million', 'Net income (loss) (in millions) | $ | (12)'],
    ['The net loss was $12 million', 'It had a net loss of $12 million.'],
    ['Revenue fell 5%', 'a 5% decline in revenue'],
    ['up 13%', 'It rose thirteen percent.'],
    ['twenty-five stores', 'It has 25 stores.'],
    ['25 stores', 'It has twenty-five stores.'],
    ['zweihundertfünfzig Millionen Euro', 'It paid €250 million.'],
    ['It employs 2024 people.', 'It has 2,024 people.'],
    ['$3.2 billion', 'It was $3,214 million.'],
    ['$1 billion', 'It was $980 million.'],
    ['EPS of 5 cents', 'EPS of $0.05'],
    ['half a point, 5½%', 'half a point, 5.5%'],
    ['On 3 March 2024 it closed', 'It closed on March 3, 2024.'],
    ['In March 2024 it closed', 'It closed on March 3, 2024.'],
    ['In Q3 it rose 5%', 'In the third quarter it rose 5%.'],
    ['In FY24 it rose 5%', 'In fiscal 2024 it rose 5%.'],
    ['Net sales were 391,035 in 2024', 'Year | 2024 | 2023\nNet sales | 391,035 | 383,285'],
    ['In 2024 it was 5', 'As of December 31, 2024 it was 5'],
    ['a 3:1 split', 'a 3-for-1 split'],
    ['The 10-K says 5', 'It was 5.'],
    ['Receivables | 22,795 | 29,508', 'Receivables | 22,795 | 29,508'],
    ['Income/(loss) | 544 | (55)', 'Income/(loss) | 544 | (55)'],
    ['H100 sales were $5 million', 'The sales of H100 were $5 million'],
    ['Item 7 says 5', 'It was 5.'],
    ['It begins at 10:00', 'It begins at 10:00 in all.'],
    ['It is the 2nd largest', 'It is the second largest'],
    ['Its 2nd plant and the H100s', 'The 2nd plant has an H100.'],
    ['Secondly, it has 5 stores', 'It has 5 stores.'],
    ['It closed on the 12th of May', 'It closed on May 12.'],
    ['Sales doubled.', 'Sales grew by 100%.'],
    ['Half of sales', '50% of sales'],
    ['Sales more than doubled', 'Sales more than doubled.'],
    ['In the second half of 2024 5 closed', 'In the second half of 2024 5 closed.'],
    ['It rose 5% in 2024.', 'In all it rose 5% compared with 2023; 2024 was good.'],
    ['It earned $5 per share', 'It earned $5.'],
    ['It ran 5 km', 'It ran 5 kilometres'],
    ['In 2024, it had 5 stores and 3 plants.', 'In 2024, it had 5 stores and 3 plants; in 2023 it had 2.'],
    ['Cash | $ | — | 5', 'Cash | $ | — | 5'],
  ])('%j is said by %j', (sentence, passage) => {
    expect(compareNumbers(sentence, passage)).toMatchObject({ missing: [], unstated: [], unsure: [] });
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

  test.each([
    ['(in millions of £)', { missing: ['$5 million'] }],
    ['(in £ millions)\nSales of $3 million', { missing: ['$5 million'] }],
    ['(in millions of dollars)\nCosts | £ | 3', {}],
    ['(in millions)\nCosts | £ | 3', { unstated: ['$5 million'] }],
    ['(in millions)\nCosts | $ | 3', {}],
    ['Angaben in Mio. €', { missing: ['$5 million'] }],
  ])('a sum in dollars, where %j stands above the table', (before, more) => {
    const none = { missing: [], unstated: [], unsure: [] };
    const compared = compareNumbers('Sales were $5 million', 'Sales | 5', { before });
    expect(compared).toMatchObject({ ...none, ...more });
  });

  test('of more numbers than are compared nothing is said, and none is called the same', () => {
    const many = Array.from({ length: 300 }, (_, index) => `${index + 1_000} units`).join(', ');
    const { unsure } = compareNumbers(many, many);
    expect(unsure).toContain('1299');
    expect(unsure).not.toContain('1000');
  });
});
