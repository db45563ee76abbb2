import type { TextPlace } from '#shared/anchor/anchor-text.ts';
import { land } from '../../../../lib/landing.ts';
import type { OriginalView } from '../original-view.ts';
import { type KeptPlace, placeAt, placeRead, scrollFor } from './kept-place.ts';
import { PageLayout } from './page-layout.ts';
import type { PagePlace } from './page-links.ts';
import type { DocumentText } from './page-text.ts';
import type { PagedFile } from './paged-file.ts';
import { type PageMark, PageView, type PageWords } from './page-view.ts';
import type { PageSize } from './read-text.ts';

/** Pages that stand in the pane, and those that are painted: so many of its heights above and below. */
const standing = 2.5;
const painted = 0.6;
/** Milliseconds a pane's width stands still before its pages are painted anew. */
const settled = 120;
/** Milliseconds that the first pages have for themselves. */
const firstWithin = 2_000;
/** CSS pixels around a line that is scrolled to sideways. */
const aside = 24;
/** CSS pixels above a page, or a place of it, that is gone to. */
const above = 10;

export interface SheetState {
  /** The page that is read, from 0. */
  readonly page: number;
  /** 1 fits the pane. */
  readonly zoom: number;
}

interface SheetOptions {
  readonly file: PagedFile;
  /** As many of its pages as are shown. */
  readonly pages: number;
  /** Height of the first page in its widths. */
  readonly aspect: number;
  readonly scroller: HTMLElement;
  readonly words: Omit<PageWords, 'goTo'>;
  readonly onState: (state: SheetState) => void;
  /** A person clicked a unit of the text. */
  readonly onChoose: (offset: number) => void;
}

/**
 * The pages of a PDF in their pane. Those near what is seen are there: painted one after the other, those in
 * sight first. What is shown or read stays where it stands, whatever becomes of widths and heights.
 */
export class PdfSheet {
  readonly #options: SheetOptions;
  readonly #scroller: HTMLElement;
  readonly #ground = document.createElement('div');
  readonly #layout: PageLayout;
  readonly #views = new Map<number, PageView>();
  readonly #ending = new AbortController();
  readonly #sizes: ResizeObserver;
  #text: DocumentText | undefined;
  /** What was clicked before the text of all pages was known. */
  #early: { readonly page: number; readonly unit: number } | undefined;
  #zoom = 1;
  #pane = 0;
  #painting: Promise<void> | undefined;
  #repaint: ReturnType<typeof setTimeout> | undefined;
  #shown: TextPlace | undefined;
  #landing: AbortController | undefined;
  /** What stays where it is; undefined once a person scrolled. */
  #kept: KeptPlace | undefined;
  /** Where this scrolled to last, to tell it from what a person does. */
  #ownTop = -1;

  constructor(options: SheetOptions) {
    const { scroller, pages, aspect } = options;
    this.#options = options;
    this.#scroller = scroller;
    this.#layout = new PageLayout(pages, aspect);
    this.#ground.dataset.ground = '';
    scroller.replaceChildren(this.#ground);
    this.#lay();
    this.#sizes = new ResizeObserver(() => this.#resized());
    this.#sizes.observe(scroller);
    const on = { passive: true, signal: this.#ending.signal };
    scroller.addEventListener('scroll', () => this.#scrolled(), on);
    // Who takes the pages into their own hands is not pulled elsewhere.
    for (const name of ['wheel', 'pointerdown', 'touchstart', 'keydown'])
      scroller.addEventListener(name, () => this.#landing?.abort(), on);
    const select = (isSelecting: boolean) => this.#ground.toggleAttribute('data-selecting', isSelecting);
    scroller.addEventListener('pointerdown', () => select(true), on);
    for (const name of ['pointerup', 'pointercancel', 'blur'])
      window.addEventListener(name, () => select(false), on);
    scroller.addEventListener('click', (event) => this.#clicked(event), on);
    this.#see();
  }

  end(): void {
    this.#ending.abort();
    this.#landing?.abort();
    this.#sizes.disconnect();
    clearTimeout(this.#repaint);
    for (const view of this.#views.values()) view.end();
    this.#views.clear();
    this.#ground.remove();
  }

  /** Resolves when the first pages are painted; soon in any case: a window nobody sees paints nothing. */
  async painted(): Promise<void> {
    await Promise.race([this.#paintOn(), new Promise((resolve) => setTimeout(resolve, firstWithin))]);
  }

  /** Sizes of pages, as they become known; nothing that is seen is moved by them. */
  learn(sizes: readonly PageSize[]): void {
    const news = sizes.filter(({ page, aspect }) => this.#layout.learn(page, aspect));
    if (news.length > 0) this.#steadily(() => this.#lay());
  }

  zoomTo(zoom: number): void {
    if (zoom === this.#zoom) return;
    this.#steadily(() => {
      this.#zoom = zoom;
      this.#lay();
    });
    this.#tell();
  }

  /** To a place of the document itself: the top of a page, or below it. */
  goTo({ page, share }: PagePlace): void {
    this.#landing?.abort();
    const { top, height } = this.#layout.box(page);
    this.#kept = undefined;
    this.#scroller.scrollTop = top + share * height - above;
    this.#see();
  }

  /** With the text of all pages, it can be shown and pointed at. */
  view(text: DocumentText): OriginalView {
    this.#text = text;
    return {
      text: text.text,
      show: (place) => this.#show(place),
      clear: () => {
        this.#shown = undefined;
        this.#landing?.abort();
        this.#mark();
      },
      offsetAt: (left, top) => this.#offsetAt(left, top),
      pageOf: (offset) => {
        const page = text.pageAt(offset);
        return page < 0 ? null : page + 1;
      },
      linesOf: (place) => this.#linesOf(place),
    };
  }

  async #show(place: TextPlace): Promise<boolean> {
    this.#landing?.abort();
    const landing = new AbortController();
    const page = this.#text?.pageAt(place.from) ?? -1;
    this.#shown = place.kind === 'none' || page < 0 ? undefined : place;
    this.#mark();
    if (this.#shown === undefined) return false;
    this.#landing = landing;
    this.#kept = undefined;
    const last = Math.max(page, this.#text?.pageAt(place.to - 1) ?? page);
    await Promise.all([this.#stand(page).fill(), this.#stand(Math.min(last, page + 1)).fill()]);
    const line = () => this.#lineOf(place);
    const scroller = this.#scroller;
    const isThere = !landing.signal.aborted && (await land({ scroller, line, signal: landing.signal }));
    if (this.#landing !== landing) return false;
    this.#landing = undefined;
    if (!isThere) return false;
    this.#scrollSideways(this.#lineOf(place));
    this.#keep();
    this.#see();
    return true;
  }

  /** Keeps what is shown where it stands. */
  #keep(): void {
    const line = this.#shown && this.#lineOf(this.#shown);
    if (!line) return;
    const pane = this.#scroller.getBoundingClientRect();
    const page = this.#text?.pageAt(this.#shown?.from ?? -1) ?? 0;
    const at = { page, left: line.left - pane.left, top: line.top - pane.top, height: line.height };
    this.#kept = placeAt(this.#scroller, this.#layout.box(page), at);
    this.#ownTop = this.#scroller.scrollTop;
  }

  #lineOf(place: TextPlace): DOMRect | undefined {
    const [line] = this.#linesOf(place);
    if (line !== undefined) return line;
    // What has no letters is as good as its page.
    const view = this.#views.get(this.#text?.pageAt(place.from) ?? -1);
    const page = view?.element.getBoundingClientRect();
    return page && new DOMRect(page.left, page.top, page.width, above);
  }

  #linesOf(place: TextPlace): readonly DOMRect[] {
    return this.#parts(place).flatMap(({ page, from, to }) => this.#views.get(page)?.linesOf(from, to) ?? []);
  }

  /** What of a place stands on each of its pages. */
  #parts({ from, to }: TextPlace) {
    const text = this.#text;
    const first = text?.pageAt(from) ?? -1;
    if (text === undefined || first < 0) return [];
    const last = Math.max(first, text.pageAt(Math.min(to, text.text.length) - 1));
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const page = first + index;
      const start = text.starts[page] as number;
      return { page, from: Math.max(0, from - start), to: to - start };
    });
  }

  #mark(): void {
    const shown = this.#shown;
    const marks = new Map<number, PageMark>();
    if (shown !== undefined && shown.kind !== 'none')
      for (const { page, from, to } of this.#parts(shown)) marks.set(page, { kind: shown.kind, from, to });
    for (const [page, view] of this.#views) view.mark(marks.get(page));
  }

  #offsetAt(left: number, top: number): number {
    const at = this.#unitAt(left, top);
    return at === undefined ? -1 : (this.#text?.starts[at.page] ?? 0) + at.unit;
  }

  /** The unit of a page's text at a point of the window. */
  #unitAt(left: number, top: number): { readonly page: number; readonly unit: number } | undefined {
    const caret = document.caretPositionFromPoint(left, top);
    const element = caret?.offsetNode.parentElement?.closest<HTMLElement>('[data-page]');
    if (!caret || !element || !this.#ground.contains(element)) return undefined;
    const page = Number(element.dataset.page) - 1;
    const unit = this.#views.get(page)?.unitAt(caret.offsetNode, caret.offset) ?? -1;
    return unit < 0 ? undefined : { page, unit };
  }

  #clicked({ target, clientX, clientY }: MouseEvent): void {
    const isText = target instanceof Element && target.closest('[data-text-layer] span') !== null;
    if (!isText || document.getSelection()?.isCollapsed === false) return;
    this.#early = this.#unitAt(clientX, clientY);
    this.answerEarly();
  }

  /** Answers what was clicked, now or when the text of all pages is known. */
  answerEarly(): void {
    if (this.#early === undefined || this.#text === undefined) return;
    const { page, unit } = this.#early;
    this.#early = undefined;
    this.#options.onChoose((this.#text.starts[page] ?? 0) + unit);
  }

  #scrolled(): void {
    if (this.#landing === undefined && Math.abs(this.#scroller.scrollTop - this.#ownTop) >= 1)
      this.#kept = undefined;
    this.#see();
  }

  #resized(): void {
    // Out of the page for a while: what it has there is no width.
    if (this.#scroller.clientWidth === 0) return;
    if (this.#scroller.clientWidth !== this.#pane) {
      this.#steadily(() => this.#lay());
      return;
    }
    // Only its height: what is kept may have no room any more where it stood, or has it again.
    if (this.#kept !== undefined && this.#landing === undefined) this.#putBack(this.#kept);
    this.#see();
  }

  /** Changes sizes, and moves nothing of what is shown or read by it. */
  #steadily(change: () => void): void {
    const isInSight = () => {
      const line = this.#shown && this.#lineOf(this.#shown);
      const { top, bottom } = this.#scroller.getBoundingClientRect();
      return line !== undefined && line.top >= top && line.top < bottom;
    };
    if (this.#kept === undefined && this.#landing === undefined && isInSight()) this.#keep();
    const kept = this.#kept ?? placeRead(this.#scroller, this.#layout);
    change();
    clearTimeout(this.#repaint);
    this.#repaint = setTimeout(() => {
      this.#repaint = undefined;
      void this.#paintOn();
    }, settled);
    if (this.#landing === undefined) {
      this.#kept = kept;
      this.#putBack(kept);
    }
    this.#see();
  }

  #putBack(kept: KeptPlace): void {
    const { left, top } = scrollFor(kept, this.#layout.box(kept.page), this.#scroller);
    this.#scroller.scrollTop = top;
    this.#scroller.scrollLeft = left;
    this.#ownTop = this.#scroller.scrollTop;
  }

  /** Gives every page its place. */
  #lay(): void {
    this.#pane = this.#scroller.clientWidth;
    this.#layout.resize(this.#pane, this.#zoom);
    this.#ground.style.height = `${this.#layout.height}px`;
    this.#ground.style.width = `${this.#layout.width}px`;
    for (const [page, view] of this.#views) view.place(this.#layout.box(page));
  }

  #scrollSideways(line: DOMRect | undefined): void {
    const pane = this.#scroller.getBoundingClientRect();
    if (!line || (line.left >= pane.left && line.right <= pane.right)) return;
    this.#scroller.scrollLeft += line.left - pane.left - aside;
  }

  /** The first and the last page within so many heights of the pane. */
  #around(heights: number): readonly [number, number] {
    const { scrollTop, clientHeight } = this.#scroller;
    const first = this.#layout.pageAt(scrollTop - heights * clientHeight);
    return [first, this.#layout.pageAt(scrollTop + (1 + heights) * clientHeight)];
  }

  /** Brings pages that came near, and lets those go that are far. */
  #see(): void {
    const [first, last] = this.#around(standing);
    for (const [page, view] of this.#views)
      if ((page < first || page > last) && !this.#isHeld(page)) {
        view.end();
        this.#views.delete(page);
      }
    for (let page = first; page <= last; page++) this.#stand(page);
    void this.#paintOn();
    this.#tell();
  }

  /** Pages on the way to being shown, and those of which something is selected. */
  #isHeld(page: number): boolean {
    if (this.#landing !== undefined && this.#shown !== undefined)
      if (this.#parts(this.#shown).some((part) => part.page === page)) return true;
    const selection = document.getSelection();
    const element = this.#views.get(page)?.element;
    return selection?.isCollapsed === false && element !== undefined && selection.containsNode(element, true);
  }

  #stand(page: number): PageView {
    const known = this.#views.get(page);
    if (known !== undefined) return known;
    const { file, pages, words } = this.#options;
    const goTo = (place: PagePlace) => this.goTo(place);
    const view = new PageView({ file, pages }, page, this.#layout.box(page), { ...words, goTo });
    this.#views.set(page, view);
    // In the order of reading, for who goes through them by keys or by ear.
    const next = [...this.#views.keys()].filter((one) => one > page).toSorted((one, other) => one - other)[0];
    const before = next === undefined ? undefined : this.#views.get(next)?.element;
    this.#ground.insertBefore(view.element, before ?? null);
    if (this.#shown) this.#mark();
    return view;
  }

  /** Paints what is near, one page after the other, what is in sight first. */
  #paintOn(): Promise<void> {
    this.#painting ??= this.#paintAll().finally(() => {
      this.#painting = undefined;
    });
    return this.#painting;
  }

  async #paintAll(): Promise<void> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      await next.paint();
      await next.fill();
    }
  }

  #next(): PageView | undefined {
    if (this.#ending.signal.aborted) return undefined;
    const [first, last] = this.#around(painted);
    const centre = this.#readPage();
    const near: number[] = [];
    for (let page = first; page <= last; page++) near.push(page);
    return (
      near
        .toSorted((one, other) => Math.abs(one - centre) - Math.abs(other - centre))
        .map((page) => this.#views.get(page))
        // A picture of another size is good enough while a width is still being pulled.
        .find((view) => view && !(this.#repaint === undefined ? view.isPainted : view.hasPicture))
    );
  }

  #readPage(): number {
    return placeRead(this.#scroller, this.#layout).page;
  }

  #tell(): void {
    this.#options.onState({ page: this.#readPage(), zoom: this.#zoom });
  }
}
