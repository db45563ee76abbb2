import { expect, test } from 'vitest';
import { tracksOf } from '../../ui/grid/columns.ts';
import { chosenColumns, fittingColumns } from './columns.ts';

/** A window of 1440 pixels less its navigation, margins and a scroll bar. */
const room = 1_170;

test.each([false, true])('the usual columns fit beside the navigation, in a team (%s) too', (isTeam) => {
  expect(tracksOf(chosenColumns([], isTeam), {}, true).least).toBeLessThanOrEqual(room);
});

const named = (isTeam: boolean, width: number) => fittingColumns(isTeam, width).map(({ name }) => name);

test.each([
  [640, ['file', 'status', 'uploaded']],
  [900, ['file', 'status', 'machine', 'tags', 'uploaded']],
  [1440, ['file', 'status', 'source', 'person', 'machine', 'tags', 'shared', 'size', 'uploaded']],
])(
  'in a team a window of %s pixels has the usual columns that fit, the telling ones first',
  (window, names) => {
    // The navigation is narrow in the first two; then margins, the border and a scroll bar.
    const besides = window > 900 ? 204 : 56;
    expect(named(true, window - besides - 48 - 17)).toEqual(names);
  },
);

test('alone nobody is told of machines, and what is left has more room', () => {
  expect(named(false, 779)).toEqual(['file', 'status', 'tags', 'shared', 'uploaded']);
  expect(named(false, 10)).toEqual(['file', 'status', 'uploaded']);
});

test('a column that a person made wider leaves less room for the others', () => {
  const fitting = fittingColumns(true, 779, { file: 600 });
  expect(fitting.map(({ name }) => name)).toEqual(['file', 'status', 'uploaded']);
  expect(tracksOf(fitting, { file: 600 }, true).least).toBeGreaterThan(600);
});
