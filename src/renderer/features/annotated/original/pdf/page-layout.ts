import { lastWhere } from '#shared/last-where.ts';
/** CSS pixels between pages, and around all of them. */
const gap = 10;
const margin = 12;
/** A page higher than so many of its widths is drawn narrower: one of a strip would be as high as a book. */
const mostAspect = 6;
/** CSS pixels: browsers stop at some 33 million, and pages beyond could not be scrolled to. */
const mostHeight = 30_000_000;
/** CSS pixels of the smallest page. */
const least = 8;

export interface PageBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Where the pages of a PDF stand in their scroller, each as wide as the pane lets it. What nobody measured
 * yet is taken to be like the first page. Pages are counted from 0.
 */
export class PageLayout {
  readonly count: number;
  /** Height of each page in its widths. */
  readonly #aspects: Float64Array;
  readonly #tops: Float64Array;
  #width = 0;
  #scale = 1;
  #isStale = true;

  /** @param aspect of the first page */
  constructor(count: number, aspect: number) {
    this.count = count;
    this.#aspects = new Float64Array(count).fill(aspect);
    this.#tops = new Float64Array(count + 1);
  }

  /** The height of a page in its widths is known now; true when it was thought to be another. */
  learn(page: number, aspect: number): boolean {
    if (!(aspect > 0) || Math.abs((this.#aspects[page] ?? aspect) - aspect) < 1e-6) return false;
    this.#aspects[page] = aspect;
    this.#isStale = true;
    return true;
  }

  /** @param pane width that pages may take, margins and all @param zoom 1 fits the pane */
  resize(pane: number, zoom: number): void {
    const width = Math.max(least, (pane - 2 * margin) * zoom);
    if (width === this.#width) return;
    this.#width = width;
    this.#isStale = true;
  }

  /** Of all pages, margins and all. */
  get width(): number {
    this.#place();
    return Math.floor(this.#width * this.#scale) + 2 * margin;
  }

  get height(): number {
    this.#place();
    return this.#tops[this.count] as number;
  }

  box(page: number): PageBox {
    this.#place();
    const { width, height } = this.#sizeOf(page);
    const left = Math.round((this.width - width) / 2);
    return { left, top: this.#tops[page] as number, width, height };
  }

  /** The page at a height, or the one before it; from 0. */
  pageAt(top: number): number {
    this.#place();
    return Math.max(
      0,
      lastWhere(this.count, (page) => (this.#tops[page] as number) <= top),
    );
  }

  #sizeOf(page: number): { readonly width: number; readonly height: number } {
    const aspect = this.#aspects[page] as number;
    const whole = Math.floor(this.#width * this.#scale);
    // Whole pixels: a picture between two is blurred.
    const height = Math.max(least, Math.round(whole * Math.min(aspect, mostAspect)));
    return { width: Math.max(least, Math.min(whole, Math.round(height / aspect))), height };
  }

  #place(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#scale = 1;
    this.#sum();
    const tallest = this.#tops[this.count] as number;
    if (tallest <= mostHeight) return;
    this.#scale = mostHeight / tallest;
    this.#sum();
  }

  #sum(): void {
    let top = margin;
    for (let page = 0; page < this.count; page++) {
      this.#tops[page] = top;
      top += this.#sizeOf(page).height + gap;
    }
    this.#tops[this.count] = top - gap + margin;
  }
}
