import { isInMiddle, land, topKept, wayToMiddle } from '../../../../lib/landing.ts';
import type { BlockRange } from '../../model/types.ts';

/** Where in a pane a person reads, as shares of its width and height. */
const reading = { left: 0.4, top: 0.34 };
/** Frames in which nothing has to be put right, after which a pane of another width is at rest. */
const stillFrames = 3;
/** CSS pixels that are not worth it. */
const least = 0.5;

/** What stands where in a pane. */
export interface KeptPlace extends BlockRange {
  /** Of its first line below the top of the pane, CSS pixels. */
  readonly top: number;
}

/** What the keeper asks of the text in its pane. */
export interface KeptText {
  /** The first line of a range, in the window; undefined while it is not in the page. */
  readonly lineOf: (range: BlockRange) => DOMRect | undefined;
  /** The character at a point of the window. */
  readonly characterAt: (left: number, top: number) => BlockRange | undefined;
  /** Told what stays where it is from now on. */
  readonly onKept?: () => void;
}

/**
 * Scrolls a pane to what is shown, and from then on keeps that where it stands, or what a person reads after
 * scrolling: whatever comes into the page around it, and whichever width the pane gets.
 */
export class PlaceKeeper {
  readonly #scroller: HTMLElement;
  readonly #text: KeptText;
  readonly #ending = new AbortController();
  /** What stays where it is; undefined while a person scrolls. */
  #kept: KeptPlace | undefined;
  /** It was shown as near to the middle as the ends of the text let it, which may be nearer later. */
  #isAtEnd = false;
  /** What was shown last. */
  #shown: BlockRange | undefined;
  /** There while it is on its way. */
  #landing: AbortController | undefined;
  /** Where this scrolled to last, to tell it from what a person does. */
  #ownTop = -1;
  #width: number;
  #height: number;

  constructor(scroller: HTMLElement, text: KeptText) {
    this.#scroller = scroller;
    this.#text = text;
    this.#width = scroller.clientWidth;
    this.#height = scroller.clientHeight;
    const options = { passive: true, signal: this.#ending.signal };
    scroller.addEventListener('scroll', () => this.#scrolled(), options);
    scroller.addEventListener('scrollend', () => this.#rested(), options);
    // Who takes the text into their own hands is not pulled elsewhere.
    for (const name of ['wheel', 'pointerdown', 'touchstart'])
      scroller.addEventListener(name, () => this.#landing?.abort(), options);
  }

  end(): void {
    this.#ending.abort();
    this.#landing?.abort();
  }

  /** What is on its way to be shown. */
  get landing(): BlockRange | undefined {
    return this.#landing && this.#shown;
  }

  /**
   * Brings the first line of a range into the middle third, once what is given has come into the page, and
   * keeps it there. A later call ends an earlier one; then it resolves with false.
   *
   * @param top where it is to stand below the top of the pane instead, CSS pixels
   */
  async show(range: BlockRange, filled: () => Promise<unknown>, top?: number): Promise<boolean> {
    this.#landing?.abort();
    const landing = new AbortController();
    this.#landing = landing;
    this.#shown = range;
    this.#hold(undefined);
    await filled();
    const line = () => this.#text.lineOf(range);
    const isThere = await land({ scroller: this.#scroller, line, signal: landing.signal, top });
    if (this.#landing !== landing) return false;
    this.#landing = undefined;
    if (isThere) this.#keep(range);
    const there = line();
    this.#isAtEnd = top === undefined && there !== undefined && !isInMiddle(this.#scroller, there);
    return isThere;
  }

  /**
   * What stands where now: what is kept, or what is read by who scrolls. Nothing of what is passed on the way
   * to a place.
   */
  position(): KeptPlace | undefined {
    if (this.#landing !== undefined) return undefined;
    const read = this.#kept ?? this.#read();
    const line = read && this.#text.lineOf(read);
    return line && { block: read.block, start: read.start, end: read.end, top: this.#topOf(line) };
  }

  /** Changes the page, and moves nothing of what is in sight by it. */
  steadily(change: () => void): void {
    const range = this.#landing ? this.#shown : this.#kept;
    const { left, top } = this.#pointOfReading();
    const seen = document
      .elementFromPoint(left, top)
      ?.closest('[data-block], [data-section], [data-stretch]');
    const look = () => (range && this.#text.lineOf(range))?.top ?? seen?.getBoundingClientRect().top;
    const before = look();
    change();
    const after = look();
    if (before !== undefined && after !== undefined && before !== after) this.#scrollBy(after - before);
  }

  /** Sizes changed: scrolls by what the place that is kept was moved. */
  resized(): void {
    const isOtherWidth = this.#scroller.clientWidth !== this.#width;
    this.#width = this.#scroller.clientWidth;
    this.#height = this.#scroller.clientHeight;
    this.#restore();
    if (isOtherWidth) void this.#restoreUntilStill();
  }

  #hasOtherSize(): boolean {
    return this.#scroller.clientWidth !== this.#width || this.#scroller.clientHeight !== this.#height;
  }

  #restore(): boolean {
    const line = this.#kept && this.#text.lineOf(this.#kept);
    if (!this.#kept || !line) return false;
    if (this.#isAtEnd) return this.#goNearer(this.#kept, line);
    const moved = this.#topOf(line) - topKept(this.#scroller.clientHeight, this.#kept.top, line.height);
    // The ends of the text may not let it.
    return Math.abs(moved) >= least && this.#scrollBy(moved);
  }

  /** What comes into the page below, or a lower pane, lets a place at the end be nearer to the middle. */
  #goNearer(kept: KeptPlace, line: DOMRect): boolean {
    const way = wayToMiddle(this.#scroller, line);
    if (way !== 0) this.#scrollBy(way);
    const there = this.#text.lineOf(kept) ?? line;
    this.#kept = { ...kept, top: this.#topOf(there) };
    this.#isAtEnd = !isInMiddle(this.#scroller, there);
    return way !== 0;
  }

  /** Sections that come into sight by another width are laid out anew, some frames long. */
  async #restoreUntilStill(): Promise<void> {
    const kept = this.#kept;
    for (let still = 0; still < stillFrames && this.#kept === kept && kept !== undefined; still++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (this.#kept === kept && this.#restore()) still = 0;
    }
  }

  /** The browser's own way to keep things in place is for who scrolls; both at once would go too far. */
  #hold(kept: KeptPlace | undefined): void {
    this.#kept = kept;
    this.#isAtEnd = false;
    this.#scroller.style.overflowAnchor = kept === undefined ? 'auto' : 'none';
    this.#ownTop = this.#scroller.scrollTop;
    if (kept !== undefined) this.#text.onKept?.();
  }

  #keep(range: BlockRange): void {
    const line = this.#text.lineOf(range);
    this.#hold(line && { ...range, top: this.#topOf(line) });
  }

  #scrolled(): void {
    if (this.#landing !== undefined || this.#scroller.scrollTop === this.#ownTop) return;
    // The browser's own scrolling, where a pane of another size has another end, is nobody's wish.
    if (this.#kept !== undefined && this.#hasOtherSize()) this.resized();
    else this.#hold(undefined);
  }

  /** Where a person scrolled to: what was shown, if it is still in sight, else what is read. */
  #rested(): void {
    if (this.#landing !== undefined || this.#kept !== undefined) return;
    const line = this.#shown && this.#text.lineOf(this.#shown);
    const isInSight = line && this.#topOf(line) >= 0 && this.#topOf(line) < this.#scroller.clientHeight;
    const read = this.#read();
    if (this.#shown && isInSight) this.#keep(this.#shown);
    else if (read !== undefined) this.#keep(read);
  }

  #read(): BlockRange | undefined {
    const { left, top } = this.#pointOfReading();
    const read = this.#text.characterAt(left, top);
    return read && { ...read, end: read.start + 1 };
  }

  #pointOfReading(): { readonly left: number; readonly top: number } {
    const { left, top, width, height } = this.#scroller.getBoundingClientRect();
    return { left: left + width * reading.left, top: top + height * reading.top };
  }

  /** Below the top of the pane. */
  #topOf(line: DOMRect): number {
    return line.top - this.#scroller.getBoundingClientRect().top;
  }

  /** False where it is at its end already. */
  #scrollBy(way: number): boolean {
    const before = this.#scroller.scrollTop;
    this.#scroller.scrollTop += way;
    this.#ownTop = this.#scroller.scrollTop;
    return this.#ownTop !== before;
  }
}
