import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element as it is now, CSS pixels; 0 before it is drawn. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return undefined;
    const look = () => setWidth(observed.clientWidth);
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(observed);
    return () => sizes.disconnect();
  }, [element]);
  return width;
}
