import { useCallback, useEffect, useRef, useState } from 'react';
import type { BlockRange } from '../model/types.ts';
import type { RemoteDocument } from '../worker/document-client.ts';
import type { Sheet } from './sheet/sheet.ts';
import { clearMarks, drawMentions, drawPlaces } from './text-marks.ts';

interface Marked {
  /** Types whose marks are not shown. */
  readonly hidden: ReadonlySet<string>;
  /** The entity that is shown everywhere; -1 for none. */
  readonly chosen: number;
  /** The place that is shown. */
  readonly active: BlockRange | null;
  /** Changes with what is searched for, and with what was found of it. */
  readonly search: string;
}

/** Keeps the marks drawn while sections come and go, and the hits of the search with them. */
export function useMarks(
  sheet: Sheet,
  remote: RemoteDocument,
  { hidden, chosen, active, search }: Marked,
): void {
  const found = useHits(sheet, remote, search);
  useDrawn(
    sheet,
    useCallback(() => drawMentions(sheet, hidden, chosen), [sheet, hidden, chosen]),
  );
  useDrawn(
    sheet,
    useCallback(() => drawPlaces(sheet, found, active), [sheet, found, active]),
  );
  useEffect(() => clearMarks, []);
}

/** The hits in and around sight. */
function useHits(sheet: Sheet, remote: RemoteDocument, search: string): readonly BlockRange[] {
  const [found, setFound] = useState<readonly BlockRange[]>([]);
  const asked = useRef('');
  useEffect(() => {
    const look = () => {
      const near = sheet.near();
      const from = near.length === 0 ? 0 : Math.min(...near.map(([first]) => first?.block ?? 0));
      const to = near.length === 0 ? 0 : Math.max(...near.map((views) => (views.at(-1)?.block ?? -1) + 1));
      const key = search === '' ? '' : `${search} ${from} ${to}`;
      if (asked.current === key) return;
      asked.current = key;
      if (key === '') return setFound([]);
      void remote.foundBetween(from, to).then((ranges) => {
        if (asked.current === key) setFound(ranges);
      });
    };
    look();
    return sheet.onChange('near', look);
  }, [sheet, remote, search]);
  return found;
}

/** Draws at once, and again in the next frame after other blocks came near. */
export function useDrawn(sheet: Sheet, draw: () => void): void {
  useEffect(() => {
    let frame = 0;
    draw();
    const stop = sheet.onChange('near', () => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        draw();
      });
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [sheet, draw]);
}
