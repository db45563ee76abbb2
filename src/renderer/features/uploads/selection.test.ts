import { expect, test } from 'vitest';
import { isSelected, nothing, selectedCount, selectedFilter, toggled, withAdded } from './selection.ts';

const filter = { search: 'x' };

test('some are meant by their ids', () => {
  const selection = withAdded(toggled(toggled(toggled(nothing, 1), 2), 1), [5, 6]);
  expect(selectedFilter(selection, filter)).toEqual({ profileId: null, ids: [2, 5, 6] });
  expect(selectedCount(selection, 100_000)).toBe(3);
});

test('all are meant by the filter, however many they are', () => {
  expect(selectedFilter({ kind: 'all' }, filter)).toEqual(filter);
  expect(selectedCount({ kind: 'all' }, 100_000)).toBe(100_000);
  expect(isSelected({ kind: 'all' }, 4)).toBe(true);
});

test('taking one out of all starts anew', () => {
  expect(selectedCount(toggled({ kind: 'all' }, 4), 9)).toBe(0);
});
