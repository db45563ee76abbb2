import { topKept } from '../../../../lib/landing.ts';
import type { PageBox, PageLayout } from './page-layout.ts';

/** Where in a pane a person reads, as a share of its height. */
const reading = 0.34;

/** A place of the pages, and where in the pane it stands. */
export interface KeptPlace {
  readonly page: number;
  /** Of the page's width and height. */
  readonly across: number;
  readonly down: number;
  /** CSS pixels from the left and the top of the pane. */
  readonly left: number;
  readonly top: number;
  /** Of what stands there, CSS pixels. */
  readonly height: number;
}

type Pane = Pick<HTMLElement, 'scrollLeft' | 'scrollTop' | 'clientWidth' | 'clientHeight'>;

/** What a person reads who scrolled there. */
export function placeRead(pane: Pane, layout: PageLayout): KeptPlace {
  const left = pane.clientWidth / 2;
  const top = pane.clientHeight * reading;
  const page = layout.pageAt(pane.scrollTop + top);
  return placeAt(pane, layout.box(page), { page, left, top, height: 0 });
}

/** A point of the pane as a place of a page. */
export function placeAt(
  pane: Pane,
  box: PageBox,
  { page, left, top, height }: Pick<KeptPlace, 'page' | 'left' | 'top' | 'height'>,
): KeptPlace {
  const across = (pane.scrollLeft + left - box.left) / box.width;
  const down = (pane.scrollTop + top - box.top) / box.height;
  return { page, across, down, left, top, height };
}

/** Where a pane is scrolled to so that a place stands where it stood. */
export function scrollFor(
  place: KeptPlace,
  box: PageBox,
  pane: Pane,
): { readonly left: number; readonly top: number } {
  const top = topKept(pane.clientHeight, place.top, place.height);
  return {
    left: Math.round(box.left + place.across * box.width - place.left),
    top: Math.round(box.top + place.down * box.height - top),
  };
}
