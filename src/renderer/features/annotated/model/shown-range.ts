import type { BlockRange } from './types.ts';

/** What of a block is shown for a place: one that names no range is all of its block. */
export function shownRange({ block, start, end }: BlockRange): BlockRange {
  return end > start ? { block, start, end } : { block, start: 0, end: Number.MAX_SAFE_INTEGER };
}
