import { flushSync } from 'react-dom';
import { stretchOf } from '../../model/sections.ts';

/** How far from sight a stretch is opened: shares of the pane's height above and below. */
const margin = '300% 0px';

interface Pane {
  readonly scroller: HTMLElement;
  /** Called with the elements of the sections that came into the page. */
  readonly onSections: (elements: readonly Element[]) => void;
  /** And of those that are about to leave it. */
  readonly onGone: (elements: readonly Element[]) => void;
  /** Makes a change that moves nothing of what is in sight. */
  readonly steadily: (change: () => void) => void;
}

/**
 * Which stretches of a text have their sections in the page. A text of 77,000 blocks has some 1,900 sections:
 * as many elements, each watched, would take longer than reading the document.
 */
export class Stretches {
  readonly #open = new Set<number>();
  readonly #listeners = new Map<number, () => void>();
  #pane: Pane | undefined;

  /** For React. */
  isOpen(stretch: number): boolean {
    return this.#open.has(stretch);
  }

  subscribe(stretch: number, listener: () => void): () => void {
    this.#listeners.set(stretch, listener);
    return () => this.#listeners.delete(stretch);
  }

  get open(): Iterable<number> {
    return this.#open;
  }

  /** Opens what comes near; returns what ends that. */
  attach(pane: Pane): () => void {
    this.#pane = pane;
    const sight = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) this.#openStretch(Number((target as HTMLElement).dataset.stretch));
      },
      { root: pane.scroller, rootMargin: margin },
    );
    for (const element of pane.scroller.querySelectorAll('[data-stretch]')) sight.observe(element);
    for (const stretch of this.#open) pane.onSections(this.#sectionsOf(stretch));
    return () => {
      sight.disconnect();
      this.#pane = undefined;
    };
  }

  /** Brings the place of a section into the page, at once. */
  openAt(section: number): void {
    this.#openStretch(stretchOf(section));
  }

  /** Takes the places of its sections out of the page; what stood in them must have gone before. */
  close(stretch: number): void {
    if (!this.#open.delete(stretch)) return;
    this.#pane?.onGone(this.#sectionsOf(stretch));
    this.#draw(stretch);
  }

  #openStretch(stretch: number): void {
    if (this.#pane === undefined || this.#open.has(stretch)) return;
    this.#open.add(stretch);
    this.#draw(stretch);
    this.#pane.onSections(this.#sectionsOf(stretch));
  }

  #sectionsOf(stretch: number): readonly Element[] {
    return [...(this.#pane?.scroller.querySelectorAll(`[data-stretch="${stretch}"] > [data-section]`) ?? [])];
  }

  #draw(stretch: number): void {
    const draw = () => flushSync(() => this.#listeners.get(stretch)?.());
    if (this.#pane === undefined) draw();
    else this.#pane.steadily(draw);
  }
}
