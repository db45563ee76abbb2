import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { pageAt, pages } from './pages.ts';

const contentId = 'A'.repeat(32);

beforeEach(() => () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  ['pointed at', (link: HTMLElement) => fireEvent.pointerOver(link)],
  ['focused', (link: HTMLElement) => fireEvent.focusIn(link)],
])('a page is fetched when its link is %s', async (_, aim) => {
  const load = vi.spyOn(pageAt(['tags']).page, 'load');
  renderPage('#/settings');
  const link = await screen.findByRole('link', { name: 'Tags' });
  expect(load).not.toHaveBeenCalled();
  aim(link);
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
});

test('every page is fetched, one after the other, while nothing else is to do and nobody has just come', async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  const loads = pages.map((page) => vi.spyOn(page, 'load').mockResolvedValue(() => null));
  const longAgo = performance.now() - 60_000;
  const now = vi.spyOn(performance, 'now').mockReturnValue(longAgo);
  renderPage('#/settings');
  await waitFor(() => expect(idle).toHaveLength(1));
  idle.pop()?.();
  expect(idle).toHaveLength(1);
  // The one that is shown.
  expect(loads.filter(({ mock }) => mock.calls.length > 0)).toHaveLength(1);
  now.mockRestore();
  for (const load of loads) {
    await waitFor(() => expect(idle).not.toHaveLength(0));
    expect(idle).toHaveLength(1);
    idle.pop()?.();
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
  }
});

test('what a page asks for first is asked before its code is there, and once', async () => {
  const { page } = pageAt(['documents', contentId, 'annotated']);
  const code = Promise.withResolvers<() => null>();
  vi.spyOn(page, 'load').mockReturnValue(code.promise);
  const annotated = vi.fn(() => ({ path: '/cache/x.json', bytes: 2 }));
  renderPage('#/settings', {
    'documents.annotated': annotated,
    'documents.show': () => ({ id: contentId, file_name: 'filing.html' }),
  });
  await screen.findByRole('link', { name: 'Tags' });
  for (const query of ['', '?event=1']) {
    location.hash = `#/documents/${contentId}/annotated${query}`;
    await waitFor(() => expect(annotated).toHaveBeenCalledOnce());
  }
  code.resolve(() => null);
});
