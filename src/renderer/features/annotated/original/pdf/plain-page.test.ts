import { expect, test, vi } from 'vitest';
import { makePlain, pageWidth, plainPage } from './plain-page.ts';

/** As in pdf.js, the unit is no property of the page itself. */
class FakePage {
  readonly render = vi.fn();
  readonly streamTextContent = vi.fn();
  readonly #size: readonly [number, number];
  readonly #annotations: readonly object[];

  constructor(size: readonly [number, number], annotations: readonly object[] = []) {
    this.#size = size;
    this.#annotations = annotations;
  }

  get userUnit() {
    return 2;
  }

  getViewport({ scale }: { scale: number }) {
    const [width, height] = this.#size;
    return { width: width * this.userUnit * scale, height: height * this.userUnit * scale };
  }

  async getAnnotations() {
    return this.#annotations;
  }
}

const paged = (width: number, height: number, annotations: readonly object[] = []) =>
  plainPage(new FakePage([width, height], annotations) as never);

test.each([
  [612, 792],
  [100_000_000, 100_000_000],
  [1_000_000, 1],
])('a page of %i by %i units is as wide as all others', (width, height) => {
  expect(paged(width, height).getViewport({ scale: 1 }).width).toBeCloseTo(pageWidth, 6);
});

test('a strip is narrower, so that it is no higher than six widths', () => {
  const { width, height } = paged(10, 1_000_000).getViewport({ scale: 1 });
  expect(height).toBeCloseTo(6 * pageWidth, 6);
  expect(width).toBeLessThan(1);
});

test('a page that is asked for twice is prepared once', () => {
  const page = paged(100, 100);
  const { render } = page;
  expect(plainPage(page).render).toBe(render);
});

test('only links to the web and to other pages are left, and they do nothing else', async () => {
  const script = { actions: { Action: ['app.alert()'] }, action: 'Print', attachment: {}, resetForm: {} };
  const page = paged(100, 100, [
    { subtype: 'Link', id: 'web', url: 'https://example.com/', ...script },
    { subtype: 'Link', id: 'inside', dest: [1, { name: 'Fit' }], url: 'javascript:run()', ...script },
    { subtype: 'Link', id: 'script', url: 'javascript:run()' },
    { subtype: 'Link', id: 'file', url: 'file:///etc/passwd' },
    { subtype: 'Link', id: 'action', action: 'Print', dest: null },
    { subtype: 'Widget', id: 'field' },
    { subtype: 'FileAttachment', id: 'attachment' },
  ]);
  const none = { actions: null, action: null, attachment: null, resetForm: null, setOCGState: null };
  expect(await page.getAnnotations()).toEqual([
    { subtype: 'Link', id: 'web', url: 'https://example.com/', dest: null, ...none },
    { subtype: 'Link', id: 'inside', url: null, dest: [1, { name: 'Fit' }], ...none },
  ]);
});

test('a document has no more pages than are shown, and neither forms nor scripts', async () => {
  const page = new FakePage([100, 100]);
  const document = {
    numPages: 20_000,
    getPage: async () => page,
    getFieldObjects: async () => ({ field: [] }),
    hasJSActions: async () => true,
  };
  makePlain(document as never, 10_000);
  expect(document.numPages).toBe(10_000);
  expect(await document.getFieldObjects()).toBeNull();
  expect(await document.hasJSActions()).toBe(false);
  expect(await document.getPage()).toBe(page);
  expect(Object.hasOwn(page, 'userUnit')).toBe(true);
});
