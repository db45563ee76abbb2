import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element as it is now, CSS pixels; undefined before it is drawn. */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
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
