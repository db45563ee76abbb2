import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** CSS pixels. Chromium draws nothing below 33,554,428; beyond this the scroll bar goes in larger steps. */
export const tallest = 15_000_000;
/** Rows drawn above and below what is in sight. */
const overscan = 8;

/**
 * Where a row is scrolled to: just into sight; to the centre where it is not in sight; to the centre where it
 * is not in the middle third.
 */
export type RowPlace = 'nearest' | 'center' | 'middle';

export interface TallRows {
  /** The rows to draw; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Height of what scrolls. */
  readonly height: number;
  /** Rows in sight. */
  readonly page: number;
  /** Where a row is drawn in it. */
  readonly topOf: (index: number) => number;
  readonly scrollTo: (index: number, where: RowPlace) => void;
}

/**
 * Which of very many rows of one height to draw. With millions of rows they would be taller than browsers can
 * draw, so the scroll bar is scaled then: each row is still reached, by keyboard exactly.
 */
export function useTallRows(
  scroller: RefObject<HTMLElement | null>,
  {
    count,
    rowHeight,
    head = 0,
  }: { readonly count: number; readonly rowHeight: number; readonly head?: number },
): TallRows {
  const [view, setView] = useState({ top: 0, height: 0 });
  const lookNow = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () => {
      const top = Math.max(0, element.scrollTop);
      const height = element.clientHeight - head;
      setView((old) => (old.top === top && old.height === height ? old : { top, height }));
    };
    look();
    lookNow.current = look;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, head]);

  const whole = count * rowHeight;
  const height = Math.min(whole, tallest);
  const scale = height > view.height ? (whole - view.height) / (height - view.height) : 1;
  const offset = view.top * scale;
  const from = Math.max(0, Math.min(count - 1, Math.floor(offset / rowHeight)) - overscan);
  const to = Math.min(count, Math.ceil((offset + view.height) / rowHeight) + overscan);
  const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);

  const scrollTo = useCallback(
    (index: number, where: RowPlace) => {
      const element = scroller.current;
      if (element === null) return;
      const seen = element.scrollTop * scale;
      const inside = element.clientHeight - head;
      const start = index * rowHeight;
      let wanted = seen;
      const isInMiddle = start >= seen + inside / 3 && start + rowHeight <= seen + (inside * 2) / 3;
      if (where === 'middle') wanted = isInMiddle ? seen : start - (inside - rowHeight) / 2;
      else if (where === 'center' && (start < seen || start + rowHeight > seen + inside)) {
        wanted = start - (inside - rowHeight) / 2;
      } else if (start < seen) wanted = start;
      else if (start + rowHeight > seen + inside) wanted = start + rowHeight - inside;
      if (wanted === seen) return;
      element.scrollTop = Math.max(0, wanted / scale);
      // Not only with the event of the next frame, which would show an empty one before.
      lookNow.current();
    },
    [scroller, scale, rowHeight, head],
  );
  // What was scrolled far down is not left below a list that became short.
  useEffect(() => {
    const element = scroller.current;
    if (element !== null && element.scrollTop > height) element.scrollTop = height;
  }, [scroller, height]);

  return { from, to, height, page, topOf: (index) => index * rowHeight - offset + view.top, scrollTo };
}
