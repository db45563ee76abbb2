import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHistoryMemory } from '../../lib/history-memory.tsx';
import { useAddressAct } from '../../lib/route.ts';

/** Under which a grid keeps its place. */
export const gridPlaceName = (grid: string) => `${grid} place`;

export interface GridPlace {
  readonly key: string;
  /** Pixels. */
  readonly top: number;
  readonly current: number;
  /** Left by opening a row: who comes back goes on with the keyboard from there. */
  readonly wasOpened: boolean;
  /** The row is another than was left: a person read on, and comes back to where they are. */
  readonly wasMoved?: boolean;
}

/**
 * The row a person is at in a list, and how far it is scrolled: "back" finds both again, another list begins
 * at its top.
 */
export function useGridPlace(grid: string, key: string, scroller: RefObject<HTMLElement | null>) {
  const { recall, keep } = useHistoryMemory<GridPlace>(gridPlaceName(grid));
  const [recalled] = useState(() => {
    const place = recall();
    return place?.key === key ? place : undefined;
  });
  const [current, setCurrent] = useState(recalled?.current ?? 0);
  const remember = useRef<(opened?: number) => void>(() => undefined);
  remember.current = (opened) =>
    keep({
      key,
      top: scroller.current?.scrollTop ?? 0,
      current: opened ?? current,
      wasOpened: opened !== undefined,
    });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !recalled) return;
    element.scrollTop = recalled.top;
    if (recalled.wasOpened && document.activeElement === document.body)
      element.focus({ preventScroll: true });
  }, [recalled, scroller]);

  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    setCurrent(0);
    scroller.current?.scrollTo({ top: 0 });
  }, [key, scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each row that one is at is kept.
  useEffect(() => remember.current(), [current]);
  // And by each step of the history.
  useAddressAct(() => remember.current());
  useEffect(() => {
    const element = scroller.current;
    const onScroll = () => remember.current();
    element?.addEventListener('scrollend', onScroll, { passive: true });
    return () => element?.removeEventListener('scrollend', onScroll);
  }, [scroller]);

  return {
    current,
    setCurrent,
    initialTop: recalled?.top ?? 0,
    wasMoved: recalled?.wasMoved === true,
    /** To be said before a row is opened. */
    leave: (index: number) => remember.current(index),
  };
}
