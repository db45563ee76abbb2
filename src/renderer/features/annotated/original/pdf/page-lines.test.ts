import { expect, test } from 'vitest';
import { joinLines } from './page-lines.ts';

const area = (left: number, right: number, top: number) => ({ left, right, top, bottom: top + 0.02 });

test('pieces of one line are one area, from the first to the last', () => {
  expect(joinLines([area(0.1, 0.2, 0.5), area(0.2, 0.4, 0.501), area(0.1, 0.3, 0.53)], 1.4)).toEqual([
    { left: 0.1, right: 0.4, top: 0.5, bottom: 0.521 },
    area(0.1, 0.3, 0.53),
  ]);
});

test('what stands in another column is a line of its own', () => {
  const columns = [area(0.1, 0.3, 0.5), area(0.6, 0.9, 0.5)];
  expect(joinLines(columns, 1.4)).toEqual(columns);
  expect(joinLines([], 1.4)).toEqual([]);
});
