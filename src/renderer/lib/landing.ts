/** Where in a pane a jump leads, as a share of its height: in the middle third, above its centre. */
const aim = 0.42;
/** Frames in which nothing moved, after which a place stands still. */
const stillFrames = 2;
/** A pane that is still moving after so many frames is left as it is. */
const mostFrames = 90;

export interface Landing {
  readonly scroller: HTMLElement;
  /** The first line of what is shown, in the window; undefined while it is not in the page. */
  readonly line: () => DOMRect | undefined;
  readonly signal: AbortSignal;
}

/** CSS pixels the pane has to be scrolled by so that the line stands in its middle third; 0 where it does. */
export function wayToMiddle(scroller: HTMLElement, line: DOMRect): number {
  const { clientHeight, scrollTop, scrollHeight } = scroller;
  const top = line.top - scroller.getBoundingClientRect().top - scroller.clientTop;
  const isInMiddle = top >= clientHeight / 3 && top + line.height <= (clientHeight * 2) / 3;
  if (isInMiddle) return 0;
  const wanted = scrollTop + top - Math.max(clientHeight / 3, clientHeight * aim - line.height / 2);
  const least = Math.max(0, Math.min(scrollHeight - clientHeight, wanted));
  return Math.abs(least - scrollTop) < 1 ? 0 : least - scrollTop;
}

/**
 * Scrolls until the line stands in the middle third of its pane, or as near to it as the ends of the text
 * let it, and stands still there: what comes into sight on the way can be higher than it was thought.
 *
 * @returns false when it was given up, or came to nothing
 */
export async function land({ scroller, line, signal }: Landing): Promise<boolean> {
  let still = 0;
  let last: number | undefined;
  for (let frame = 0; frame < mostFrames && !signal.aborted; frame++) {
    const rect = line();
    if (rect !== undefined) {
      const way = wayToMiddle(scroller, rect);
      if (way !== 0) scroller.scrollTop += way;
      const top = way === 0 ? rect.top : line()?.top;
      still = way === 0 && last !== undefined && Math.abs(rect.top - last) < 0.5 ? still + 1 : 0;
      last = top;
      if (still >= stillFrames) return true;
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return false;
}
