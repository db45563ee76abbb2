import { expect, test } from 'vitest';
import { documentsHref, documentsQuery } from '../../lib/addresses/documents.ts';
import { toDocumentFilter } from './document-filter.ts';

const address = (query: string) => documentsQuery.read(new URLSearchParams(query));

test.each([
  '',
  'search=annual+report&status=failed%2Cgone&folder=f1&tag=a%2Cb&tag=c&shared=no&flag=no_index%2Cno_store&sort=-size',
  'connector=c1&error=ENRICHMENT_FAILED&dated=published&from=2026-01-02&to=2026-02-03&sort=file',
])('an address says the same after it was read and written: %s', (query) => {
  expect(documentsQuery.write(address(query))).toBe(query);
});

test('what no address of ours says is left out', () => {
  expect(documentsHref(address('status=nonsense&sort=nonsense&shared=perhaps&flag=x&dated=tomorrow'))).toBe(
    '#/documents',
  );
});

test('the filter: days from midnight to midnight, the person’s own', () => {
  expect(
    toDocumentFilter(address('from=2026-01-31&to=2026-01-31&dated=completed&folder=manual&shared=yes')),
  ).toEqual({
    folderId: null,
    shared: true,
    dated: 'completed',
    after: new Date(2026, 0, 31).getTime(),
    before: new Date(2026, 1, 1).getTime(),
  });
  expect(toDocumentFilter(address('tag=energy&connector=c1'))).toEqual({
    tags: ['energy'],
    connectorId: 'c1',
  });
  expect(toDocumentFilter(address('sort=-size&dated=published'))).toEqual({});
});
