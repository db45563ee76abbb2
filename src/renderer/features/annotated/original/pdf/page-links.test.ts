import { waitFor } from '@testing-library/react';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { expect, test, vi } from 'vitest';
import { pageLinks } from './page-links.ts';

/** Links of a page of a file of 20 pages, of which 10 are shown. */
async function linksOf(annotations: readonly object[]) {
  const viewport = {
    width: 100,
    height: 200,
    convertToViewportPoint: (left: number, top: number) => [left, 200 - top],
  };
  const proxy = { getViewport: () => viewport, getAnnotations: async () => annotations };
  const document = Promise.resolve({
    numPages: 20,
    getPage: async () => proxy,
  } as unknown as PDFDocumentProxy);
  const file = { document, ofPage: async () => expect.unreachable('it waits for its own turn') };
  const words = { toPage: 'within', open: vi.fn(), goTo: vi.fn() };
  const layer = await pageLinks({ file, pages: 10 }, proxy as unknown as PDFPageProxy, words);
  const buttons = [...layer.querySelectorAll('button')];
  return { buttons, ...words };
}

const link = (more: object) => ({ subtype: 'Link', rect: [10, 20, 50, 40], ...more });

test('only links to the web and within the document become buttons, and no more than a page can need', async () => {
  const dead = [link({}), link({ url: 'file:///etc/passwd' }), { ...link({ dest: [1] }), subtype: 'Widget' }];
  const many = Array.from({ length: 5_000 }, () => link({ dest: [0] }));
  const { buttons } = await linksOf([...dead, link({ url: 'https://example.com/' }), ...many]);
  expect(buttons).toHaveLength(2_000);
  expect(buttons.slice(0, 2).map(({ title }) => title)).toEqual(['https://example.com/', 'within']);
});

test('a link to a page that is not shown leads nowhere', async () => {
  const { buttons, goTo } = await linksOf([9, 10, 19, 20].map((page) => link({ dest: [page, null] })));
  for (const button of buttons.toReversed()) button.click();
  // The last to be clicked.
  await waitFor(() => expect(goTo).toHaveBeenCalled());
  expect(goTo.mock.calls).toEqual([[{ page: 9, share: 0 }]]);
});
