import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';

/** CSS pixels of a block nobody measured yet. */
export const usualHeight = 76;

type Blocks = Pick<
  Virtualizer<Element, Element>,
  'itemSizeCache' | 'measurementsCache' | 'range' | 'scrollDirection' | 'scrollOffset'
>;

/**
 * Whether the text is scrolled by what a block turned out to be higher or lower, so that what is read stays
 * where it is: the virtualizer's own rule, but only where something in sight was measured before. After a
 * jump nothing was, and nobody reads there yet. Keeping each of those blocks in place would compute the
 * places of all blocks of the document anew for each one.
 */
export function keepsPlace({ key, start }: VirtualItem, _delta: number, blocks: Blocks): boolean {
  const offset = blocks.scrollOffset ?? 0;
  const known = blocks.itemSizeCache.get(key);
  const isAbove =
    known === undefined ? start < offset : start + known <= offset && blocks.scrollDirection !== 'backward';
  return isAbove && isAnyMeasured(blocks);
}

/** By the places as they are drawn: all that is measured at once counts from the same ones. */
function isAnyMeasured({ range, measurementsCache }: Blocks): boolean {
  if (range === null) return false;
  for (let index = range.startIndex; index <= range.endIndex; index++) {
    if (measurementsCache[index]?.size !== usualHeight) return true;
  }
  return false;
}
