import { expect, test } from 'vitest';
import { uploadsQuery } from '../../lib/addresses/uploads.ts';
import { isFiltered, toUploadFilter } from './upload-filter.ts';

const values = {
  ...uploadsQuery.usual,
  search: 'q3 & more',
  states: ['queued', 'attention'],
  folder: 'f1',
  code: 'FILE_TOO_LARGE',
  from: '2026-03-01',
  to: '2026-03-31',
  document: 'A1',
} as const;

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
  expect(isFiltered(toUploadFilter(uploadsQuery.read(new URLSearchParams('state=x&from=soon'))))).toBe(false);
});

test('added by hand means from no folder', () => {
  expect(toUploadFilter(uploadsQuery.read(new URLSearchParams('folder=manual')))).toEqual({
    profileId: null,
    folderId: null,
  });
});
