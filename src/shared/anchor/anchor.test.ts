import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anchorText, type TextPlace } from './anchor-text.ts';
import { findPassage } from './find-passage.ts';
import { foldText } from './fold.ts';
import { placeSentences } from './place-sentences.ts';
import { sentenceAt } from './sentence-at.ts';

const read = (text: string, { from, to }: TextPlace) => text.slice(from, to);

describe('folding', () => {
  test.each([
    ['Net  income\nrose', 'Net income rose'],
    ['inter-\nnational', 'international'],
    ['inter\u00adnational', 'international'],
    ['\ufb01nancial o\ufb00er', 'financial offer'],
    ['\u201cquoted\u201d isn\u2019t', '"quoted" isn\'t'],
    ['Cost of revenue | $ | 138', 'Cost of revenue $138'],
    ['cafe\u0301', 'caf\u00e9'],
    ['\u2013 Data center', 'Data center'],
  ])('%j is the same text as %j', (one, other) => {
    expect(foldText(one).folded).toBe(foldText(other).folded);
  });

  test.each([
    ['rose 5%', 'rose 6%'],
    ['a change of -5%', 'a change of 5%'],
    ['\u2212$3 million', '$3 million'],
    ['Apple', 'apple'],
    ['(5)', '5'],
  ])('%j is another text than %j', (one, other) => {
    expect(foldText(one).folded).not.toBe(foldText(other).folded);
  });

  test('every unit knows the character it comes from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { folded, starts, endOf } = foldText(text);
        expect(starts).toHaveLength(folded.length);
        const wrong = [...starts].filter(
          (start, unit) =>
            !foldText(text.slice(start, endOf(unit))).folded.includes(folded[unit] as string) ||
            start < (starts[unit - 1] ?? 0),
        );
        expect(wrong).toEqual([]);
      }),
    );
  });
});

describe('placing sentences', () => {
  test('a sentence that stands once is found, whatever is between its words', () => {
    const text = 'Intro.  Net in-\ncome rose by 5% in\u00a02025. The end.';
    const sentences = ['Intro.', 'Net income rose by 5% in 2025.', 'The end.'];
    const places = placeSentences(anchorText(text), sentences);
    expect(places.map(({ kind }) => kind)).toEqual(['exact', 'exact', 'exact']);
    expect(read(text, places[1] as TextPlace)).toBe('Net in-\ncome rose by 5% in\u00a02025.');
  });

  test('of several alike each gets its own, by order', () => {
    const rows = ['Total assets', 'Total', 'Cash and equivalents', 'Total', 'Debt', 'Total'];
    const text = rows.join('\n');
    const places = placeSentences(anchorText(text), rows);
    expect(places.map(({ kind }) => kind)).toEqual(rows.map(() => 'exact'));
    expect(places.map(({ from }) => from)).toEqual(
      rows.map((_, index) => rows.slice(0, index).join('\n').length + (index > 0 ? 1 : 0)),
    );
  });

  test('one of several that nothing tells apart is never called exact', () => {
    const text = 'Total\nTotal\nTotal\n';
    expect(placeSentences(anchorText(text), ['Total']).map(({ kind }) => kind)).toEqual(['approximate']);
  });

  test('a heading of one word is not the first word of the sentence after it', () => {
    const text = 'Sales of laptops grew. iPad net sales increased in the quarter. Something else. iPad';
    const sentences = [
      'Sales of laptops grew.',
      'iPad',
      'iPad net sales increased in the quarter.',
      'Something else.',
    ];
    const [, heading] = placeSentences(anchorText(text), sentences);
    expect(heading?.kind === 'exact' && heading.from < text.lastIndexOf('iPad')).toBe(false);
  });

  test('a changed number is not the same sentence', () => {
    const text = 'Before it. Revenue was $26.0 billion in the quarter. After it.';
    const sentences = ['Before it.', 'Revenue was $25.0 billion in the quarter.', 'After it.'];
    const [, changed] = placeSentences(anchorText(text), sentences);
    expect(changed?.kind).toBe('approximate');
    expect(read(text, changed as TextPlace)).toContain('26.0');
  });

  test('what is not there is not found', () => {
    expect(placeSentences(anchorText('Something.'), ['Quite another thing.', ''])).toEqual([
      { kind: 'none', from: -1, to: -1 },
      { kind: 'none', from: -1, to: -1 },
    ]);
    expect(placeSentences(anchorText(''), ['A']).map(({ kind }) => kind)).toEqual(['none']);
  });

  test('random texts: what is called exact reads as the sentence does', () => {
    const sentence = fc.array(fc.constantFrom('a', 'b', 'c d', '1', '-'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(sentence, { maxLength: 40 }),
        fc.array(sentence, { maxLength: 40 }),
        (one, other) => {
          const text = one.map((words) => words.join(' ')).join('\n');
          const sentences = other.map((words) => words.join(' '));
          for (const [index, place] of placeSentences(anchorText(text), sentences).entries()) {
            if (place.kind !== 'exact') continue;
            expect(foldText(read(text, place)).folded).toBe(foldText(sentences[index] as string).folded);
          }
        },
      ),
    );
  });

  test('hostile texts end', () => {
    const same = 'a'.repeat(1_000_000);
    const sentences = Array.from({ length: 5_000 }, (_, index) => 'a'.repeat(1 + (index % 500)));
    expect(placeSentences(anchorText(same), sentences)).toHaveLength(5_000);
    const dots = placeSentences(
      anchorText('. '.repeat(500_000)),
      Array.from({ length: 20_000 }, () => '.'),
    );
    expect(dots).toHaveLength(20_000);
  });
});

describe('the way back', () => {
  test('a place of the original leads to its sentence, the exact one first', () => {
    const places: TextPlace[] = [
      { kind: 'approximate', from: 0, to: 10 },
      { kind: 'exact', from: 2, to: 6 },
    ];
    expect([0, 3, 6, 12].map((offset) => sentenceAt(places, offset))).toEqual([0, 1, 0, -1]);
  });
});

describe('finding a passage', () => {
  const text =
    'In 2023 revenue was $26.0 billion. Costs were flat. In 2024 revenue was $26.0 billion. Costs rose.';

  test('of the same words in several places the surroundings decide', () => {
    const quote = 'revenue was $26.0 billion.';
    const found = findPassage(anchorText(text), { quote, prefix: 'flat. In 2024 ', suffix: ' Costs rose.' });
    expect(found).toEqual({
      kind: 'exact',
      from: text.lastIndexOf('revenue'),
      to: text.lastIndexOf('billion.') + 8,
    });
    expect(findPassage(anchorText(text), { quote }).kind).toBe('approximate');
  });

  test('words that changed are near, and never exact', () => {
    const found = findPassage(anchorText(text), { quote: 'In 2024 revenue was $25.9 billion.' });
    expect(found.kind).toBe('approximate');
    expect(read(text, found)).toContain('2024');
  });

  test('words that are a part of others are those others, and never exact', () => {
    const other = 'In 2024 revenue was $25.0 billion for the year, of which most came late.';
    const found = findPassage(anchorText(other), { quote: '5.0 billion for the year, of which most' });
    expect(found.kind).toBe('approximate');
    expect(read(other, found)).toBe('$25.0 billion for the year, of which most');
  });

  test('what was marked within a word is found within it', () => {
    const passage = { quote: 'venue was $26.0 billion. Costs were', prefix: 'In 2023 re', suffix: ' flat' };
    const found = findPassage(anchorText(text), passage);
    expect([found.kind, read(text, found)]).toEqual(['exact', passage.quote]);
  });

  test('a few words alone, elsewhere than they were, are not exact', () => {
    const passage = { quote: 'flat', prefix: 'sales in Europe were ', suffix: ' against the year before' };
    expect(findPassage(anchorText(text), passage).kind).toBe('approximate');
    expect(findPassage(anchorText(text), { quote: 'Nothing of the kind was ever written.' }).kind).toBe(
      'none',
    );
    expect(findPassage(anchorText(text), { quote: ' ' }).kind).toBe('none');
  });
});
