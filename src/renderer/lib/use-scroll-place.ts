import { type RefObject, useEffect, useState } from 'react';
import { useHistoryMemory } from './history-memory.tsx';

interface ScrollPlace {
  readonly key: string;
  /** Pixels. */
  readonly top: number;
}

/**
 * Remembers how far a frame inside a page is scrolled, so that "back" finds it again (R9).
 *
 * @returns where it was in pixels, for the rows that are drawn first; 0 where the frame showed something else
 */
export function useScrollPlace(name: string, key: string, frame: RefObject<HTMLElement | null>): number {
  const { recall, keep } = useHistoryMemory<ScrollPlace>(`${name} scroll`);
  const [place] = useState(recall);
  useEffect(() => {
    const element = frame.current;
    const onScroll = () => keep({ key, top: element?.scrollTop ?? 0 });
    element?.addEventListener('scroll', onScroll, { passive: true });
    return () => element?.removeEventListener('scroll', onScroll);
  }, [frame, key, keep]);
  return place?.key === key ? place.top : 0;
}
