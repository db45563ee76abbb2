import { expect, test } from 'vitest';
import { parseRoute } from '../../lib/route.ts';
import { filterAddress, filterFromQuery, isFiltered, toUploadFilter } from './filter-address.ts';

const values = {
  search: 'q3 & more',
  states: ['queued', 'attention'],
  folder: 'f1',
  code: 'FILE_TOO_LARGE',
  from: '2026-03-01',
  to: '2026-03-31',
  document: 'A1',
  order: 'oldest',
} as const;

test('what the address says is what was filtered', () => {
  expect(filterFromQuery(parseRoute(filterAddress(values, 7)).query)).toEqual(values);
  expect(parseRoute(filterAddress(values, 7)).query.get('open')).toBe('7');
});

test('both days are included, from midnight to midnight where the person is', () => {
  expect(toUploadFilter(values)).toEqual({
    profileId: null,
    search: 'q3 & more',
    states: ['queued', 'attention'],
    folderId: 'f1',
    code: 'FILE_TOO_LARGE',
    contentId: 'A1',
    createdAfter: new Date(2026, 2, 1).getTime(),
    createdBefore: new Date(2026, 3, 1).getTime(),
  });
});

test('nothing given filters nothing; what is no state or day is left out', () => {
  expect(isFiltered(toUploadFilter(filterFromQuery(new URLSearchParams('state=x&from=soon'))))).toBe(false);
});

test('added by hand means from no folder', () => {
  expect(toUploadFilter(filterFromQuery(new URLSearchParams('folder=manual')))).toEqual({
    profileId: null,
    folderId: null,
  });
});
