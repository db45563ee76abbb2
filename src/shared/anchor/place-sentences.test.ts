import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anchorText } from './anchor-text.ts';
import { placeSentences } from './place-sentences.ts';

const kinds = (text: string, sentences: readonly string[]) =>
  placeSentences(anchorText(text), sentences).map(({ kind }) => kind);

describe('what is within other words', () => {
  test('a word that the original has only in a longer one is not there', () => {
    expect(kinds('Notebook sales rose in the year.\nCosts fell.', ['Note', 'Costs fell.'])).toEqual([
      'approximate',
      'exact',
    ]);
  });

  test('of several, by order, neither', () => {
    const sentences = ['The first part ends here.', 'Note', 'Note', 'The second part begins here.'];
    const text = 'The first part ends here.\nNotebook\nNoted\u2029The second part begins here.';
    expect(kinds(text, sentences)).toEqual(['exact', 'approximate', 'approximate', 'exact']);
  });

  test('a number is not within another, nor without its sign', () => {
    const places = (text: string) =>
      kinds(text, ['Revenue was as follows.', '138', 'Costs were as follows.']);
    const around = (number: string) => `Revenue was as follows.\n${number}\nCosts were as follows.`;
    expect(places(around('138'))[1]).toBe('exact');
    for (const other of ['1,138', '138.5', '138%', '-138', '(138)', '1380'])
      expect(places(around(other))[1]).toBe('approximate');
  });

  test('scripts without spaces have an edge at every character, so that the surroundings decide', () => {
    const [first, second] = ['売上高は前年比で増加した。', '注記'] as const;
    expect(kinds(`${first}\n${second}\n費用は減少した。`, [first, second, '費用は減少した。'])).toEqual([
      'exact',
      'exact',
      'exact',
    ]);
    expect(kinds(`${first}注記事項は次の通り。`, [first, second])).toEqual(['exact', 'approximate']);
  });
});

describe('signs before items, which the original has and a sentence has not', () => {
  const sentences = ['The issuer says:', 'Organized under the laws.', '5', 'Not ineligible to rely on it.'];
  test.each(['• ', '•', '12. ', '3) ', '- '])('%j parts what stands beside it', (sign) => {
    const text = `The issuer says: \n${sign}Organized under the laws.\n5\n${sign}Not ineligible to rely on it.`;
    expect(kinds(text, sentences)).toEqual(['exact', 'exact', 'exact', 'exact']);
  });
  test('within a line they part nothing', () => {
    const text = 'Nothing here. It was 5 11. Not ineligible to rely on it.';
    expect(kinds(text, ['Nothing here.', '5', 'Not ineligible to rely on it.'])[1]).toBe('approximate');
  });
  test('a line of dashes is no sign of the number below it', () => {
    const text = 'The issuer shall include 19\n------------\n(a) a description of it.';
    const parts = ['The issuer shall include 19', '------------', '(a) a description of it.'];
    expect(kinds(text, parts)).toEqual(['exact', 'none', 'exact']);
  });
});

describe('what is a part of another sentence', () => {
  test('a heading whose words begin the sentence after it, and which is gone, is not there', () => {
    const sentences = ['Sales of laptops grew in Europe.', 'Total', 'Total assets were 5.', 'The end.'];
    const text = 'Sales of laptops grew in Europe.\nTotal assets were 5.\nThe end.';
    expect(kinds(text, sentences)).toEqual(['exact', 'approximate', 'exact', 'exact']);
  });

  test('words that stand in a longer sentence of the original are not that sentence', () => {
    const sentence = 'Revenue rose by 5% in the quarter';
    const beside = ['Costs of every kind fell in the year.', 'Nothing else happened at all.'] as const;
    const around = (words: string) => `${beside[0]}\n${words}\n${beside[1]}`;
    expect(kinds(around(`${sentence}.`), [beside[0], `${sentence}.`, beside[1]])[1]).toBe('exact');
    for (const longer of [`We say that ${sentence}.`, `${sentence} and the year.`])
      expect(kinds(around(longer), [beside[0], sentence, beside[1]])[1]).toBe('approximate');
  });
});

test('the beginning of a longer sentence is not bounded by what stands elsewhere too', () => {
  const sentences = [
    'Results of the year.',
    'Revenue from products increased 5%',
    'Other things.',
    'Basis: we report',
    'excluding acquisitions',
  ];
  const text = [
    'Results of the year.',
    'Revenue from products increased 5% excluding acquisitions and currency.',
    ...sentences.slice(2),
  ].join('\u2029');
  expect(kinds(text, sentences)[1]).toBe('approximate');
});

/** What becomes of a sentence in an original that another hand has been at. */
type Fate = 'kept' | 'gone' | 'begun' | 'ended' | 'within';
const pool = [
  'Note',
  'Notebook',
  'Note 5',
  'Total',
  'Total assets',
  '5',
  '15',
  '1,500',
  'Revenue rose.',
  'Revenue rose. Costs fell.',
  'Revenue rose by 5% in the quarter.',
  'Apple',
  'Apple and Oracle signed an agreement',
  'Table of Contents',
  'The company expects that its revenue will rose in the second half of the year.',
];
const sentence = fc.oneof(
  fc.constantFrom(...pool),
  fc.integer({ min: 0, max: 99_999 }).map((number) => `Sentence ${number} tells of something of its own.`),
);
const fate = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Fate>('kept') },
  { weight: 2, arbitrary: fc.constant<Fate>('gone') },
  { weight: 3, arbitrary: fc.constantFrom<Fate>('begun', 'ended', 'within') },
);
const added = fc.option(fc.constantFrom('Page 7', 'See Note 5 for more', 'Footnote', 'Totals', '2,150'), {
  freq: 8,
  nil: '',
});
const written = fc.record({ sentence, fate, added, gap: fc.constantFrom(' ', '\n', '\u2029', '  \n') });

test('whatever is deleted, inserted or made longer: nothing that is called exact stands elsewhere', () => {
  const count = { kept: 0, exact: 0 };
  fc.assert(
    fc.property(fc.array(written, { minLength: 1, maxLength: 30 }), (parts) => {
      let text = '';
      const truth = parts.map((part) => {
        if (part.added !== '') text += part.added + part.gap;
        // Of two sentences made longer, the first would stand there whole.
        if (part.fate === 'gone' || (part.fate !== 'kept' && part.sentence.includes('. '))) return -1;
        if (part.fate === 'ended' || part.fate === 'within') text += 'We say that ';
        const from = text.length;
        text += part.sentence;
        if (part.fate === 'begun' || part.fate === 'within') text += `s and ${text.length} others.`;
        text += part.gap;
        return part.fate === 'kept' ? from : -1;
      });
      const sentences = parts.map((part) => part.sentence);
      for (const [index, { kind, from }] of placeSentences(anchorText(text), sentences).entries()) {
        if (truth[index] !== -1) count.kept += 1;
        if (kind !== 'exact') continue;
        count.exact += 1;
        expect([sentences[index], from]).toEqual([sentences[index], truth[index]]);
      }
    }),
    { numRuns: 1_000 },
  );
  // It says nothing of a method that never dares.
  expect(count.exact / count.kept).toBeGreaterThan(0.2);
});
