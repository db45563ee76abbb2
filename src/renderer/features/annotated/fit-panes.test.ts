import { expect, test } from 'vitest';
import { fittingPanes, isOneAtATime } from './fit-panes.ts';

test('panes stand side by side as long as each can be read, and what was opened last stays', () => {
  expect(fittingPanes(['text', 'analytics', 'tree'], 1000)).toEqual(['text', 'analytics', 'tree']);
  expect(fittingPanes(['text', 'analytics', 'tree'], 999)).toEqual(['text', 'analytics']);
  expect(fittingPanes(['tree', 'text', 'analytics'], 999)).toEqual(['text', 'tree']);
  expect(fittingPanes(['tree'], 100)).toEqual(['tree']);
  expect(fittingPanes(['text', 'tree'], 0)).toEqual(['text', 'tree']);
});

test('they are shown one at a time where the text has no room beside what was found in it', () => {
  expect(isOneAtATime(799)).toBe(true);
  expect(isOneAtATime(800)).toBe(false);
  expect(isOneAtATime(0)).toBe(false);
});
