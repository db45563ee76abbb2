import { expect, test } from 'vitest';
import { countPlaced, type PlacedCount, standsByOrder } from '../../bench/originals/place-pieces.ts';

/** How the pieces of a document are placed in what is seen of its original, block by block. */
function count(pieces: readonly string[], blocks: readonly string[]): PlacedCount {
  const seen = { text: blocks.join('\u2029'), starts: [0] };
  const counted: PlacedCount = { all: 0, exact: 0, checked: 0, false: [] };
  countPlaced(seen, pieces, standsByOrder(seen, pieces), counted);
  return counted;
}

const head = 'The head of the first page, of which there is one.';
const body = 'The body of the document says what there is to say.';
const foot = 'The foot of the last page, which stands at its end.';

test('in the order of the document all are checked, and none is false', () => {
  expect(count([head, body, foot], [head, body, foot])).toEqual({ all: 3, exact: 3, checked: 3, false: [] });
});

test('of which the order does not tell the place, what is around it has to', () => {
  const moved = count([head, body, foot], [foot, head, body]);
  expect(moved).toMatchObject({ exact: 3, checked: 2, false: [expect.stringMatching(/^unknown: The foot/)] });
  // The order of the pieces leads past them, and they stand among the same words.
  const cells = ['Games', 'Chips', 'Cars', 'Total of all'];
  const again = count([head, ...cells, foot, ...cells.slice(0, 2), body], [head, ...cells, foot]);
  expect(again.false).toEqual([]);
});

test('the words of a cell that is hidden, which stand elsewhere too, are placed nowhere', () => {
  const pieces = [head, 'Revenue', '138', 'Costs', '77', foot, 'Note', body];
  const {
    all,
    exact,
    false: wrong,
  } = count(pieces, [head, 'Revenue', 'Costs', '77', foot, 'Note 138', body]);
  expect(wrong).toEqual([]);
  expect(all - exact).toBe(2);
});

test('repeated words are each in their own place, or in none', () => {
  const rows = ['Revenue', '138', 'Costs', '138', 'Revenue', '138'];
  expect(count([head, ...rows, foot], [head, ...rows, foot])).toMatchObject({
    exact: 8,
    checked: 8,
    false: [],
  });
  const parted = count([head, ...rows, foot], [head, ...rows.toSpliced(2, 1), foot]);
  expect(parted.false).toEqual([]);
  expect(parted.exact).toBeLessThan(8);
});
