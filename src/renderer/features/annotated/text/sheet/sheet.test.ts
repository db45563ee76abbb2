import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { blocksPerSection } from '../../model/sections.ts';
import type { SectionBlocks } from './section-blocks.ts';
import { SectionHeights } from './section-heights.ts';
import { Sheet } from './sheet.ts';

afterEach(() => vi.unstubAllGlobals());

/** A sheet whose sections are all in the page; `see` brings one into sight. */
async function openSheet(count: number) {
  const watchers: IntersectionObserverCallback[] = [];
  const observers = { observe: () => undefined, unobserve: () => undefined, disconnect: () => undefined };
  class Sight {
    constructor(callback: IntersectionObserverCallback) {
      watchers.push(callback);
      Object.assign(this, observers);
    }
  }
  vi.stubGlobal('IntersectionObserver', Sight);
  const rests: (() => void)[] = [];
  const read: number[] = [];
  const broken = new Set<number>();
  const blocks = {
    read: async (section: number) => {
      read.push(section);
      if (broken.has(section)) throw new Error('It is gone.');
      return [];
    },
  } as unknown as SectionBlocks;
  const totalBlocks = count * blocksPerSection;
  const heights = new SectionHeights(new Array<number>(count).fill(100), totalBlocks);
  const sheet = new Sheet({ blocks, heights, from: 0, to: count, totalBlocks });
  const see = (section: number, isIntersecting = true) => {
    const target = document.createElement('div');
    target.dataset.section = String(section);
    const entry = { target, isIntersecting } as unknown as IntersectionObserverEntry;
    // The sheet's own, before that of its stretches.
    watchers[0]?.([entry], {} as IntersectionObserver);
  };
  const end = sheet.attach(document.createElement('div'));
  see(0);
  await waitFor(() => expect(read).toHaveLength(count));
  read.length = 0;
  vi.stubGlobal('requestIdleCallback', (rested: () => void) => rests.push(rested));
  return { sheet, read, broken, see, end, rests };
}
const first = (section: number) => section * blocksPerSection;
const all = (count: number) => Array.from({ length: count }, (_, section) => first(section));

test('what is drawn otherwise is drawn anew in sight at once, then the nearest when the browser rests', async () => {
  const { sheet, read, see, rests } = await openSheet(6);
  see(0, false);
  see(3);
  const renewing = sheet.renew([...all(6), 1]);
  await waitFor(() => expect(rests).toHaveLength(1));
  expect(read).toEqual([3]);
  // A person scrolls on.
  see(3, false);
  see(5);
  for (let turn = 1; turn < 6; turn++) {
    await waitFor(() => expect(rests.length === turn || read.length === 6).toBe(true));
    rests.at(-1)?.();
  }
  await renewing;
  expect(read).toEqual([3, 5, 4, 2, 1, 0]);
});

test('one that cannot be read again stays as it is, and a pane that is gone has no more drawn', async () => {
  const { sheet, read, broken, end, rests } = await openSheet(4);
  broken.add(0);
  const renewing = sheet.renew(all(4));
  await waitFor(() => expect(rests).toHaveLength(1));
  expect(read).toEqual([0]);
  expect(sheet.views(0)).toEqual([]);
  rests.at(-1)?.();
  await waitFor(() => expect(rests).toHaveLength(2));
  end();
  rests.at(-1)?.();
  await renewing;
  expect(read).toEqual([0, 1]);
});
