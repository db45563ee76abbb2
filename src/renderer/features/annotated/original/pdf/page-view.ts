import { AnnotationMode, type PDFPageProxy, type RenderTask } from 'pdfjs-dist';
import { canvasSize } from './canvas-size.ts';
import type { PageBox } from './page-layout.ts';
import { joinLines, type PageArea } from './page-lines.ts';
import { type LinkedFile, type LinkWords, pageLinks } from './page-links.ts';
import { PdfFailure } from './pdf-failure.ts';
import { PageTextLayer } from './text-layer.ts';

export interface PageWords extends LinkWords {
  /** What a page is called, from its number. */
  readonly page: (number: number) => string;
  readonly broken: string;
  /** Of one that was given up. */
  readonly slow: string;
}

/** What of a page is marked: units of its text. */
export interface PageMark {
  readonly kind: 'exact' | 'approximate';
  readonly from: number;
  readonly to: number;
}

/** One page in its place: its paper, and when it is near its picture, its text, its marks and its links. */
export class PageView {
  readonly element = document.createElement('div');
  readonly #marks = document.createElement('div');
  readonly #ending = new AbortController();
  readonly #linked: LinkedFile;
  readonly #number: number;
  readonly #words: PageWords;
  /** Puts its things away in the worker that has them. */
  #cleanUp: (() => unknown) | undefined;
  #box: PageBox;
  #canvas: HTMLCanvasElement | undefined;
  #task: RenderTask | undefined;
  #isBroken = false;
  #text: PageTextLayer | undefined;
  #asked: Promise<void> | undefined;
  #mark: PageMark | undefined;
  /** Its width as its text counts it. */
  #units = 1;

  /** @param index from 0 */
  constructor(linked: LinkedFile, index: number, box: PageBox, words: PageWords) {
    this.#linked = linked;
    this.#number = index + 1;
    this.#words = words;
    this.#box = box;
    this.element.dataset.page = String(this.#number);
    this.element.setAttribute('role', 'group');
    this.element.setAttribute('aria-label', words.page(this.#number));
    this.#marks.dataset.marks = '';
    this.element.append(this.#marks);
    this.#stand();
  }

  /** Stands elsewhere, or as large as the pane lets it now. */
  place(box: PageBox): void {
    this.#box = box;
    this.#stand();
    // What is being painted has another size.
    if (!this.isPainted) this.#task?.cancel();
  }

  get isPainted(): boolean {
    return this.#isBroken || this.#canvas?.width === canvasSize(this.#box, devicePixelRatio).width;
  }

  /** It is painted, in whatever size. */
  get hasPicture(): boolean {
    return this.#isBroken || this.#canvas !== undefined;
  }

  /** Paints it as large as it stands there; what was there stays until then. */
  async paint(): Promise<void> {
    try {
      await this.#paint();
    } catch (error) {
      const isGivenUp = error instanceof Error && error.name === 'RenderingCancelledException';
      this.#task?.cancel();
      if (!isGivenUp && !this.#ending.signal.aborted) this.#fail(error);
    } finally {
      this.#task = undefined;
    }
  }

  /** Its text and links are there when this resolves. */
  fill(): Promise<void> {
    this.#asked ??= this.#fill().catch(() => undefined);
    return this.#asked;
  }

  /** Marks a part of its text, from now on or when it has come. */
  mark(mark: PageMark | undefined): void {
    const now = this.#mark;
    if (now?.kind === mark?.kind && now?.from === mark?.from && now?.to === mark?.to) return;
    this.#mark = mark;
    this.#drawMark();
  }

  /** The lines of a part of its text, in the window; none while its text is not there. */
  linesOf(from: number, to: number): readonly DOMRect[] {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    return this.#areasOf(from, to).map(
      (area) =>
        new DOMRect(
          left + area.left * width,
          top + area.top * height,
          (area.right - area.left) * width,
          (area.bottom - area.top) * height,
        ),
    );
  }

  unitAt(node: Node, offset: number): number {
    return this.#text?.unitAt(node, offset) ?? -1;
  }

  /** Leaves the page; nothing of it goes on. */
  end(): void {
    this.#ending.abort();
    this.#task?.cancel();
    this.element.remove();
    // The memory of a canvas that nobody sees goes when it is collected, unless it has no size.
    if (this.#canvas) this.#canvas.width = 0;
    this.#cleanUp?.();
  }

  async #paint(): Promise<void> {
    const { signal } = this.#ending;
    await seen(signal);
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    const isPainted = await this.#linked.file.ofPage(this.#number - 1, async (proxy) => {
      // It left, or was given up.
      if (signal.aborted || this.#isBroken) return false;
      this.#cleanUp = () => proxy.cleanup();
      const { width, height } = canvasSize(this.#box, devicePixelRatio);
      canvas.width = width;
      canvas.height = height;
      const scale = width / proxy.getViewport({ scale: 1 }).width;
      const viewport = proxy.getViewport({ scale });
      const annotationMode = AnnotationMode.ENABLE;
      this.#task = proxy.render({ canvas, viewport, annotationMode, background: '#ffffff' });
      // Pages of a hidden window are not painted on: that it takes long says nothing of them.
      const hidden = () => document.hidden && this.#task?.cancel();
      document.addEventListener('visibilitychange', hidden, { signal });
      await this.#task.promise.finally(() => document.removeEventListener('visibilitychange', hidden));
      return true;
    });
    if (!isPainted || signal.aborted) return;
    this.#canvas?.remove();
    this.#canvas = canvas;
    this.element.prepend(canvas);
  }

  async #fill(): Promise<void> {
    const { signal } = this.#ending;
    const read = await this.#linked.file.ofPage(this.#number - 1, (proxy) => this.#read(proxy));
    if (read === undefined || signal.aborted) return;
    const { proxy, content, links } = read;
    const scale = this.#box.width / proxy.getViewport({ scale: 1 }).width;
    const text = content && (await PageTextLayer.make(content, proxy, scale, signal).catch(() => undefined));
    if (signal.aborted) return;
    if (text !== undefined) {
      this.#text = text;
      this.element.append(text.element);
      this.#units = proxy.getViewport({ scale: 1 }).width / proxy.userUnit;
      this.#stand();
      this.#drawMark();
    }
    if (links !== undefined) this.element.append(links);
  }

  /** A page whose links are broken has its text all the same, and the other way round. */
  async #read(proxy: PDFPageProxy) {
    if (this.#ending.signal.aborted) return undefined;
    this.#cleanUp = () => proxy.cleanup();
    const [links, content] = await Promise.all([
      pageLinks(this.#linked, proxy, this.#words).catch(() => undefined),
      proxy.getTextContent().catch(() => undefined),
    ]);
    return { proxy, content, links };
  }

  #areasOf(from: number, to: number): readonly PageArea[] {
    const page = this.element.getBoundingClientRect();
    const areas = this.#text?.areasOf(from, to, page) ?? [];
    return joinLines(areas, page.height / page.width);
  }

  #drawMark(): void {
    const mark = this.#mark;
    const lines = mark === undefined ? [] : this.#areasOf(mark.from, mark.to);
    this.#marks.replaceChildren(
      ...lines.map(({ left, top, right, bottom }) => {
        const line = document.createElement('div');
        line.dataset.mark = mark?.kind;
        line.style.left = `${left * 100}%`;
        line.style.top = `${top * 100}%`;
        line.style.width = `${(right - left) * 100}%`;
        line.style.height = `${(bottom - top) * 100}%`;
        return line;
      }),
    );
  }

  #stand(): void {
    const { left, top, width, height } = this.#box;
    const { style } = this.element;
    style.transform = `translate(${left}px, ${top}px)`;
    style.width = `${width}px`;
    style.height = `${height}px`;
    style.setProperty('--total-scale-factor', String(width / this.#units));
  }

  #fail(error: unknown): void {
    if (this.#ending.signal.aborted || this.#isBroken) return;
    this.#isBroken = true;
    const isSlow = error instanceof PdfFailure && error.kind === 'slow';
    const told = document.createElement('p');
    told.textContent = isSlow ? this.#words.slow : this.#words.broken;
    this.element.append(told);
  }
}

/** Resolves once the window is seen. */
async function seen(signal: AbortSignal): Promise<void> {
  while (document.hidden && !signal.aborted)
    await new Promise((resolve) => {
      document.addEventListener('visibilitychange', resolve, { once: true, signal });
      signal.addEventListener('abort', resolve, { once: true });
    });
}
