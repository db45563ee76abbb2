import { AnnotationMode, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import {
  EventBus,
  PDFLinkService,
  type PDFPageView,
  PDFViewer,
  RenderingStates,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
import type { TextPlace } from '#shared/anchor/anchor-text.ts';
import { lastWhere } from '#shared/last-where.ts';
import { land, wayToMiddle } from '../../../../lib/landing.ts';
import type { OriginalView } from '../original-view.ts';
import { inTime } from './in-time.ts';
import { LayerText } from './layer-text.ts';
import type { DocumentText } from './page-text.ts';
import { PdfFailure } from './pdf-failure.ts';
import { pageWidth } from './plain-page.ts';

/** CSS pixels of a PDF unit at scale 1. */
const cssUnits = 96 / 72;
/** CSS pixels beside the pages. */
const margin = 12;
/** CSS pixels above a page that is scrolled to. */
const above = 10;
/** CSS pixels: browsers stop at some 33 million, and pages beyond could not be scrolled to. */
const mostHeight = 30_000_000;
/** Where in a pane a person reads, as a share of its height. */
const reading = 0.34;
/** Milliseconds that a size stays the same before pages are painted in it. */
const settled = 120;
/** Milliseconds that the first pages have for themselves: a window that is not seen draws nothing. */
const firstWithin = 2_000;
/** Milliseconds that a jump waits for the text of its page. */
const textWithin = 30_000;
const highlights = { exact: 'sluice-exact', approximate: 'sluice-likely' };

export interface PageWords {
  /** Name of a page, from its number. */
  readonly page: (number: number) => string;
  readonly broken: string;
  /** For a page that was given up. */
  readonly slow: string;
  /** Name of a link within the document. */
  readonly toPage: string;
  /** Asks whether to open an address of the web. */
  readonly open: (address: string) => void;
}

export interface SheetState {
  /** The page that is read, from 0. */
  readonly page: number;
  /** 1 fits the pane. */
  readonly zoom: number;
}

interface SheetOptions {
  readonly document: PDFDocumentProxy;
  readonly scroller: HTMLDivElement;
  readonly words: PageWords;
  /** Pages, from 0, that are not drawn, because they took too long before. */
  readonly slow: ReadonlySet<number>;
  readonly signal: AbortSignal;
  readonly onState: (state: SheetState) => void;
  /** The user clicked a unit of the text. */
  readonly onChoose: (offset: number) => void;
  readonly onSlow: (page: number) => void;
}

type PageView = Omit<PDFPageView, 'id'> & { readonly id: number };

/** Links that are no addresses of this window: they ask, or scroll. */
class AskingLinks extends PDFLinkService {
  ask: (address: string) => void = () => undefined;

  override addLinkAttributes(link: HTMLAnchorElement, url: string): void {
    link.title = url;
    link.onclick = () => this.ask(url);
  }
}

/** Without it the viewer would load its own translations. All names here come from Sluice's. */
const noTranslation = { pause() {}, resume() {}, async translate() {} };

/** pdf.js's viewer in a pane. A place of the text can be marked, and keeps its position in other sizes. */
export class PdfSheet {
  /** The page that is read, from 0. */
  page = 0;
  /** Resolves when pages can be gone to. */
  readonly opened: Promise<void>;
  readonly #options: SheetOptions;
  readonly #scroller: HTMLDivElement;
  readonly #ground = document.createElement('div');
  readonly #bus = new EventBus();
  readonly #viewer: PDFViewer;
  readonly #layers = new WeakMap<Element, LayerText>();
  readonly #text = Promise.withResolvers<DocumentText>();
  readonly #drawn = Promise.withResolvers<void>();
  #drawing: Promise<void> | undefined;
  #known: DocumentText | undefined;
  #zoom = 1;
  #pane = { width: 0, height: 0 };
  #repaint: ReturnType<typeof setTimeout> | undefined;
  #shown: TextPlace | undefined;
  #landing: AbortController | undefined;

  constructor(options: SheetOptions) {
    const { document: pdf, scroller, words, signal } = options;
    this.#options = options;
    this.#scroller = scroller;
    this.#ground.className = 'pdfViewer';
    scroller.replaceChildren(this.#ground);
    const links = new AskingLinks({ eventBus: this.#bus, ignoreDestinationZoom: true });
    links.ask = words.open;
    this.#viewer = new PDFViewer({
      container: scroller,
      viewer: this.#ground,
      eventBus: this.#bus,
      linkService: links,
      l10n: noTranslation as never,
      annotationMode: AnnotationMode.ENABLE,
      annotationEditorMode: -1,
      enableAutoLinking: false,
      enableSelectionRendering: false,
      ...{ abortSignal: signal },
    });
    // A page is drawn to its end: a paused one would seem slow.
    const { renderingQueue } = this.#viewer;
    if (renderingQueue) renderingQueue.isHighestPriority = () => true;
    links.setViewer(this.#viewer);
    this.opened = new Promise((resolve) => this.#bus.on('pagesinit', resolve, { once: true }));
    this.#listen();
    links.setDocument(pdf);
    this.#viewer.setDocument(pdf);
  }

  /** Resolves when the first page is drawn, or soon. */
  async painted(): Promise<void> {
    await Promise.race([this.#drawn.promise, new Promise((resolve) => setTimeout(resolve, firstWithin))]);
  }

  /** Resolves when no page is being drawn. */
  async idle(): Promise<void> {
    while (this.#drawing !== undefined) await this.#drawing.catch(() => undefined);
  }

  /** The size of a page, once it is known. It moves nothing that is seen. */
  learn(page: PDFPageProxy): void {
    const view = this.#view(page.pageNumber - 1);
    const { width, height } = page.getViewport({ scale: 1 });
    if (!view || view.pdfPage || Math.abs(view.height / view.width - height / width) < 1e-6) return;
    this.#steadily(() => view.setPdfPage(page));
  }

  zoomTo(zoom: number): void {
    this.#zoom = Math.min(zoom, (mostHeight / this.#scroller.scrollHeight) * this.#zoom);
    this.#resize();
    this.#tell();
  }

  /** @param page from 0 */
  goTo(page: number): void {
    this.#landing?.abort();
    this.page = page;
    this.#scroller.scrollTop = (this.#view(page)?.div.offsetTop ?? 0) - above;
    this.#tell();
  }

  /** With the text of all pages, places can be shown and pointed at. */
  view(text: DocumentText): OriginalView {
    this.#known = text;
    this.#text.resolve(text);
    return {
      text: text.text,
      show: (place) => this.#show(place),
      clear: () => {
        this.#landing?.abort();
        this.#shown = undefined;
        this.#mark();
      },
      pageOf: (offset) => {
        const page = text.pageAt(offset);
        return page < 0 ? null : page + 1;
      },
    };
  }

  #listen(): void {
    const { signal, words } = this.#options;
    const scroller = this.#scroller;
    this.#bus.on('pagesinit', () => this.#begin());
    this.#bus.on('textlayerrendered', ({ source }: { source: PageView }) => {
      const element = source.textLayer?.div;
      if (!element) return;
      // Else each page would be a stop of the Tab key.
      element.removeAttribute('tabindex');
      if (!this.#layers.has(element)) this.#layers.set(element, new LayerText(element));
      this.#mark();
    });
    this.#bus.on('annotationlayerrendered', ({ source }: { source: PageView }) => this.#nameLinks(source));
    this.#bus.on('pagerendered', ({ source, error }: { source: PageView; error: unknown }) => {
      this.#drawn.resolve();
      if (error) say(source, words.broken);
    });
    const sizes = new ResizeObserver(() => this.#resized());
    sizes.observe(scroller);
    const on = { passive: true, signal };
    scroller.addEventListener('scroll', () => this.#tell(), on);
    // The user's own scrolling ends a jump.
    for (const name of ['wheel', 'pointerdown', 'touchstart', 'keydown'])
      scroller.addEventListener(name, () => this.#landing?.abort(), on);
    scroller.addEventListener('click', (event) => this.#clicked(event), on);
    // Pages of a hidden window are not painted on. They are drawn when it is seen again.
    const onVisible = () => (document.hidden ? this.#viewer.cleanup() : this.#viewer.update());
    document.addEventListener('visibilitychange', onVisible, on);
    signal.addEventListener('abort', () => {
      sizes.disconnect();
      clearTimeout(this.#repaint);
      this.#landing?.abort();
      for (const name of Object.values(highlights)) CSS.highlights.delete(name);
      // Memory of a canvas that has no size is free at once.
      for (const view of this.#viewer.getCachedPageViews()) (view as PageView).destroy();
      this.#viewer.setDocument(null as never);
      this.#ground.remove();
    });
  }

  #begin(): void {
    // It would take over copying in all of the window.
    this.#scroller.querySelector('#hiddenCopyElement')?.remove();
    for (let page = 0; page < this.#viewer.pagesCount; page++) this.#guard(this.#view(page) as PageView);
    this.#resize();
    this.#viewer.currentScale = this.#scale;
    this.#scroller.scrollTop = 0;
  }

  /** Limits the time that a page is drawn for. */
  #guard(view: PageView): void {
    const { words, slow, onSlow } = this.#options;
    const page = view.id - 1;
    const draw = view.draw.bind(view);
    view.div.setAttribute('role', 'group');
    view.div.setAttribute('aria-label', words.page(view.id));
    view.draw = async () => {
      // The time of a window that is not seen does not count: nothing is painted in it.
      while (document.hidden)
        await new Promise((resolve) =>
          document.addEventListener('visibilitychange', resolve, { once: true }),
        );
      if (view.renderingState !== RenderingStates.INITIAL) return;
      if (slow.has(page)) {
        view.renderingState = RenderingStates.FINISHED;
        say(view, words.slow);
        return;
      }
      this.#drawing = inTime(draw());
      try {
        await this.#drawing;
      } catch (error) {
        if (error instanceof PdfFailure) onSlow(page);
        else throw error;
      } finally {
        this.#drawing = undefined;
      }
    };
  }

  #nameLinks({ annotationLayer }: PageView): void {
    for (const link of annotationLayer?.div?.querySelectorAll('a') ?? []) {
      link.removeAttribute('href');
      link.title ||= this.#options.words.toPage;
      link.setAttribute('role', 'link');
      link.setAttribute('aria-label', link.title);
      link.tabIndex = 0;
      link.onkeydown = ({ key }) => key === 'Enter' && link.click();
    }
  }

  #view(page: number): PageView | undefined {
    return this.#viewer.getPageView(page) as PageView | undefined;
  }

  #layerOf(page: number): LayerText | undefined {
    const element = this.#view(page)?.textLayer?.div;
    return element?.isConnected ? this.#layers.get(element) : undefined;
  }

  /** Of the viewer, at which a page is as wide as the pane lets it. */
  get #scale(): number {
    return (Math.max(1, this.#pane.width - 2 * margin) * this.#zoom) / (pageWidth * cssUnits);
  }

  /** Gives pages their size now, and paints them when it stays the same. */
  #resize(): void {
    this.#steadily(() => {
      this.#pane = { width: this.#scroller.clientWidth, height: this.#scroller.clientHeight };
      this.#ground.style.setProperty('--scale-factor', String(this.#scale * cssUnits));
    });
    clearTimeout(this.#repaint);
    this.#repaint = setTimeout(() => {
      this.#steadily(() => {
        this.#viewer.currentScale = this.#scale;
      });
    }, settled);
  }

  #resized(): void {
    const { clientWidth, clientHeight } = this.#scroller;
    // Out of the page for a while: its width there is none.
    if (clientWidth === 0 || this.#viewer.pagesCount === 0) return;
    const line = this.#lineInSight(this.#pane.height);
    if (clientWidth !== this.#pane.width) this.#resize();
    // The pane is too low now for where it was.
    if (line && line.bottom > this.#scroller.getBoundingClientRect().top + clientHeight)
      this.#scroller.scrollTop += wayToMiddle(this.#scroller, this.#line() ?? line);
    this.#pane = { width: clientWidth, height: clientHeight };
    this.#viewer.update();
  }

  /** Changes sizes. What is marked, or else read, keeps its position. */
  #steadily(change: () => void): void {
    const { top, left, width } = this.#scroller.getBoundingClientRect();
    const paper = this.#view(this.#pageRead())?.div;
    const box = paper?.getBoundingClientRect() ?? new DOMRect();
    const down = (top + this.#pane.height * reading - box.top) / box.height;
    const across = (left + width / 2 - box.left) / box.width;
    const point = () => {
      const now = paper?.getBoundingClientRect() ?? box;
      return { left: now.left + across * now.width, top: now.top + down * now.height };
    };
    const where = this.#lineInSight() ? () => this.#line() ?? point() : point;
    const before = where();
    change();
    const after = where();
    if (this.#landing !== undefined || !Number.isFinite(after.top - before.top)) return;
    this.#scroller.scrollTop += after.top - before.top;
    this.#scroller.scrollLeft += after.left - before.left;
  }

  async #show(place: TextPlace): Promise<boolean> {
    this.#landing?.abort();
    const landing = new AbortController();
    const signal = AbortSignal.any([landing.signal, this.#options.signal]);
    const page = this.#known?.pageAt(place.from) ?? -1;
    this.#shown = place.kind === 'none' || page < 0 ? undefined : place;
    this.#mark();
    if (this.#shown === undefined) return false;
    this.#landing = landing;
    await this.#bring(page, signal);
    const line = () => this.#line() ?? this.#view(page)?.div.getBoundingClientRect();
    const isThere = !signal.aborted && (await land({ scroller: this.#scroller, line, signal }));
    if (this.#landing !== landing) return false;
    this.#landing = undefined;
    const [marked, pane] = [this.#line(), this.#scroller.getBoundingClientRect()];
    if (marked && (marked.left < pane.left || marked.right > pane.right))
      this.#scroller.scrollLeft += marked.left - pane.left - 2 * margin;
    return isThere;
  }

  /** Scrolls a page into sight, and waits until its text is there or cannot be. */
  async #bring(page: number, signal: AbortSignal): Promise<void> {
    const until = performance.now() + textWithin;
    while (!signal.aborted && this.#layerOf(page) === undefined && performance.now() < until) {
      const paper = this.#view(page)?.div;
      const { scrollTop, clientHeight } = this.#scroller;
      if (!paper || paper.querySelector(':scope > p')) return;
      if (paper.offsetTop + paper.offsetHeight <= scrollTop || paper.offsetTop >= scrollTop + clientHeight)
        this.#scroller.scrollTop = paper.offsetTop - above;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }

  /** What is shown, on the pages whose text is there. */
  #ranges(): readonly Range[] {
    const { from = 0, to = 0 } = this.#shown ?? {};
    const first = this.#known?.pageAt(from) ?? -1;
    if (this.#shown === undefined || first < 0) return [];
    return (this.#known?.starts ?? []).flatMap((start, page) => {
      if (page < first || start >= to) return [];
      return this.#layerOf(page)?.rangeOf(Math.max(0, from - start), to - start) ?? [];
    });
  }

  #mark(): void {
    for (const name of Object.values(highlights)) CSS.highlights.delete(name);
    const kind = this.#shown?.kind ?? 'none';
    if (kind !== 'none') CSS.highlights.set(highlights[kind], new Highlight(...this.#ranges()));
  }

  /** The first line of what is shown, in the window. */
  #line(): DOMRect | undefined {
    const [range] = this.#ranges();
    return [...(range?.getClientRects() ?? [])].find(({ width }) => width > 0);
  }

  #lineInSight(height = this.#scroller.clientHeight): DOMRect | undefined {
    const line = this.#line();
    const { top } = this.#scroller.getBoundingClientRect();
    return line && line.top >= top && line.top < top + height ? line : undefined;
  }

  #clicked({ target, clientX, clientY }: MouseEvent): void {
    const isText = target instanceof Element && target.closest('.textLayer span') !== null;
    const caret = document.caretPositionFromPoint(clientX, clientY);
    if (!isText || !caret || document.getSelection()?.isCollapsed === false) return;
    const paper = target.closest<HTMLElement>('[data-page-number]');
    const page = Number(paper?.dataset.pageNumber) - 1;
    const unit = this.#layerOf(page)?.unitAt(caret.offsetNode, caret.offset) ?? -1;
    if (unit < 0) return;
    void this.#text.promise.then(({ starts }) => this.#options.onChoose((starts[page] ?? 0) + unit));
  }

  #pageRead(): number {
    const at = this.#scroller.scrollTop + this.#scroller.clientHeight * reading;
    const { pagesCount } = this.#viewer;
    return Math.max(
      0,
      lastWhere(pagesCount, (page) => (this.#view(page)?.div.offsetTop ?? 0) <= at),
    );
  }

  #tell(): void {
    if (this.#viewer.pagesCount === 0) return;
    this.page = this.#pageRead();
    this.#options.onState({ page: this.page, zoom: this.#zoom });
  }
}

/** Why a page is not drawn. */
function say(view: PageView, words: string): void {
  const told = document.createElement('p');
  told.textContent = words;
  view.div.querySelector(':scope > p')?.remove();
  view.div.append(told);
}
