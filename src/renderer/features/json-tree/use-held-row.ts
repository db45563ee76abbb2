import { type RefObject, useEffect, useRef } from 'react';
import type { TallRows } from './use-tall-rows.ts';

const hands = ['wheel', 'pointerdown', 'touchmove', 'keydown'] as const;

/**
 * The row that was jumped to, in the middle while the pane changes its height: when it comes to its place in
 * the page, when another pane opens, when its details need more lines. And while what scrolls changes its
 * own, for the browser scrolls to what is left of it. Until a person moves it.
 */
export function useHeldRow(
  scroller: RefObject<HTMLElement | null>,
  { scrollTo, height }: Pick<TallRows, 'scrollTo' | 'height'>,
) {
  const held = useRef<number>(undefined);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (held.current !== undefined) scrollTo(held.current, 'middle');
    });
    observer.observe(element);
    const letGo = () => {
      held.current = undefined;
    };
    for (const hand of hands) element.addEventListener(hand, letGo, { passive: true });
    return () => {
      observer.disconnect();
      for (const hand of hands) element.removeEventListener(hand, letGo);
    };
  }, [scroller, scrollTo]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other height.
  useEffect(() => {
    if (held.current !== undefined) scrollTo(held.current, 'middle');
  }, [height, scrollTo]);
  return held;
}
