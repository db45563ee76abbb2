import { waitFor } from '@testing-library/react';
import { type PDFPageProxy, TextLayer } from 'pdfjs-dist';
import { afterEach, expect, test, vi } from 'vitest';
import { PageView } from './page-view.ts';
import { PdfFailure } from './pdf-failure.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  // It keeps a canvas in the document to measure with.
  TextLayer.cleanup();
});

const transform = [10, 0, 0, 10, 20, 100];
const item = {
  str: 'Oracle rose.',
  dir: 'ltr',
  width: 60,
  height: 10,
  transform,
  fontName: 'a',
  hasEOL: false,
};
const viewport = {
  width: 100,
  height: 200,
  scale: 1,
  rotation: 0,
  rawDims: { pageWidth: 100, pageHeight: 200, pageX: 0, pageY: 0 },
  convertToViewportPoint: (left: number, top: number) => [left, 200 - top],
};

/** A page that stands as large as it is. */
function viewOf(more: object, givenUp?: Promise<never>): PageView {
  const proxy = {
    userUnit: 1,
    getViewport: () => viewport,
    getTextContent: async () => ({ items: [item], styles: { a: { fontFamily: 'serif' } }, lang: null }),
    getAnnotations: async () => [],
    cleanup: () => true,
    ...more,
  };
  const ofPage = async <T>(_page: number, work: (page: PDFPageProxy) => Promise<T>) =>
    givenUp ? Promise.race([work(proxy as unknown as PDFPageProxy), givenUp]) : work(proxy as never);
  const file = { ofPage, document: Promise.reject(new Error('not asked for')) };
  file.document.catch(() => undefined);
  const words = {
    page: (number: number) => `Page ${number}`,
    broken: 'This page cannot be shown.',
    slow: 'This page takes too long.',
    toPage: 'within',
    open: vi.fn(),
    goTo: vi.fn(),
  };
  return new PageView({ file, pages: 1 }, 0, { left: 0, top: 0, width: 100, height: 200 }, words);
}

/** jsdom draws nothing, and a layer of text measures its letters. */
function withLetters(): void {
  const measureText = () => ({ width: 60, fontBoundingBoxAscent: 8, fontBoundingBoxDescent: 2 });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return { canvas: this, measureText } as never;
  });
}

test('a page whose links cannot be read has its text all the same', async () => {
  withLetters();
  const getAnnotations = vi.fn(async () => Promise.reject(new Error('broken')));
  const view = viewOf({ getAnnotations });
  await view.fill();
  expect(getAnnotations).toHaveBeenCalledOnce();
  expect(view.element.querySelector('[data-text-layer]')?.textContent).toBe('Oracle rose.');
  expect(view.element.querySelector('[data-links]')).toBeNull();
  expect(view.element.textContent).not.toContain('cannot be shown');
  view.end();
});

test('a page whose text cannot be read has its links all the same', async () => {
  const view = viewOf({ getTextContent: async () => Promise.reject(new Error('broken')) });
  await view.fill();
  expect(view.element.querySelector('[data-text-layer]')).toBeNull();
  expect(view.element.querySelector('[data-links]')).not.toBeNull();
  view.end();
});

test('a page that is given up while it is painted says so', async () => {
  const cancel = vi.fn();
  const slow = Promise.withResolvers<never>();
  const render = () => ({ promise: new Promise(() => undefined), cancel });
  const view = viewOf({ render }, slow.promise);
  const painting = view.paint();
  expect(view.hasPicture).toBe(false);
  expect(view.element.textContent).toBe('');
  slow.reject(new PdfFailure('slow'));
  await painting;
  expect(cancel).toHaveBeenCalledOnce();
  expect(view.element.querySelector('p')?.textContent).toBe('This page takes too long.');
  // Nobody waits for it again.
  expect([view.hasPicture, view.isPainted]).toEqual([true, true]);
  view.end();
});

test('a page of a window that nobody sees is not painted, and not blamed for it', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get');
  const seen = (isSeen: boolean) => {
    hidden.mockReturnValue(!isSeen);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  seen(false);
  const tasks: { cancel: ReturnType<typeof vi.fn>; done: () => void }[] = [];
  const render = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const cancelled = Object.assign(new Error('cancelled'), { name: 'RenderingCancelledException' });
    const task = { promise, cancel: vi.fn(() => reject(cancelled)), done: resolve };
    tasks.push(task);
    return task;
  };
  const view = viewOf({ render });
  const painting = view.paint();
  await Promise.resolve();
  expect(tasks).toHaveLength(0);
  seen(true);
  await waitFor(() => expect(tasks).toHaveLength(1));
  seen(false);
  await painting;
  expect(tasks[0]?.cancel).toHaveBeenCalled();
  expect(view.hasPicture).toBe(false);
  const again = view.paint();
  seen(true);
  await waitFor(() => expect(tasks).toHaveLength(2));
  tasks[1]?.done();
  await again;
  expect(view.element.querySelector('p')).toBeNull();
  expect(view.hasPicture).toBe(true);
  view.end();
});
