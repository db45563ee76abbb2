import { describe, expect, test } from 'vitest';
import { TapeScanner } from '../annotated/tape/scan.ts';
import { partsOfQuote } from './quote-parts.ts';
import { findPassages, type WantedPassage } from './find-passages.ts';

const blocks = [
  { kind: 'HEADING', text: 'Item 7.  Results' },
  {
    kind: 'TEXT',
    text: 'Revenue rose by 5%. Costs fell.',
    sentences: [
      { start: 0, end: 19 },
      { start: 20, end: 31 },
    ],
  },
  { kind: 'TEXT', text: 'Europe did well. Revenue rose by 5%. Asia followed.', page_number: 12 },
  { kind: 'HEADING', text: 'Item 8. Outlook' },
  { kind: 'TABLE', text: 'Revenue rose by 5%. | 2025 | 26,044' },
];
const document = {
  document: { metadata: { published_ts: '2024-02-21T00:00:00Z' } },
  content: { title: 'Annual report', body: blocks },
};

function find(...wanted: WantedPassage[]) {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  const scanner = new TapeScanner(bytes.length);
  scanner.push(bytes);
  return findPassages(scanner.finish(), wanted);
}

const at = (block: number, from: number, to: number, end?: number) => ({
  path: `$.content.body[${block}].text`,
  from,
  to,
  endPath: end === undefined ? null : `$.content.body[${end}].text`,
});
const quote = 'Revenue rose by 5%.';

describe('a passage that stands three times', () => {
  test.each([
    [1, 0, 'Item 7. Results', null, 'Revenue rose by 5%.'],
    [2, 17, 'Item 7. Results', 12, 'Europe did well. Revenue rose by 5%. Asia followed.'],
    [4, 0, 'Item 8. Outlook', null, 'Revenue rose by 5%. | 2025 | 26,044'],
  ])('is found in block %i, where it was said to stand', (block, from, section, page, sentence) => {
    const place = at(block, from, from + quote.length);
    expect(find({ quote, place }).found).toMatchObject([
      { kind: 'exact', isThere: true, isSame: true, quote, place, section, page, sentence },
    ]);
  });

  test('is told by what surrounds it where its place is gone', () => {
    const [found] = find({
      quote,
      prefix: 'Europe did well. ',
      suffix: ' Asia followed.',
      place: at(99, 0, 9),
    }).found;
    expect(found).toMatchObject({ kind: 'exact', isThere: false, place: at(2, 17, 36) });
    expect(find({ quote }).found[0]?.kind).toBe('approximate');
  });
});

test('the document says its title and its day', () => {
  expect(find()).toEqual({ title: 'Annual report', publishedAt: Date.UTC(2024, 1, 21), found: [] });
});

test('a passage may go over several blocks, and a place be taken as it is', () => {
  const place = at(1, 20, 16, 2);
  expect(find({ quote: null, place }).found).toMatchObject([
    { kind: 'exact', quote: 'Costs fell.\nEurope did well.', place, isThere: true },
  ]);
  expect(find({ quote: 'Costs fell. Europe did well.', place }).found[0]?.isThere).toBe(true);
  expect(find({ quote: 'Costs fell. Europe did well.' }).found).toMatchObject([{ kind: 'exact', place }]);
});

test('some words of a place are there; others are elsewhere, changed, or nowhere', () => {
  const place = at(2, 0, 51);
  expect(find({ quote: 'Asia followed', place }).found).toMatchObject([
    { isThere: true, place: at(2, 37, 50) },
  ]);
  // 26,044 says so, and 6,044 is another number.
  expect(find({ quote: '6,044', place: at(4, 0, 35) }).found).toMatchObject([{ isSame: false }]);
  expect(find({ quote: 'Costs fell.', place }).found).toMatchObject([{ isThere: false, isSame: true }]);
  expect(find({ quote: 'Asia followed suit. Costs fell.', place: at(1, 0, 5) }).found[0]?.isSame).not.toBe(
    true,
  );
  expect(find({ quote: 'Europe did bad. Revenue rose by 5%.', place }).found).toMatchObject([
    { kind: 'approximate', isThere: true, isSame: false },
  ]);
  expect(find({ quote: 'Nothing of this stands in any block of it.' }).found).toEqual([null]);
});

describe('what is quoted', () => {
  const quoted = (words: string, place?: WantedPassage['place']) => {
    const [found] = find({ quote: words, parts: partsOfQuote(words), place }).found;
    return found && [found.isSame, found.quote];
  };

  test.each([
    ['Europe did well', 'Europe did well'],
    ['Costs fell. Europe did well.', 'Costs fell.\nEurope did well'],
    ['Revenue … by 5%', 'Revenue rose by 5%'],
    ['Europe … Asia followed', 'Europe did well. Revenue rose by 5%. Asia followed'],
    ['[r]evenue rose', 'evenue rose'],
    ['Revenue [of the group] rose', 'Revenue rose'],
    ['Asia follow[s]', 'Asia follow'],
    ['… 5%', '5%'],
    ['Revenue rose [sic] by 5%', 'Revenue rose by 5%'],
  ])('%j stands there as %j', (words, shown) => {
    expect(quoted(words)).toEqual([true, shown]);
  });

  test.each([
    ['ell', 'fell'],
    ['Euro', 'Europe'],
    ['Euro pe did well', 'Europe did well'],
    ['044', '26,044'],
    ['rose by 5', 'rose by 5%'],
    ['Asia followed … Europe did well', 'Europe did well'],
    ['Revenue rose … by 7% … Asia followed', 'Asia followed'],
    ['[B]evenue rose', 'Revenue rose'],
  ])('%j is not the same as %j', (words, shown) => {
    expect(quoted(words)).toEqual([false, shown]);
  });

  test('the nearest place counts, and it may be many paragraphs away from what was left out', () => {
    expect(find({ quote, parts: partsOfQuote(quote), place: at(4, 0, 19) }).found).toMatchObject([
      { isThere: true, place: at(4, 0, 18) },
    ]);
    expect(quoted('Item 7. Results … 26,044')?.[0]).toBe(true);
    expect(quoted('nothing like it … at all, whatever anybody says')).toBeNull();
  });
});

test.each([
  [at(99, 0, 5)],
  [at(1, 5, 5)],
  [at(1, 0, 5_000)],
  [{ ...at(1, 0, 5), path: '$.content' }],
  [{ ...at(1, 0, 5), path: 'nonsense' }],
  [at(2, 0, 5, 1)],
])('%j is no place', (place) => {
  expect(find({ quote: null, place }).found).toEqual([null]);
});
