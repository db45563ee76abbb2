import { expect, test } from 'vitest';
import {
  isSelected,
  nothing,
  type Selection,
  selectedCount,
  selectedFilter,
  toggled,
  withAdded,
} from './selection.ts';

const filter: { search?: string; ids?: number[] } = { search: 'x' };
const all: Selection<number> = { kind: 'all' };
const bySome = (ids: number[]) => ({ ids });

test('some are meant by their ids', () => {
  const selection = withAdded(toggled(toggled(toggled<number>(nothing, 1), 2), 1), [5, 6]);
  expect(selectedFilter(selection, filter, bySome)).toEqual({ ids: [2, 5, 6] });
  expect(selectedCount(selection, 100_000)).toBe(3);
});

test('all are meant by the filter, however many they are', () => {
  expect(selectedFilter(all, filter, bySome)).toEqual(filter);
  expect(selectedCount(all, 100_000)).toBe(100_000);
  expect(isSelected(all, 4)).toBe(true);
});

test('taking one out of all starts anew', () => {
  expect(selectedCount(toggled(all, 4), 9)).toBe(0);
});
