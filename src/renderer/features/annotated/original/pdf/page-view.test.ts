import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { afterEach, expect, test, vi } from 'vitest';
import { PageView } from './page-view.ts';

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
function viewOf(more: object): PageView {
  const proxy = {
    userUnit: 1,
    getViewport: () => viewport,
    getTextContent: async () => ({ items: [item], styles: { a: { fontFamily: 'serif' } }, lang: null }),
    getAnnotations: async () => [],
    cleanup: () => true,
    ...more,
  };
  const file = { getPage: async () => proxy } as unknown as PDFDocumentProxy;
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

test('a page that is painted for ever is given up, and says so', async () => {
  vi.useFakeTimers();
  const cancel = vi.fn();
  const view = viewOf({ render: () => ({ promise: new Promise(() => undefined), cancel }) });
  const painting = view.paint();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(view.hasPicture).toBe(false);
  expect(view.element.textContent).toBe('');
  await vi.advanceTimersByTimeAsync(1_000);
  await painting;
  expect(cancel).toHaveBeenCalledOnce();
  expect(view.element.querySelector('p')?.textContent).toBe('This page takes too long.');
  // Nobody waits for it again.
  expect([view.hasPicture, view.isPainted]).toEqual([true, true]);
  view.end();
});
