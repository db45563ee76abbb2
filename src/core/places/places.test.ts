import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { places, programOf, programSources } from './places.ts';

test('sources find each program and folder where it lies; the pages come with a build', () => {
  const programs = (Object.keys(programSources) as (keyof typeof programSources)[]).map(programOf);
  const { pages, ...others } = places;
  expect([...programs, ...Object.values(others)].filter((place) => !existsSync(place))).toEqual([]);
  expect(pages.pathname).toMatch(/\/out\/renderer$/);
});
