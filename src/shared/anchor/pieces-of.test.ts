import { expect, test } from 'vitest';
import { hasOthers, piecesOf } from './pieces-of.ts';

const read = (text: string, sentences: readonly { start: number; end: number }[] = []) =>
  piecesOf(text, sentences).map(({ start, end }) => text.slice(start, end));

test('sentences in their order, without the signs that extraction puts before items', () => {
  const text = '• One rose. Two fell.\n• Three stood.';
  const sentences = [
    { start: 12, end: 21 },
    { start: 0, end: 11 },
    { start: 22, end: text.length },
  ];
  expect(read(text, sentences)).toEqual(['One rose.', 'Two fell.', 'Three stood.']);
});

test('a sentence that covers several items is looked for item by item', () => {
  const text = '1. first\n2. second';
  expect(read(text, [{ start: 0, end: text.length }])).toEqual(['first', 'second']);
});

test('a block without sentences is looked for line by line', () => {
  expect(read('Revenue | 5\n\nCosts | 3')).toEqual(['Revenue | 5', 'Costs | 3']);
});

test('numbers that are no signs stay, and one sentence inside another is a part of it', () => {
  const text = 'Sales rose. 5 percent more.';
  const sentences = [
    { start: 0, end: text.length },
    { start: 12, end: 20 },
  ];
  expect(read(text, sentences)).toEqual([text]);
  expect(read('2024 was good.', [{ start: 0, end: 14 }])).toEqual(['2024 was good.']);
});

test('words outside of sentences are told from signs and from nothing, also from the midst of a line', () => {
  const text = '• One rose. Aside. Two fell.\n2. Three stood.';
  const pieces = [
    { start: 2, end: 11 },
    { start: 19, end: 28 },
    { start: 32, end: text.length },
  ];
  expect(hasOthers(text, pieces, { start: 0, end: 11 })).toBe(false);
  expect(hasOthers(text, pieces, { start: 0, end: 19 })).toBe(true);
  expect(hasOthers(text, pieces, { start: 19, end: text.length })).toBe(false);
  expect(hasOthers(text, pieces.slice(0, 2), { start: 19, end: text.length })).toBe(true);
  expect(hasOthers(text, pieces, { start: 14, end: 16 })).toBe(true);
});

test('a range of a very long block is looked at without what stands far from it', () => {
  const sentence = 'Sales of every kind rose by some percent in the year. ';
  const text = sentence.repeat(20_000);
  const pieces = Array.from({ length: 20_000 }, (_, index) => ({
    start: index * sentence.length,
    end: (index + 1) * sentence.length - 1,
  }));
  expect(hasOthers(text, pieces, { start: 0, end: text.length })).toBe(false);
  expect(hasOthers(text, pieces, { start: text.length - 20, end: text.length })).toBe(false);
});

test('of a line of dashes there is nothing to look for', () => {
  expect(read('Costs fell.\n----------\n☐ Yes')).toEqual(['Costs fell.', '☐ Yes']);
});
