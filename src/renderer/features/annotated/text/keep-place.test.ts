import { Virtualizer } from '@tanstack/react-virtual';
import { expect, test } from 'vitest';
import { keepsPlace, usualHeight } from './keep-place.ts';

/** A text of 1,000 blocks, scrolled to block 100; eight and a half are in sight. */
function scrolledText() {
  const written: number[] = [];
  const element = document.createElement('div');
  const virtual = new Virtualizer<Element, Element>({
    count: 1000,
    overscan: 4,
    estimateSize: () => usualHeight,
    getScrollElement: () => element,
    observeElementRect: (_, onRect) => onRect({ width: 500, height: 8.5 * usualHeight }),
    observeElementOffset: (_, onOffset) => onOffset(100.5 * usualHeight, false),
    scrollToFn: (offset, { adjustments = 0 }) => written.push(offset + adjustments),
  });
  virtual.shouldAdjustScrollPositionOnItemSizeChange = keepsPlace;
  virtual._willUpdate();
  virtual.getVirtualItems();
  // The first offset is written, too.
  written.length = 0;
  return { virtual, written };
}

test('at a place that was just jumped to, measuring the blocks scrolls nothing', () => {
  const { virtual, written } = scrolledText();
  expect(virtual.range).toEqual({ startIndex: 100, endIndex: 108 });
  for (let index = 112; index >= 96; index--) virtual.resizeItem(index, 150);
  expect(written).toEqual([]);
});

test('once a block in sight is measured, what is above it moves nothing', () => {
  const { virtual, written } = scrolledText();
  virtual.resizeItem(104, 150);
  virtual.getVirtualItems();
  virtual.resizeItem(98, usualHeight + 30);
  expect(written).toEqual([100.5 * usualHeight + 30]);
  virtual.getVirtualItems();
  // One that reaches into sight, or stands below, grows downwards when it is measured again.
  virtual.resizeItem(105, 90);
  virtual.resizeItem(105, 100);
  expect(written).toHaveLength(1);
  virtual.resizeItem(98, usualHeight + 50);
  expect(written).toEqual([100.5 * usualHeight + 30, 100.5 * usualHeight + 50]);
});
