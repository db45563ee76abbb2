import { flushSync } from 'react-dom';
import { sectionOf, sectionsPerStretch, stretchOf } from '../../model/sections.ts';
import type { Stretch } from '../../model/passages.ts';
import type { BlockRange, BlockView } from '../../model/types.ts';
import { characterAt, linesOf, rangeIn } from './block-range.ts';
import { type KeptPlace, PlaceKeeper } from './place-keeper.ts';
import { rest } from './rest.ts';
import type { SectionBlocks } from './section-blocks.ts';
import type { SectionHeights } from './section-heights.ts';
import { Stretches } from './stretches.ts';

/** Documents up to this many blocks come into the page as a whole, so that a person can select across all. */
const mostBlocks = 25_000;
/** Of a longer one so many sections stay, those nearest to what is read. */
const mostSections = 160;
/** And places of sections in so many stretches above, and below: more than hold those sections. */
const mostStretches = 2 * Math.ceil(mostSections / sectionsPerStretch);
/** What is filled besides what is in sight: shares of the pane's height above and below. */
const margin = '120% 0px';
/** CSS pixels around a range that is scrolled to sideways. */
const aside = 24;

export interface SheetOptions {
  readonly blocks: SectionBlocks;
  readonly heights: SectionHeights;
  /** The sections of this sheet; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly totalBlocks: number;
}

/**
 * The text of a document in its pane: sections of blocks that come into the page by and by, those in sight
 * first, and a place that is kept where it stands while things around it change their height.
 */
export class Sheet {
  readonly from: number;
  readonly to: number;
  readonly heights: SectionHeights;
  readonly stretches = new Stretches();
  readonly #blocks: SectionBlocks;
  readonly #holdsAll: boolean;
  readonly #filled = new Map<number, readonly BlockView[]>();
  readonly #asked = new Map<number, Promise<void>>();
  readonly #listeners = new Map<number, () => void>();
  readonly #watchers = {
    near: new Set<() => void>(),
    heights: new Set<() => void>(),
    kept: new Set<() => void>(),
  };
  readonly #near = new Set<number>();
  /** The texts of the blocks in the page. */
  readonly #texts = new Map<number, Element>();
  #scroller: HTMLElement | undefined;
  #keeper: PlaceKeeper | undefined;
  #isFilling = false;

  constructor({ blocks, heights, from, to, totalBlocks }: SheetOptions) {
    this.#blocks = blocks;
    this.heights = heights;
    this.from = from;
    this.to = to;
    this.#holdsAll = totalBlocks <= mostBlocks;
  }

  get allStretches(): readonly number[] {
    const first = stretchOf(this.from);
    const count = this.to > this.from ? stretchOf(this.to - 1) - first + 1 : 0;
    return Array.from({ length: count }, (_, index) => first + index);
  }

  readonly entity = (entity: number) => this.#blocks.entity(entity);

  /** For React: what stands in a section, undefined while it is not in the page. */
  views(section: number): readonly BlockView[] | undefined {
    return this.#filled.get(section);
  }

  subscribe(section: number, listener: () => void): () => void {
    this.#listeners.set(section, listener);
    return () => this.#listeners.delete(section);
  }

  /**
   * Tells that other sections are near or have come into the page there, that heights are others, or that
   * what is read stands elsewhere.
   */
  onChange(what: 'near' | 'heights' | 'kept', listener: () => void): () => void {
    this.#watchers[what].add(listener);
    return () => this.#watchers[what].delete(listener);
  }

  /** Sections in and around sight that are in the page. */
  near(): (readonly BlockView[])[] {
    return [...this.#near].flatMap((section) => {
      const views = this.#filled.get(section);
      return views === undefined ? [] : [views];
    });
  }

  /** Begins to live in a pane whose sections are drawn, filled or not; returns what ends that. */
  attach(scroller: HTMLElement): () => void {
    const keeper = new PlaceKeeper(scroller, {
      lineOf: (range) => this.#lineOf(range),
      characterAt: (left, top) => this.characterAt(left, top),
      onKept: () => this.#tell('kept'),
    });
    this.#scroller = scroller;
    this.#keeper = keeper;
    const sight = new IntersectionObserver((entries) => this.#see(entries), {
      root: scroller,
      rootMargin: margin,
    });
    const sizes = new ResizeObserver((entries) => this.#resized(entries));
    sizes.observe(scroller);
    const endStretches = this.stretches.attach({
      scroller,
      onSections: (elements) => {
        for (const element of elements) {
          sight.observe(element);
          sizes.observe(element);
        }
      },
      onGone: (elements) => {
        for (const element of elements) {
          sight.unobserve(element);
          sizes.unobserve(element);
          this.#near.delete(Number((element as HTMLElement).dataset.section));
        }
      },
      steadily: (change) => keeper.steadily(change),
    });
    // Most begin at the beginning, and need not wait until the browser says what is in sight.
    void this.#fill(this.from);
    return () => {
      endStretches();
      keeper.end();
      sight.disconnect();
      sizes.disconnect();
      this.#near.clear();
      this.#scroller = this.#keeper = undefined;
    };
  }

  /**
   * Brings the first line of a range into the middle third of the pane, once the sections around it are in
   * the page, and keeps it there. A later call ends an earlier one.
   *
   * @param top where it is to stand below the top of the pane instead, CSS pixels
   * @returns false when it was ended, or the place is not here
   */
  async show(range: BlockRange, top?: number): Promise<boolean> {
    const section = sectionOf(range.block);
    if (this.#blocks.unfold(range.block, range.end)) this.#asked.delete(section);
    const around = [section, section - 1, section + 1];
    const filled = () => Promise.all(around.map((one) => this.#fill(one)));
    const isThere = await this.#keeper?.show(range, filled, top);
    if (isThere) this.#scrollSideways(range);
    return isThere === true;
  }

  /** What is read, and where it stands; `show` brings it back there. */
  position(): KeptPlace | undefined {
    return this.#keeper?.position();
  }

  /** Shows more of a folded block. */
  async unfold(block: number): Promise<void> {
    if (!this.#blocks.unfold(block)) return;
    const section = sectionOf(block);
    this.#asked.delete(section);
    await this.#fill(section);
  }

  /** Draws blocks anew that are in the page: those in sight, then the nearest whenever the browser rests. */
  async renew(blocks: readonly number[]): Promise<void> {
    const left = new Set(blocks.map(sectionOf).filter((section) => this.#asked.has(section)));
    while (left.size > 0) {
      if (!this.#near.has(this.#nearest(left) as number)) await rest();
      if (this.#scroller === undefined) return;
      const section = this.#nearest(left) as number;
      left.delete(section);
      await this.#fillAgain(section);
    }
  }

  /** What a range covers in the page; undefined while its section is not there. */
  rangeOf({ block, start, end }: BlockRange): StaticRange | undefined {
    const text = this.#texts.get(block);
    return text ? rangeIn(text, start, end) : undefined;
  }

  /** The lines of a range, in the window. */
  linesOf(range: BlockRange): readonly DOMRect[] {
    const found = this.rangeOf(range);
    return found === undefined ? [] : linesOf(found);
  }

  /** The block, and the character of its text, at a point of the window. */
  characterAt(left: number, top: number): BlockRange | undefined {
    const caret = document.caretPositionFromPoint(left, top);
    const text = caret?.offsetNode.parentElement?.closest('[data-text]');
    if (!caret || !text || this.#scroller?.contains(text) !== true) return undefined;
    const block = Number(text.closest<HTMLElement>('[data-block]')?.dataset.block);
    const start = characterAt(text, caret.offsetNode, caret.offset);
    return { block, start, end: start };
  }

  /** What is selected of the text; undefined where nothing is, or more than the text. */
  selected(): Stretch | undefined {
    const selection = document.getSelection();
    const range = selection?.isCollapsed === false ? selection.getRangeAt(0) : undefined;
    if (!range || this.#scroller?.contains(range.commonAncestorContainer) !== true) return undefined;
    const touched = [...this.#texts].filter(([, text]) => range.intersectsNode(text));
    const sorted = touched.toSorted(([left], [right]) => left - right);
    const [begin, end] = [sorted[0], sorted.at(-1)];
    if (!begin || !end) return undefined;
    const { startContainer, startOffset, endContainer, endOffset } = range;
    const start = begin[1].contains(startContainer) ? characterAt(begin[1], startContainer, startOffset) : 0;
    const isInside = end[1].contains(endContainer);
    // Cut with an ellipsis that is no part of the text.
    const length = this.#lengthOf(end[0]);
    const last = isInside ? Math.min(length, characterAt(end[1], endContainer, endOffset)) : length;
    return { first: { block: begin[0], start }, last: { block: end[0], end: last } };
  }

  #lengthOf(block: number): number {
    const views = this.#filled.get(sectionOf(block));
    return views?.find((view) => view.block === block)?.text.length ?? 0;
  }

  /** The first block that is in sight. */
  firstInSight(): number {
    const scroller = this.#scroller;
    if (scroller === undefined) return this.from;
    const { left, top, width } = scroller.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 3, top + aside);
    return Number(at?.closest<HTMLElement>('[data-block]')?.dataset.block ?? 0);
  }

  #lineOf(range: BlockRange): DOMRect | undefined {
    // A block without text is a place too.
    return this.linesOf(range)[0] ?? this.#texts.get(range.block)?.getBoundingClientRect();
  }

  #see(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const section = Number((target as HTMLElement).dataset.section);
      if (isIntersecting) this.#near.add(section);
      else this.#near.delete(section);
    }
    this.#tell('near');
    void this.#fillOn();
  }

  #resized(entries: readonly ResizeObserverEntry[]): void {
    for (const { target, contentRect } of entries) {
      const section = Number((target as HTMLElement).dataset.section);
      if (this.#filled.has(section)) this.heights.measure(section, contentRect.height);
    }
    this.#keeper?.resized();
    this.#tell('heights');
  }

  /** A wide table scrolls by itself. */
  #scrollSideways(range: BlockRange): void {
    const [line] = this.linesOf(range);
    const wide = this.#texts.get(range.block)?.closest('[data-wide]');
    if (!line || !wide) return;
    const { left, right } = wide.getBoundingClientRect();
    if (line.left < left) wide.scrollLeft -= left - line.left + aside;
    else if (line.right > right) wide.scrollLeft += Math.min(line.right - right + aside, line.left - left);
  }

  /** Sections in sight first, then all others if the page holds them, the nearest first. */
  async #fillOn(): Promise<void> {
    if (this.#isFilling) return;
    this.#isFilling = true;
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) {
        if (!this.#near.has(next)) await rest();
        // Another may have come into sight meanwhile.
        await this.#fill(this.#next() ?? next);
        this.#dropFar();
        this.#closeFar();
      }
    } finally {
      this.#isFilling = false;
    }
  }

  #next(): number | undefined {
    if (this.#scroller === undefined) return undefined;
    const isMissing = (section: number) => !this.#filled.has(section);
    const nearest = this.#nearest([...this.#near].filter(isMissing));
    if (nearest !== undefined || !this.#holdsAll) return nearest;
    const all = Array.from({ length: this.to - this.from }, (_, one) => this.from + one);
    return this.#nearest(all.filter(isMissing));
  }

  /** Of these sections the one that is nearest to what is read. */
  #nearest(sections: Iterable<number>): number | undefined {
    const centre = this.#centre();
    let nearest: number | undefined;
    for (const section of sections)
      if (nearest === undefined || Math.abs(section - centre) < Math.abs(nearest - centre)) nearest = section;
    return nearest;
  }

  #centre(): number {
    const landing = this.#keeper?.landing;
    if (landing) return sectionOf(landing.block);
    let sum = 0;
    for (const section of this.#near) sum += section;
    return this.#near.size === 0 ? this.from : sum / this.#near.size;
  }

  /** Brings a section into the page; it is there when this resolves. */
  #fill(section: number): Promise<void> {
    if (section < this.from || section >= this.to) return Promise.resolve();
    const known = this.#asked.get(section);
    if (known !== undefined) return known;
    const asked = this.#blocks.read(section).then((views) => {
      if (this.#asked.get(section) !== asked) return;
      this.stretches.openAt(section);
      this.#put(section, views);
    });
    this.#asked.set(section, asked);
    return asked;
  }

  /** What is in the page stays there where it cannot be read again. */
  async #fillAgain(section: number): Promise<void> {
    try {
      await this.#asked.get(section);
      if (!this.#filled.has(section)) return;
      this.#asked.delete(section);
      await this.#fill(section);
    } catch {
      this.#asked.delete(section);
    }
  }

  #put(section: number, views: readonly BlockView[]): void {
    const element = this.#scroller?.querySelector<HTMLElement>(`[data-section="${section}"]`);
    this.#steadily(() => {
      this.#filled.set(section, views);
      flushSync(() => this.#listeners.get(section)?.());
      if (!element) return;
      for (const text of element.querySelectorAll('[data-text]'))
        this.#texts.set(Number(text.closest<HTMLElement>('[data-block]')?.dataset.block), text);
      // Measured once as a whole: from then on it is as high out of sight as it is in it.
      element.style.contentVisibility = 'visible';
      const { height } = element.getBoundingClientRect();
      this.heights.measure(section, height);
      element.style.containIntrinsicBlockSize = `auto ${height}px`;
      element.style.contentVisibility = 'auto';
    });
    this.#tell('heights');
    if (this.#near.has(section)) this.#tell('near');
  }

  /** Takes a section out of the page; its place stays as high as it was. */
  #drop(section: number): void {
    this.#asked.delete(section);
    for (const { block } of this.#filled.get(section) ?? []) this.#texts.delete(block);
    if (!this.#filled.delete(section)) return;
    const element = this.#scroller?.querySelector<HTMLElement>(`[data-section="${section}"]`);
    this.#steadily(() => {
      flushSync(() => this.#listeners.get(section)?.());
      if (element) element.style.contentVisibility = 'visible';
    });
  }

  #dropFar(): void {
    if (this.#holdsAll || this.#filled.size <= mostSections) return;
    const centre = this.#centre();
    const far = [...this.#filled.keys()].toSorted(
      (left, right) => Math.abs(right - centre) - Math.abs(left - centre),
    );
    for (const section of far.slice(0, this.#filled.size - mostSections))
      if (!this.#near.has(section)) this.#drop(section);
  }

  /** Places of sections so far away that none of them is filled. */
  #closeFar(): void {
    const centre = stretchOf(this.#centre());
    for (const stretch of [...this.stretches.open])
      if (!this.#holdsAll && Math.abs(stretch - centre) > mostStretches) this.stretches.close(stretch);
  }

  #steadily(change: () => void): void {
    if (this.#keeper === undefined) change();
    else this.#keeper.steadily(change);
  }

  #tell(what: 'near' | 'heights' | 'kept'): void {
    for (const watcher of this.#watchers[what]) watcher();
  }
}
