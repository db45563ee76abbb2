import { expect, test } from 'vitest';
import { mostEntries, outlineOf } from './outline.ts';

const heading = (block: number, title: string) => ({ block, title });

test('a filing has its Parts and Items, each once, where their text is', () => {
  const headings = [
    heading(1, 'Annual report'),
    heading(3, 'PART I'),
    heading(4, 'Item 1. Business'),
    heading(5, 'Item 1A. Risk Factors'),
    heading(20, 'PART I'),
    heading(21, 'ITEM 1.  BUSINESS'),
    heading(30, 'Our Company'),
    heading(60, 'ITEM 1A. RISK FACTORS'),
  ];
  expect(outlineOf(headings, 100, [22, 40, 70, 99, 2])).toEqual([
    { block: 20, title: 'PART I', level: 0, events: 0 },
    { block: 21, title: 'ITEM 1. BUSINESS', level: 1, events: 2 },
    { block: 60, title: 'ITEM 1A. RISK FACTORS', level: 1, events: 2 },
  ]);
});

test('the same Item in another Part is another one', () => {
  const titles = ['Part I', 'Item 1. Statements', 'Item 2. Discussion', 'Part II', 'Item 1. Proceedings'];
  const found = outlineOf(
    titles.map((title, index) => heading(index * 10, title)),
    60,
    [],
  );
  expect(found.map(({ title }) => title)).toEqual(titles);
});

test('where there are none, the headings with most text are the outline', () => {
  const few = [heading(0, 'Summary'), heading(4, 'Item of news'), heading(9, 'Valuation')];
  expect(outlineOf(few, 20, []).map(({ title, level }) => [title, level])).toEqual([
    ['Summary', 0],
    ['Item of news', 0],
    ['Valuation', 0],
  ]);
  const many = Array.from({ length: 200 }, (_, index) => heading(index * 2, `Heading ${index}`));
  const found = outlineOf([...many, heading(400, 'Long')], 500, []);
  expect(found).toHaveLength(mostEntries);
  expect(found.at(-1)?.title).toBe('Long');
  expect(outlineOf([], 10, [1])).toEqual([]);
});
