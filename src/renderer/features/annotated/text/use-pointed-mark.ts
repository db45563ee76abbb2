import { useCallback, useEffect, useRef, useState } from 'react';
import type { Mention } from '../model/types.ts';
import type { PointedMark } from './mark-card.tsx';
import type { Sheet } from './sheet/sheet.ts';
import { mentionsAt } from './text-marks.ts';

interface FoundMark {
  readonly block: number;
  readonly mention: Mention;
  readonly line: DOMRect;
}

/** The mark at a point of the window, and the line of it that is there. */
function markAt(sheet: Sheet, hidden: ReadonlySet<string>, left: number, top: number): FoundMark | null {
  const at = sheet.characterAt(left, top);
  const view =
    at &&
    sheet
      .near()
      .flat()
      .find(({ block }) => block === at.block);
  if (!at || !view) return null;
  const { block } = at;
  // The nearest character is found for a point beside the text too.
  const holds = (one: DOMRect) =>
    left >= one.left && left <= one.right && top >= one.top && top <= one.bottom;
  for (const mention of mentionsAt(view, at.start, sheet.entity, hidden)) {
    const line = sheet.linesOf({ block, start: mention.start, end: mention.end }).find(holds);
    if (line !== undefined) return { block, mention, line };
  }
  return null;
}

/** Which mark is pointed at, looked for once a frame at most. */
export function usePointedMark(sheet: Sheet, hidden: ReadonlySet<string>) {
  const [pointed, setPointed] = useState<PointedMark | null>(null);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const leave = useCallback(() => {
    cancelAnimationFrame(frame.current);
    setPointed(null);
  }, []);
  const pointAt = useCallback(
    (left: number, top: number) => {
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => {
        const found = markAt(sheet, hidden, left, top);
        if (found === null) return setPointed(null);
        const { block, mention, line } = found;
        const { entity, start } = mention;
        setPointed((old) =>
          old?.block === block && old.start === start && old.entity === entity && old.top === line.top
            ? old
            : { entity, block, start, left: line.left, top: line.top, bottom: line.bottom },
        );
      });
    },
    [sheet, hidden],
  );
  const markUnder = useCallback(
    (left: number, top: number): Mention | undefined => markAt(sheet, hidden, left, top)?.mention,
    [sheet, hidden],
  );
  return { pointed, pointAt, leave, markUnder };
}
