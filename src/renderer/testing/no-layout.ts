/** What jsdom, which lays nothing out and draws nothing, lacks of a browser: the least that pages ask for. */

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/** All is in sight. */
globalThis.IntersectionObserver ??= class {
  readonly #callback: IntersectionObserverCallback;
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element) {
    const entry = { target, isIntersecting: true } as IntersectionObserverEntry;
    queueMicrotask(() => this.#callback([entry], this));
  }
  unobserve() {}
  disconnect() {}
  takeRecords = () => [];
};

globalThis.Highlight ??= class extends Set<AbstractRange> {
  priority = 0;
  type = 'highlight' as const;
  constructor(...ranges: AbstractRange[]) {
    super(ranges);
  }
} as unknown as typeof Highlight;
globalThis.CSS ??= {} as typeof CSS;
if (!('highlights' in CSS)) Object.defineProperty(CSS, 'highlights', { value: new Map() });

Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
document.elementFromPoint ??= () => null;
document.caretPositionFromPoint ??= () => null;
Element.prototype.checkVisibility ??= () => true;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.scrollTo ??= () => undefined;

/** The texts that are drawn with a highlight of this name. */
export function highlighted(name: string): string[] {
  return [...(CSS.highlights.get(name) ?? [])].map(({ startContainer, startOffset, endOffset }) =>
    (startContainer.textContent ?? '').slice(startOffset, endOffset),
  );
}
