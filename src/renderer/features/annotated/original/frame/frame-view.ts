import type { TextPlace } from '#shared/anchor/anchor-text.ts';
import type { BlockRange } from '../../model/types.ts';
import { PlaceKeeper } from '../../text/sheet/place-keeper.ts';
import type { OriginalView } from '../original-view.ts';
import { FrameText } from './frame-text.ts';

/** Names of the highlights; the page in the frame says how they look (`core/original/page/paper.ts`). */
const marks = { exact: 'sluice-exact', approximate: 'sluice-likely' };
/** CSS pixels beside a place that is scrolled to sideways. */
const aside = 24;

/** An original as a page in a frame of our own origin. Nothing runs there: all that happens, happens here. */
export class FrameView implements OriginalView {
  readonly text: string;
  readonly #document: Document;
  readonly #window: Window & typeof globalThis;
  readonly #places: FrameText;
  readonly #keeper: PlaceKeeper;
  readonly #sizes: ResizeObserver;

  constructor(frame: HTMLIFrameElement, document: Document, view: Window & typeof globalThis) {
    this.#document = document;
    this.#window = view;
    this.#places = new FrameText(document);
    this.text = this.#places.text;
    this.#keeper = new PlaceKeeper(document.body, {
      lineOf: ({ start, end }) => this.#places.linesOf(start, end)[0],
      characterAt: (left, top) => this.#characterAt(left, top),
    });
    this.#sizes = new ResizeObserver(() => this.#keeper.resized());
    this.#sizes.observe(frame);
  }

  end(): void {
    this.#keeper.end();
    this.#sizes.disconnect();
  }

  async show(place: TextPlace): Promise<boolean> {
    this.clear();
    const range = this.#places.rangeOf(place.from, place.to);
    if (place.kind === 'none' || range === undefined) return false;
    const highlight = new this.#window.Highlight(range);
    this.#window.CSS.highlights.set(marks[place.kind], highlight);
    const shown = { block: 0, start: place.from, end: place.to };
    const isThere = await this.#keeper.show(shown, async () => undefined);
    if (isThere) this.#scrollSideways(place);
    return isThere;
  }

  clear(): void {
    for (const name of Object.values(marks)) this.#window.CSS.highlights.delete(name);
  }

  /** The unit at a point of the frame; -1 for none. */
  offsetIn(left: number, top: number): number {
    const caret = this.#document.caretPositionFromPoint(left, top);
    return caret === null ? -1 : this.#places.offsetOf(caret.offsetNode, caret.offset);
  }

  pageOf(): null {
    return null;
  }

  /** Where a link of the page leads within it. */
  goTo(name: string): void {
    const { body } = this.#document;
    const goal = body.querySelector(`[data-id="${CSS.escape(name)}"]`);
    if (goal) body.scrollTop += goal.getBoundingClientRect().top - body.getBoundingClientRect().top;
  }

  #characterAt(left: number, top: number): BlockRange | undefined {
    const start = this.offsetIn(left, top);
    return start < 0 ? undefined : { block: 0, start, end: start };
  }

  /** A page that is wider than its pane. */
  #scrollSideways({ from, to }: TextPlace): void {
    const [line] = this.#places.linesOf(from, to);
    const { body } = this.#document;
    if (line === undefined) return;
    if (line.left < 0) body.scrollLeft += line.left - aside;
    // One that is wider than the pane keeps its beginning, and what stands before it.
    else if (line.right > body.clientWidth)
      body.scrollLeft += Math.max(0, Math.min(line.right - body.clientWidth + aside, line.left - aside));
  }
}
