import { beforeEach, expect, test } from 'vitest';
import { placeInList, readOn, startReading } from './reading-list.ts';

const list = {
  source: { kind: 'documents', filter: {}, sort: { by: 'file', descending: false } },
  grid: { name: 'documents', line: 1 },
} as const;

beforeEach(() => sessionStorage.clear());

const step = (hash: string) => history.pushState(null, '', hash);

test('a document is at its place in the list it was opened from, and so is the next one', () => {
  step('#/documents');
  startReading(list, 3, 'a');
  step('#/documents/a');
  const place = placeInList('a');
  expect(place).toMatchObject({ at: 3, contentId: 'a' });
  if (place) readOn(place, 4, 'b');
  step('#/documents/b');
  expect(placeInList('b')).toMatchObject({ at: 4, contentId: 'b' });
});

test('a last look of the document that is left does not take the place of the one that is opened', () => {
  step('#/documents');
  startReading(list, 3, 'a');
  step('#/documents/a');
  const place = placeInList('a');
  if (place) readOn(place, 4, 'b');
  step('#/documents/b');
  // The address is the new one before the page is: what is drawn in between asks for the old document.
  placeInList('a');
  expect(placeInList('b')).toMatchObject({ at: 4, contentId: 'b' });
  expect(placeInList('b')).toMatchObject({ at: 4, contentId: 'b' });
});
