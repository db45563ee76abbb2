import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasWordEdges, isEdgeByPairs, isPlainEdge, isWordEdge } from './word-edges.ts';

/** The bar is the place. */
const edgeIn = (written: string) => isWordEdge(written.replace('¦', ''), written.indexOf('¦'));

test.each([
  '¦Note 5',
  'See ¦Note 5',
  'Note¦ 5',
  'Total¦.',
  'rose.¦ Costs',
  'rose.¦Costs',
  'Item 1.¦Business',
  'Organization—¦The company',
  '“¦Note”',
  '(¦Note)',
  '(¦12 months)',
  'in (¦5 stores were closed)',
  '売上高¦は増加した',
  '2024¦年の売上高',
  'revenue $¦ 138',
  'costs -¦ fell',
  '• ¦5 shares',
  'in 2023.¦ 2024 was good',
])('%s is an edge', (written) => expect(edgeIn(written)).toBe(true));

test.each([
  'Note¦book',
  'foot¦note',
  'inter-\n¦national',
  'inter¦-\nnational',
  'inter¦\u00adnational',
  'inter\u00ad¦national',
  'non-¦GAAP',
  'company¦’s',
  'AT&¦T',
  '1,¦138',
  '1¦,138',
  '$26¦.0',
  '2¦5.0',
  '$¦26',
  'growth: –¦5.2%',
  'growth (—¦5.2%)',
  '€ ¦5.2 million',
  'was 5¦ % of sales',
  'was 5 ¦% of sales',
  'had 1\u00a0¦138 employees',
  'had 1¦\u202f138 employees',
  'revenue $ ¦138',
  '-¦5',
  '−¦5',
  '(¦5)',
  '(¦$ 12.5)',
  '(¦12 | )',
  '5¦%',
  'nvidia¦.com',
  'U¦.S.',
  'cafe¦\u0301',
  '1¦5年',
])('%s is none', (written) => expect(edgeIn(written)).toBe(false));

test('a range is whole between two edges, and at an end that is left open', () => {
  const text = 'its non-GAAP income of $391 million';
  const isWhole = (words: string, open = {}) => {
    const from = text.indexOf(words);
    return hasWordEdges(text, from, from + words.length, open);
  };
  expect(isWhole('non-GAAP income')).toBe(true);
  expect(isWhole('GAAP income')).toBe(false);
  expect(isWhole('GAAP income', { start: true })).toBe(true);
  expect(isWhole('income of $39')).toBe(false);
  expect(isWhole('income of $39', { end: true })).toBe(true);
  expect(isWhole('391 million')).toBe(false);
});

test('what is plainly an edge is one by all pairs', () => {
  const sign = fc.constantFrom(
    ..."aZ59 \n\t\u2029\u00a0\u200b\u00ad\u0301-\u2013$\u20ac(),.%\u2030&'/+|@\u58f2",
  );
  fc.assert(
    fc.property(fc.array(sign, { minLength: 2, maxLength: 9 }), fc.nat(), (signs, seed) => {
      const at = 1 + (seed % (signs.length - 1));
      const text = signs.join('');
      fc.pre(isPlainEdge(text, at));
      expect([text, at, isEdgeByPairs(text, at)]).toEqual([text, at, true]);
    }),
    { numRuns: 2_000 },
  );
});
