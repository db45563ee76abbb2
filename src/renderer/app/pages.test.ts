import { expect, test } from 'vitest';
import { parseRoute } from '../lib/route.ts';
import { pageAt, pages } from './pages.ts';

test.each([
  ['#/folders', 'folders', {}],
  ['#/folders/new', 'folders/new', {}],
  ['#/folders/a%2Fb', 'folders/:folderId', { folderId: 'a/b' }],
  ['#/folders/f1/edit', 'folders/:folderId/edit', { folderId: 'f1' }],
  ['#/folders/f1/files?reason=x', 'folders/:folderId/files', { folderId: 'f1' }],
  ['#/documents/d1/annotated', 'documents/:contentId/annotated', { contentId: 'd1' }],
  ['#/documents/d1/other', 'documents/:contentId', { contentId: 'd1' }],
  ['#/settings/key', 'settings', {}],
  ['#/explorer/search', 'explorer', {}],
  ['', 'home', {}],
  ['#/nowhere/at/all', 'home', {}],
])('%s means %s', (address, page, parameters) => {
  const found = pageAt(parseRoute(address).path);
  expect([found.page.address, found.parameters]).toEqual([page, parameters]);
});

test('no page stands behind one that its address means too', () => {
  const meant = pages.map(({ address }) => pageAt(address.split('/')).page.address);
  expect(meant).toEqual(pages.map(({ address }) => address));
});

test.each(pages.map((page) => [page.address, page] as const))('%s can be loaded', async (_, page) => {
  expect(await page.load()).toBeTypeOf('function');
});
