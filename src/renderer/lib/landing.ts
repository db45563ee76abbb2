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
  /** Where below the top of the pane the line is to stand, CSS pixels; else in its middle third. */
  readonly top?: number | undefined;
}

/** Whether a line stands in the middle third of its pane. */
export function isInMiddle(scroller: HTMLElement, line: DOMRect): boolean {
  const { clientHeight, clientTop } = scroller;
  const top = line.top - scroller.getBoundingClientRect().top - clientTop;
  return top >= clientHeight / 3 && top + line.height <= (clientHeight * 2) / 3;
}

/** Where a line stands that is brought into the middle third of a pane, CSS pixels below its top. */
export function topInMiddle(clientHeight: number, height: number): number {
  return Math.max(clientHeight / 3, clientHeight * aim - height / 2);
}

/** Where a line stands that stood there: there, or in the middle third of a pane too low for that now. */
export function topKept(clientHeight: number, top: number, height: number): number {
  return top + height <= clientHeight ? top : topInMiddle(clientHeight, height);
}

/** CSS pixels the pane has to be scrolled by so that the line stands in its middle third; 0 where it does. */
export function wayToMiddle(scroller: HTMLElement, line: DOMRect): number {
  const { clientHeight, scrollTop, scrollHeight } = scroller;
  if (isInMiddle(scroller, line)) return 0;
  const top = line.top - scroller.getBoundingClientRect().top - scroller.clientTop;
  const wanted = top - topInMiddle(clientHeight, line.height);
  return within({ scrollTop, scrollHeight, clientHeight }, wanted);
}

/** As much of a way as the ends of the text let it. */
function within(
  { scrollTop, scrollHeight, clientHeight }: Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>,
  way: number,
): number {
  const target = Math.max(0, Math.min(scrollHeight - clientHeight, scrollTop + way));
  return Math.abs(target - scrollTop) < 1 ? 0 : target - scrollTop;
}

/**
 * Scrolls until the line stands in the middle third of its pane, or as near to it as the ends of the text
 * let it, and stands still there: what comes into sight on the way can be higher than it was thought.
 *
 * @returns false when it was given up, or came to nothing
 */
export async function land({ scroller, line, signal, top: wanted }: Landing): Promise<boolean> {
  const wayOf = (rect: DOMRect) =>
    wanted === undefined
      ? wayToMiddle(scroller, rect)
      : within(scroller, rect.top - scroller.getBoundingClientRect().top - wanted);
  let still = 0;
  let last: number | undefined;
  for (let frame = 0; frame < mostFrames && !signal.aborted; frame++) {
    const rect = line();
    if (rect !== undefined) {
      const way = wayOf(rect);
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
