import { expect, test } from 'vitest';
import { tracksOf } from '../../ui/grid/columns.ts';
import { chosenColumns } from './columns.ts';

/** A window of 1440 pixels less its navigation, margins and a scroll bar. */
const room = 1_170;

test.each([false, true])('the usual columns fit beside the navigation, in a team (%s) too', (isTeam) => {
  expect(tracksOf(chosenColumns([], isTeam), {}, true).least).toBeLessThanOrEqual(room);
});
