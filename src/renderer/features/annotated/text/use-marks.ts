import { useEffect, useRef, useState } from 'react';
import type { BlockRange } from '../model/types.ts';
import type { RemoteDocument } from '../worker/document-client.ts';
import type { Sheet } from './sheet/sheet.ts';
import { clearMarks, drawMarks, type Marked } from './text-marks.ts';

/**
 * Keeps the marks drawn while sections come and go, and the hits of the search with them.
 *
 * @param search changes with what is searched for, and with what was found of it
 */
export function useMarks(
  sheet: Sheet,
  remote: RemoteDocument,
  search: string,
  { hidden, chosen, active }: Omit<Marked, 'found'>,
): void {
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
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      drawMarks(sheet, { hidden, chosen, active, found });
    };
    const drawSoon = () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    draw();
    const stop = sheet.onChange('near', drawSoon);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [sheet, hidden, chosen, active, found]);
  useEffect(() => clearMarks, []);
}
